import type { Field, Fields, Received } from '../resources/record.ts';
import { escapeLines, escapeText } from '../text/escape.ts';
import { cellText, shownText } from './cells.ts';
import { isObject } from './paths.ts';
import { widthOf } from './width.ts';

/** One part of a card: a label with its value, or without lines the heading of what follows one level deeper. */
export interface Entry {
  readonly depth: number;
  readonly label: string;
  /** The value for a person, escaped, line by line. */
  readonly lines: readonly string[];
  readonly money?: true;
}

const unset = '—';

/** What is nested deeper than this stands there as JSON. */
const deepest = 4;

/** The parts of a card: the record's known fields in the definition's order, then its other members. */
export function entriesOf(fields: Fields, record: Received, depth = 0): readonly Entry[] {
  const known = Object.keys(fields).filter((name) => record[name] !== undefined && Object.hasOwn(record, name));
  const others = Object.keys(record).filter((name) => record[name] !== undefined && !Object.hasOwn(fields, name));
  return alignMoney(
    [...known, ...others].flatMap((name) => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      return memberEntries({ depth, label: escapeText(field?.label ?? name) }, field, record[name]);
    }),
    depth,
  );
}

type Place = Pick<Entry, 'depth' | 'label'>;

function memberEntries(place: Place, field: Field | undefined, value: unknown): readonly Entry[] {
  if (Array.isArray(value)) return arrayEntries(place, field, value);
  if (isObject(value) && !field?.kind && place.depth < deepest) return objectEntries(place, field, value);
  const text = shownText(field, value);
  const lines = text === '' ? [unset] : escapeLines(text).split('\n');
  return [field?.kind?.name === 'money' ? { ...place, lines, money: true } : { ...place, lines }];
}

function objectEntries(place: Place, field: Field | undefined, value: Received): readonly Entry[] {
  const members = entriesOf(field?.group ?? {}, value, place.depth + 1);
  return members.length === 0 ? [{ ...place, lines: [unset] }] : [{ ...place, lines: [] }, ...members];
}

/** Objects one after the other under their number, other values one a line. */
function arrayEntries(place: Place, field: Field | undefined, values: readonly unknown[]): readonly Entry[] {
  if (values.length === 0) return [{ ...place, lines: [unset] }];
  if (!values.some(isObject) || place.depth + 1 >= deepest)
    return [{ ...place, lines: values.map((value) => cellText(field, value) || unset) }];
  const numbered = values.flatMap((value, at) => memberEntries({ depth: place.depth + 1, label: `${at + 1}.` }, undefined, value));
  return [{ ...place, lines: [] }, ...numbered];
}

/** Amounts of one level end in the same column. */
function alignMoney(entries: readonly Entry[], depth: number): readonly Entry[] {
  const own = (entry: Entry): boolean => entry.money === true && entry.depth === depth;
  const width = Math.max(0, ...entries.filter(own).map(({ lines }) => widthOf(lines[0] ?? '')));
  return entries.map((entry) =>
    own(entry) ? { ...entry, lines: [`${' '.repeat(width - widthOf(entry.lines[0] ?? ''))}${entry.lines[0]}`] } : entry,
  );
}
