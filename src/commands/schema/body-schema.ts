import type { DraftField, DraftFields } from '../../resources/draft-fields.ts';
import type { Kind } from '../../resources/kind.ts';
import type { Schema } from '../../resources/schema.ts';

/** The fields of a request body with the types that are sent, aliases included. */
export function bodyProperties(fields: DraftFields): Readonly<Record<string, Schema>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      [name, ...(field.alias === undefined ? [] : [field.alias])].map((sent) => [sent, propertyOf(field)]),
    ),
  );
}

/** The type is that of a value that is sent. */
function propertyOf(field: DraftField): Schema {
  const value = field.kind.typed(sampleOf(field.kind));
  const type = typeof field.send(value);
  const isWhole = ['count', 'id', 'percent', 'choice', 'flag'].includes(field.kind.name);
  return { description: field.about, type: type === 'number' && isWhole ? 'integer' : type };
}

/** A valid value of any kind that a product has. */
const sampleOf = ({ name, suggestions }: Kind<unknown>): string => {
  const choices = name === 'choice' ? suggestions?.() : undefined;
  return (Array.isArray(choices) && choices[0]?.[0]) || '1';
};
