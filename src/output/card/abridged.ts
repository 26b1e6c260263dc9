import type { Fields, StoreRecord } from '../../resources/record-fields.ts';
import { isObject } from '../../text/json.ts';
import { formatCount } from '../../text/numbers.ts';
import { cut } from '../../text/words.ts';

/** The limits for one record at a terminal: more would scroll past, and take seconds to draw. */
const limits = { lines: 1000, characters: 50_000, entries: 1000, allCharacters: 200_000, allEntries: 10_000 } as const;

/** How many cuts are named, and how much of the path of each. */
const maxNamed = 5;
const maxPath = 60;

interface Abridged {
  readonly record: StoreRecord;
  /** What it omits, in words: `name (499,000 more lines)`. */
  readonly omitted: readonly string[];
}

/** The record cut to the limits; documented fields are kept before unknown ones. */
export function abridged(fields: Fields, record: StoreRecord): Abridged {
  const cuts = new Cuts();
  return { record: cuts.object(record, '', fields), omitted: cuts.inWords() };
}

class Cuts {
  readonly #named: string[] = [];
  #count = 0;
  #entriesLeft: number = limits.allEntries;
  #charactersLeft: number = limits.allCharacters;

  inWords(): readonly string[] {
    const others = this.#count - this.#named.length;
    return others > 0 ? [...this.#named, `${formatCount(others)} more`] : this.#named;
  }

  object(value: StoreRecord, path: string, fields: Fields = {}): StoreRecord {
    const names = Object.keys(value);
    const ordered = [
      ...names.filter((name) => Object.hasOwn(fields, name)),
      ...names.filter((name) => !Object.hasOwn(fields, name)),
    ];
    const taken = new Map(
      this.#some(ordered, path, 'fields').map((name) => [name, this.#any(value[name], inside(path, name))]),
    );
    return Object.fromEntries(names.filter((name) => taken.has(name)).map((name) => [name, taken.get(name)]));
  }

  #any(value: unknown, path: string): unknown {
    if (typeof value === 'string') return this.#text(value, path);
    if (Array.isArray(value)) return this.#some(value, path, 'entries').map((element) => this.#any(element, path));
    return isObject(value) ? this.object(value, path) : value;
  }

  #some<T>(all: readonly T[], path: string, unit: string): readonly T[] {
    const some = all.slice(0, Math.max(0, Math.min(limits.entries, this.#entriesLeft)));
    this.#entriesLeft -= some.length;
    if (some.length < all.length) this.#leaveOut(path || 'the record', all.length - some.length, unit);
    return some;
  }

  #text(text: string, path: string): string {
    const some = text.slice(0, Math.max(0, Math.min(limits.characters, this.#charactersLeft)));
    const end = endOfLine(some, limits.lines);
    const shown = end === undefined ? some : some.slice(0, end);
    this.#charactersLeft -= shown.length;
    if (shown.length === text.length) return text;
    if (end === undefined) this.#leaveOut(path, text.length - shown.length, 'characters');
    else this.#leaveOut(path, linesIn(text) - limits.lines, 'lines');
    return `${shown}…`;
  }

  #leaveOut(path: string, count: number, unit: string): void {
    this.#count++;
    if (this.#named.length < maxNamed) this.#named.push(`${cut(path, maxPath)} (${formatCount(count)} more ${unit})`);
  }
}

const inside = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`).slice(0, maxPath + 1);

/** Where a line of this number ends; undefined where there are not more. */
function endOfLine(text: string, count: number): number | undefined {
  let end = -1;
  for (let line = 0; line < count; line++) {
    end = text.indexOf('\n', end + 1);
    if (end === -1) return undefined;
  }
  return end;
}

function linesIn(text: string): number {
  let count = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}
