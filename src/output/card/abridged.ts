import type { Fields, StoreRecord } from '../../resources/record-fields.ts';
import { isObject } from '../../text/json.ts';

/** The limits for one record at a terminal: more would scroll past, and take seconds to draw. */
const limits = { lines: 1000, characters: 50_000, entries: 1000, allCharacters: 200_000, allEntries: 10_000 } as const;

interface Abridged {
  readonly record: StoreRecord;
  /** The fields of which a part is omitted; `the record` where it has too many of them. */
  readonly cut: readonly string[];
}

/** The record cut to the limits; documented fields are kept before unknown ones. */
export function abridged(fields: Fields, record: StoreRecord): Abridged {
  let entriesLeft: number = limits.allEntries;
  let charactersLeft: number = limits.allCharacters;
  let isCut = false;
  const some = <T>(all: readonly T[]): readonly T[] => {
    const taken = all.slice(0, Math.min(limits.entries, entriesLeft));
    entriesLeft -= taken.length;
    isCut ||= taken.length < all.length;
    return taken;
  };
  const textOf = (whole: string): string => {
    const start = whole.slice(0, Math.min(limits.characters, charactersLeft));
    const shown = start.split('\n', limits.lines).join('\n');
    charactersLeft -= shown.length;
    isCut ||= shown.length < whole.length;
    return shown.length < whole.length ? `${shown}…` : whole;
  };
  const partOf = (value: unknown): unknown => {
    if (typeof value === 'string') return textOf(value);
    if (Array.isArray(value)) return some(value).map(partOf);
    if (!isObject(value)) return value;
    return Object.fromEntries(some(Object.entries(value)).map(([name, inner]) => [name, partOf(inner)]));
  };
  const names = Object.keys(record);
  const isKnown = (name: string): boolean => Object.hasOwn(fields, name);
  const kept = some([...names.filter(isKnown), ...names.filter((name) => !isKnown(name))]);
  const cut = isCut ? ['the record'] : [];
  const taken = new Map<string, unknown>();
  for (const name of kept) {
    isCut = false;
    taken.set(name, partOf(record[name]));
    if (isCut) cut.push(name);
  }
  // In the order of the record, which may be that of --fields.
  return {
    record: Object.fromEntries(names.flatMap((name) => (taken.has(name) ? [[name, taken.get(name)]] : []))),
    cut,
  };
}
