import type { Json, Kind } from '../../resources/kind.ts';
import type { RecordDefinition } from '../../resources/record.ts';
import type { Field, Fields } from '../../resources/record-fields.ts';
import { capitalized } from '../../text/words.ts';

/** A JSON Schema, 2020-12, or a part of one. */
export type Schema = { readonly [keyword: string]: Json };

type Described = Pick<RecordDefinition, 'fields' | 'isOpen' | 'identifiedBy' | 'own'>;

/**
 * The schema of a record as `--json` prints it: what a store sent, where every value may be a number or the number as
 * text and any field may be absent, or what shop-cli itself wrote, where the types are exact.
 */
export function recordSchema({ fields, isOpen, identifiedBy, own }: Described): Schema {
  if (own) return ownSchema(fields, own);
  return {
    type: 'object',
    properties: mapped(fields, isOpen ? noted : received),
    ...(isOpen ? {} : { anyOf: identifiedBy.map((name) => ({ required: [name] })) }),
  };
}

/** A field of an undocumented record: what its name suggests, without a promise. */
const noted = (field: Field): Schema => about(field);

function received(field: Field): Schema {
  if (field.open) return about(field);
  if (field.list) {
    const items = field.group ? { items: { properties: mapped(field.group, noted) } } : {};
    return { ...about(field), type: ['array', 'object', 'null'], ...items };
  }
  // PHP writes an empty object as an empty array.
  if (field.group)
    return {
      ...about(field),
      type: ['object', 'array', 'null'],
      properties: mapped(field.group, received),
      maxItems: 0,
    };
  return { ...about(field), type: ['string', 'number', 'boolean', 'null'] };
}

type Own = NonNullable<Described['own']>;

function ownSchema(fields: Fields, { nullable = [], optional = [] }: Own): Schema {
  const within = (name: string, paths: readonly string[]): readonly string[] =>
    paths.flatMap((path) => (path.startsWith(`${name}.`) ? [path.slice(name.length + 1)] : []));
  const inside = (name: string): Own => ({ nullable: within(name, nullable), optional: within(name, optional) });
  const typed = Object.entries(fields).map(([name, field]) => [
    name,
    ownField(field, nullable.includes(name), inside(name)),
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(typed),
    required: Object.keys(fields).filter((name) => !optional.includes(name)),
  };
}

function ownField(field: Field, isNullable: boolean, within: Own): Schema {
  if (field.open) return about(field);
  const type = field.list ? 'array' : field.group ? 'object' : typeOf(field.kind);
  // A group without fields has those that occur.
  const isKnown = field.group && Object.keys(field.group).length > 0;
  const inside = isKnown ? ownSchema(field.group, within) : {};
  return {
    ...about(field),
    ...(field.list ? (isKnown ? { items: inside } : {}) : inside),
    type: isNullable ? [type, 'null'] : type,
    ...choices(field.kind, isNullable),
  };
}

const typeOf = (kind: Kind<unknown> | undefined): string =>
  kind?.name === 'count' || kind?.name === 'id' ? 'integer' : kind?.name === 'flag' ? 'boolean' : 'string';

/** The words of a text that is one of a few. */
function choices(kind: Kind<unknown> | undefined, isNullable: boolean): Schema {
  const known = kind?.name === 'text' && kind.isClosed ? kind.suggestions?.() : undefined;
  if (!Array.isArray(known)) return {};
  return { enum: [...known.map(([text]: readonly [string]) => text), ...(isNullable ? [null] : [])] };
}

/** The label, and what the value is where that is more than text. */
const about = ({ label, kind, isPersonal }: Field): Schema => ({
  title: label,
  ...(kind && !['text', 'path'].includes(kind.name) ? { description: `${capitalized(kind.expects)}.` } : {}),
  ...(isPersonal ? { $comment: 'personal data; --mask-pii hides it' } : {}),
});

const mapped = (fields: Fields, schemaOf: (field: Field) => Schema): Schema =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));
