import type { Json } from '../resources/kind.ts';
import type { Field, Fields } from '../resources/record-fields.ts';
import { decimal } from './amounts.ts';

/**
 * A record as the API writes it, from the fields of its definition: numbers and IDs as text, amounts in ten-thousandths
 * as decimals, and "", "0" or [] for what has no value. Values that the definition does not name follow: so does a field
 * that was sent in a body.
 */
export function shapeOf(
  fields: Fields,
  values: Readonly<Record<string, Json | bigint>>,
): Readonly<Record<string, Json>> {
  const shape: Record<string, Json> = {};
  for (const [name, field] of Object.entries(fields)) shape[name] = absent(field);
  for (const [name, value] of Object.entries(values)) shape[name] = written(value);
  return shape;
}

function written(value: Json | bigint): Json {
  if (typeof value === 'bigint') return decimal(value);
  return typeof value === 'number' ? String(value) : value;
}

function absent({ kind, list }: Field): Json {
  if (list) return [];
  if (kind?.name === 'money' || kind?.name === 'decimal') return decimal(0n);
  return kind?.name === 'id' || kind?.name === 'count' || kind?.name === 'flag' ? '0' : '';
}

/** The values after an update: a changed field is replaced, a cleared one (`null`) gone. */
export function withChanges<V extends object>(values: V, changes: { readonly [K in keyof V]?: V[K] | null }): V {
  return Object.fromEntries(Object.entries({ ...values, ...changes }).filter(([, value]) => value !== null)) as V;
}

/** UTC, `YYYY-MM-DD HH:MM:SS`. */
export const formatDate = (date: Date): string => date.toISOString().slice(0, 19).replace('T', ' ');
