import type { Checked, Fault } from '../resources/draft.ts';
import type { Json } from '../resources/kinds.ts';
import { invalid, type WrongField } from './refusal.ts';

/**
 * The values of a body that was read.
 * @throws Refusal 422 that names every wrong member.
 */
export function valuesOf<T>(checked: Checked<T>): T {
  if (checked.ok) return checked.value;
  throw invalid(wrongFields(checked.faults));
}

/** The faults of a body as this store names them. */
export function wrongFields(faults: readonly Fault[]): readonly WrongField[] {
  return faults.map(({ member, message }) => ({ field: member, message: member ? message : `The body ${message}` }));
}

/** @throws Refusal 422 that names every wrong member, if there is one. */
export function refuseIfAny(wrong: readonly WrongField[]): void {
  if (wrong.length > 0) throw invalid(wrong);
}

/** Members whose text SQLite or UTF-8 could not give back as it came; inside a list with their place: `products[0].title`. */
export function unstorable(body: Readonly<Record<string, Json>>): readonly WrongField[] {
  return Object.entries(body)
    .flatMap(([name, value]) => brokenPlaces(name, value))
    .map((field) => ({ field, message: 'must not contain the character NUL or half a surrogate pair' }));
}

function brokenPlaces(place: string, value: Json): readonly string[] {
  if (typeof value === 'string') return /\0|\p{Cs}/u.test(value) ? [place] : [];
  if (typeof value !== 'object' || value === null) return [];
  if (isList(value)) return value.flatMap((element, at) => brokenPlaces(`${place}[${at}]`, element));
  return Object.entries(value).flatMap(([name, inner]) => brokenPlaces(`${place}.${name}`, inner));
}

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);
