import type { Json, Kind } from '../../resources/kind.ts';
import type { RecordDefinition } from '../../resources/record.ts';
import type { Field, Fields } from '../../resources/record-fields.ts';
import { capitalized } from '../../text/words.ts';

/** A JSON Schema, 2020-12, or a part of one. */
export type Schema = { readonly [keyword: string]: Json };

/**
 * The schema of a record as `--json` prints it: what a store sent, where every value may be a number or the number as
 * text and any field may be absent, or what shop-cli itself wrote, where the types are exact. Of an undocumented record
 * it has what the names suggest, without a promise.
 */
export function recordSchema({ fields, isOpen, identifiedBy, isOwn }: RecordDefinition): Schema {
  if (isOwn) return ownSchema(fields);
  if (isOpen) return { type: 'object', properties: mapped(fields, about) };
  return {
    type: 'object',
    properties: mapped(fields, received),
    anyOf: identifiedBy.map((name) => ({ required: [name] })),
  };
}

function received(field: Field): Schema {
  const { open, list, group } = field;
  if (open) return about(field);
  if (list) {
    const items = group && { items: { properties: mapped(group, about) } };
    return { ...about(field), type: ['array', 'object', 'null'], ...items };
  }
  // PHP writes an empty object as an empty array.
  if (group)
    return { ...about(field), type: ['object', 'array', 'null'], properties: mapped(group, received), maxItems: 0 };
  return { ...about(field), type: ['string', 'number', 'boolean', 'null'] };
}

/** The schema of what shop-cli itself wrote. */
export const ownSchema = (fields: Fields) => ({
  type: 'object',
  properties: mapped(fields, ownField),
  required: Object.keys(fields).filter((name) => !fields[name]?.isOptional),
});

function ownField(field: Field): Schema {
  const schema = field.list ? { type: 'array', items: ownValue(field) } : ownValue(field);
  return { ...about(field), ...(field.isNullable ? orNull(schema) : schema) };
}

/** The value of a field, or an element of its list. */
function ownValue({ open, each, group, kind }: Field): Schema {
  if (open) return {};
  if (each) return { type: 'object', additionalProperties: ownField(each) };
  // A group without fields has those that occur.
  if (group) return Object.keys(group).length > 0 ? ownSchema(group) : { type: 'object' };
  return { type: types[kind?.name ?? 'text'] ?? 'string', ...choices(kind) };
}

/** The JSON types of kinds that are no text. */
const types: Readonly<Record<string, string>> = {
  count: 'integer',
  id: 'integer',
  percent: 'integer',
  choice: 'integer',
  money: 'number',
  decimal: 'number',
  flag: 'boolean',
};

/** The words of a text that is one of a few. */
function choices(kind: Kind<unknown> | undefined): Schema {
  const known = kind?.name === 'text' && kind.isClosed ? kind.suggestions?.() : undefined;
  if (!Array.isArray(known)) return {};
  const words = known.map(([text]: readonly [string]) => text);
  return words.length === 1 ? { const: words[0] as string } : { enum: words };
}

const orNull = ({ type, ...schema }: Schema): Schema => ({
  ...schema,
  type: [type as string, 'null'],
  ...(Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {}),
});

/** The label, and what the value is where that is more than text. */
const about = ({ label, kind, isPersonal }: Field): Schema => ({
  title: label,
  ...(kind && !['text', 'path'].includes(kind.name) ? { description: `${capitalized(kind.expects)}.` } : {}),
  ...(isPersonal ? { $comment: 'personal data; --mask-pii hides it' } : {}),
});

const mapped = (fields: Fields, schemaOf: (field: Field) => Schema): Schema =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));
