import type { Json } from '../../resources/kind.ts';
import type { Schema } from './record-schema.ts';

/** Builders of schemas for what is no record. */

const typed =
  (type: string) =>
  (description?: string, more: Schema = {}): Schema => ({ type, ...(description && { description }), ...more });

export const text = typed('string');
export const number = typed('number');
export const integer = typed('integer');
export const flag = typed('boolean');

export const listOf = (items: Schema, description?: string): Schema => ({
  type: 'array',
  ...(description && { description }),
  items,
});

/** An object that has all of these fields; `optional` may be absent. */
export const object = (
  properties: Readonly<Record<string, Schema>>,
  optional: readonly string[] = [],
): Schema & { readonly properties: Readonly<Record<string, Schema>> } => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

/** An object with values of one kind, by names that differ. */
export const byName = (values: Schema, description?: string): Schema => ({
  type: 'object',
  ...(description && { description }),
  additionalProperties: values,
});

export const orNull = ({ type = '', ...schema }: Schema): Schema => ({
  ...{ type: [type, 'null'] },
  ...schema,
  ...(schema.enum ? { enum: [...(schema.enum as readonly Json[]), null] } : {}),
});
