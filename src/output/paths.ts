import type { Field, Fields, Received } from '../resources/record.ts';

type ObjectValue = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is ObjectValue =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The paths of all single values and lists of a definition, in its order; nested ones with a dot: `category.name`. */
export function leafPaths(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) =>
    field.group && !field.list && Object.keys(field.group).length > 0
      ? leafPaths(field.group).map((path) => `${name}.${path}`)
      : [name],
  );
}

/** The paths of all single values and lists that a record has, in its order. */
export function leafPathsOf(record: ObjectValue): readonly string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    isObject(value) && Object.keys(value).length > 0 ? leafPathsOf(value).map((path) => `${name}.${path}`) : [name],
  );
}

/** The definition of the field at a path; undefined for a member that the definition does not know. */
export function fieldAt(fields: Fields, path: string): Field | undefined {
  if (Object.hasOwn(fields, path)) return fields[path];
  const [name, rest] = splitPath(path);
  const group = Object.hasOwn(fields, name) ? fields[name]?.group : undefined;
  return group && rest !== undefined ? fieldAt(group, rest) : undefined;
}

/** What the value at a path is called: a nested one with what it belongs to, "Country code"; a path that the definition does not know as it is. */
export function pathLabel(fields: Fields, path: string): string {
  const field = fieldAt(fields, path);
  if (!field || Object.hasOwn(fields, path)) return field?.label ?? path;
  const [name, rest = ''] = splitPath(path);
  return `${fields[name]?.label ?? name} ${decapitalised(pathLabel(fields[name]?.group ?? {}, rest))}`;
}

/** The value at a path; of an array, the values of its elements; undefined where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  if (Array.isArray(value)) return value.map((element) => valueAt(element, path));
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  const [name, rest] = splitPath(path);
  return rest !== undefined && Object.hasOwn(value, name) ? valueAt(value[name], rest) : undefined;
}

/** The record with nothing but these paths, nested ones still nested, in the order of the paths; absent ones stay absent. */
export function pick(record: Received, paths: readonly string[]): Received {
  return pickFrom(record, paths) as Received;
}

function pickFrom(value: unknown, paths: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((element) => pickFrom(element, paths));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    wantedMembers(value, paths).map(([name, rest]) => [
      name,
      rest === 'whole' ? value[name] : pickFrom(value[name], rest),
    ]),
  );
}

/** The members to take, each whole or with the paths inside it. Inside a text or a number there is nothing; a null stays, and says so. */
function wantedMembers(
  value: ObjectValue,
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

function splitPath(path: string): readonly [string, string | undefined] {
  const dot = path.indexOf('.');
  return dot === -1 ? [path, undefined] : [path.slice(0, dot), path.slice(dot + 1)];
}

/** The name of a member that no field describes, as words: `statusName` is "Status name", `order_url` "Order URL". */
export function labelOf(name: string): string {
  const words = name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[ _-]+/)
    .filter((word) => word !== '')
    .map((word) => (abbreviations.has(word.toLowerCase()) ? word.toUpperCase() : decapitalised(word)));
  return words.length === 0 ? name : capitalised(words.join(' '));
}

const abbreviations: ReadonlySet<string> = new Set(['id', 'sku', 'ean', 'url', 'vat', 'ip', 'pdf', 'iban']);

const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** `Name` is "name" and `ID` stays, in the middle of a label. */
const decapitalised = (word: string): string =>
  /^\p{Lu}\p{Lu}/u.test(word) ? word : `${word.charAt(0).toLowerCase()}${word.slice(1)}`;
