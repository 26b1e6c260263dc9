import type { Field, Fields, StoreRecord } from '../resources/record-fields.ts';
import { isObject } from '../text/json.ts';
import { withNumbersOf } from '../text/written-numbers.ts';
import type { View } from './view.ts';

/** The paths of all single values and lists of a definition, in its order: `category.name`. */
export function leafPaths(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.group && !field.list && Object.keys(field.group).length > 0
      ? leafPaths(field.group).map((path) => `${name}.${path}`)
      : [name],
  );
}

/** The paths of all single values and lists of a record, in its order. */
export function leafPathsOf(record: StoreRecord): readonly string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    isObject(value) && Object.keys(value).length > 0 ? leafPathsOf(value).map((path) => `${name}.${path}`) : [name],
  );
}

/** The definition of the field at a path; undefined where it is unknown. */
export function fieldAt(fields: Fields, path: string): Field | undefined {
  if (Object.hasOwn(fields, path)) return fields[path];
  const [name, rest] = splitPath(path);
  const group = Object.hasOwn(fields, name) ? fields[name]?.group : undefined;
  return group && rest !== undefined ? fieldAt(group, rest) : undefined;
}

/** The value at a path; for an array, the values of its elements; undefined where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((element) => valueAt(element, path));
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  const [name, rest] = splitPath(path);
  return rest !== undefined && Object.hasOwn(value, name) ? valueAt(value[name], rest) : undefined;
}

/** The part of a record that a view shows. */
export const pickView = ({ only }: View, record: StoreRecord): StoreRecord => (only ? pick(record, only) : record);

/** Only these paths of a record, in their order; nested ones stay nested, absent ones absent. */
export function pick(record: StoreRecord, paths: readonly string[]): StoreRecord {
  return pickFrom(record, paths) as StoreRecord;
}

function pickFrom(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value))
    return withNumbersOf(
      value,
      value.map((element) => pickFrom(element, paths)),
    );
  if (!isObject(value)) return value;
  const picked = wantedFields(value, paths).map(
    ([name, rest]) => [name, rest === 'whole' ? value[name] : pickFrom(value[name], rest)] as const,
  );
  return withNumbersOf(value, Object.fromEntries(picked));
}

/**
 * The fields to take, each whole or with the paths inside it. A text or a number has no paths inside; a null is taken
 * as null.
 */
function wantedFields(
  value: StoreRecord,
  paths: readonly string[],
): readonly (readonly [string, readonly string[] | 'whole'])[] {
  const wanted = new Map<string, readonly string[] | 'whole'>();
  for (const path of paths) {
    const [name, rest] = Object.hasOwn(value, path) ? [path, undefined] : splitPath(path);
    if (!Object.hasOwn(value, name) || (rest !== undefined && typeof value[name] !== 'object')) continue;
    const before = wanted.get(name) ?? [];
    wanted.set(name, rest === undefined || before === 'whole' ? 'whole' : [...before, rest]);
  }
  return [...wanted];
}

/** The first name of a path, and what follows it. */
export function splitPath(path: string): readonly [string, string | undefined] {
  const dot = path.indexOf('.');
  return dot === -1 ? [path, undefined] : [path.slice(0, dot), path.slice(dot + 1)];
}
