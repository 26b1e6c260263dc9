import { idKind } from '../../resources/kinds.ts';
import { isObject } from '../../text/json.ts';
import { Refusal } from './refusal.ts';

/**
 * The id in a path. @throws Refusal 404 when it is none, since nothing has such an id.
 * @param what the record it would name: "customer"
 */
export function idInPath(text: string | undefined, what: string): bigint {
  const id = idKind.typed(text ?? '');
  if (id === undefined) throw noSuchRecord(what);
  return BigInt(id);
}

/** 404: there is no such record. */
export const noSuchRecord = (what: string): Refusal => new Refusal('not_found', `There is no ${what} with this ID.`);

/** A body without its IDs of 0: records write 0 where there is none, and so may a body that creates. */
export const withoutZeroIds = (body: unknown, names: readonly string[]): unknown =>
  hasZeroId(body, names)
    ? Object.fromEntries(Object.entries(body).filter(([name, value]) => !isZero(names, name, value)))
    : body;

/** The same for a body that changes a record: an ID of 0 clears the field. */
export const clearedZeroIds = (body: unknown, names: readonly string[]): unknown =>
  hasZeroId(body, names)
    ? Object.fromEntries(Object.entries(body).map(([name, value]) => [name, isZero(names, name, value) ? null : value]))
    : body;

const hasZeroId = (body: unknown, names: readonly string[]): body is Readonly<Record<string, unknown>> =>
  isObject(body) && names.some((name) => isZero(names, name, body[name]));

const isZero = (names: readonly string[], name: string, value: unknown): boolean =>
  names.includes(name) && (value === 0 || value === '0');
