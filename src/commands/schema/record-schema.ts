import type { Json, Kind } from '../../resources/kind.ts';
import type { RecordDefinition } from '../../resources/record.ts';
import type { Field, Fields } from '../../resources/record-fields.ts';
import { capitalized } from '../../text/words.ts';

/** A JSON Schema, 2020-12, or a part of one. */
export type Schema = { readonly [keyword: string]: Json };

type Described = Pick<RecordDefinition, 'fields' | 'isOpen' | 'identifiedBy' | 'isOwn'>;

/**
 * The schema of a record as `--json` prints it: what a store sent, where every value may be a number or the number as
 * text and any field may be absent, or what shop-cli itself wrote, where the types are exact.
 */
export function recordSchema({ fields, isOpen, identifiedBy, isOwn }: Described): Schema {
  if (isOwn) return ownSchema(fields);
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
  return { type: typeOf(kind?.name), ...choices(kind) };
}

function typeOf(kind: Kind<unknown>['name'] | undefined): string {
  switch (kind) {
    case 'count':
    case 'id':
    case 'percent':
    case 'choice':
      return 'integer';
    case 'money':
    case 'decimal':
      return 'number';
    case 'flag':
      return 'boolean';
    default:
      return 'string';
  }
}

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
