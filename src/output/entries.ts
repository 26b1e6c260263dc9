import type { Field, Fields, Received, Tone } from '../resources/record.ts';
import { escapeLines, escapeText } from '../text/escape.ts';
import { isObject } from '../text/objects.ts';
import { cellText, labelOf, shownText } from './display.ts';
import type { GridColumn } from './grid.ts';
import { rowWidth } from './layout.ts';
import { widthOf } from './width.ts';

/** One part of a card: a label with its value, or without lines the heading of what follows one level deeper. */
export interface Entry {
  readonly depth: number;
  readonly label: string;
  /** The value for a person, escaped, line by line. */
  readonly lines: readonly string[];
  readonly tone?: Tone | undefined;
  /** Records in rows, under the label. */
  readonly table?: SmallTable;
  readonly money?: true;
}

/** Where an entry stands: how deep, and how many columns a line has; undefined in a pipe. */
interface Room {
  readonly depth: number;
  readonly width: number | undefined;
}

type Place = Room & Pick<Entry, 'label'>;

const unset = '—';

/** What is nested deeper than this stands there as JSON. */
const deepest = 4;

/** The parts of a card: the record's known fields in the definition's order, then its other members. */
export function entriesOf(fields: Fields, record: Received, room: Room): readonly Entry[] {
  const known = Object.keys(fields).filter((name) => record[name] !== undefined && Object.hasOwn(record, name));
  const others = Object.keys(record).filter((name) => record[name] !== undefined && !Object.hasOwn(fields, name));
  const entries = [...known, ...others].flatMap((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    return memberEntries({ ...room, label: escapeText(field?.label ?? labelOf(name)) }, field, record, name);
  });
  return alignMoney(entries, room.depth);
}

function memberEntries(place: Place, field: Field | undefined, record: Received, name: string): readonly Entry[] {
  const remark = field?.remark?.(record);
  return remark
    ? [entry(place, [escapeText(remark.words)], { tone: remark.tone })]
    : valueEntries(place, field, record[name]);
}

function valueEntries(place: Place, field: Field | undefined, value: unknown): readonly Entry[] {
  if (Array.isArray(value)) return arrayEntries(place, field, value);
  if (isObject(value) && place.depth < deepest) return objectEntries(place, field, value);
  const text = shownText(field, value);
  const money = field?.kind?.name === 'money' ? ({ money: true } as const) : {};
  return text === '' ? [{ ...empty(place), ...money }] : [entry(place, escapeLines(text).split('\n'), money)];
}

const entry = ({ depth, label }: Place, lines: readonly string[], more: Partial<Entry> = {}): Entry => ({
  depth,
  label,
  lines,
  ...more,
});

const empty = (place: Place): Entry => entry(place, [unset], { tone: 'quiet' });

function objectEntries(place: Place, field: Field | undefined, value: Received): readonly Entry[] {
  const written = field?.write?.(value);
  if (written) return [entry(place, written.map(escapeText))];
  const members = entriesOf(field?.group ?? {}, value, { ...place, depth: place.depth + 1 });
  return members.length === 0 ? [empty(place)] : [entry(place, []), ...members];
}

/** Objects as a small table, or one after the other under their number; other values one a line. */
function arrayEntries(place: Place, field: Field | undefined, values: readonly unknown[]): readonly Entry[] {
  if (values.length === 0) return [empty(place)];
  if (!values.some(isObject) || place.depth + 1 >= deepest)
    return [
      entry(
        place,
        values.map((value) => cellText(field, value) || unset),
      ),
    ];
  const inside = { ...place, depth: place.depth + 1 };
  const table = smallTable(
    field?.group ?? {},
    values,
    place.width === undefined ? undefined : place.width - 2 * inside.depth,
  );
  if (table) return [entry(place, [], { table })];
  const element: Field | undefined = field?.group ? { label: '', group: field.group } : undefined;
  return [
    entry(place, []),
    ...values.flatMap((value, at) => valueEntries({ ...inside, label: `${at + 1}.` }, element, value)),
  ];
}

/** Amounts of one level end in the same column. */
function alignMoney(entries: readonly Entry[], depth: number): readonly Entry[] {
  const own = (one: Entry): boolean => one.money === true && one.depth === depth;
  const width = Math.max(0, ...entries.filter(own).map(({ lines }) => widthOf(lines[0] ?? '')));
  return entries.map((one) =>
    own(one) ? { ...one, lines: [`${' '.repeat(width - widthOf(one.lines[0] ?? ''))}${one.lines[0]}`] } : one,
  );
}

/** Records inside a record, in rows. */
interface SmallTable {
  readonly columns: readonly GridColumn[];
  /** The headings first. */
  readonly rows: readonly (readonly string[])[];
}

/**
 * Objects of single values as rows with a column for every member that has something in it. Undefined where that is wider than the room, or where
 * a member is an object itself: cut or as JSON they would say less than one under the other.
 */
function smallTable(fields: Fields, values: readonly unknown[], room: number | undefined): SmallTable | undefined {
  if (!values.every(isFlat)) return undefined;
  const occurring = new Set(values.flatMap((value) => Object.keys(value)));
  const names = [
    ...Object.keys(fields).filter((name) => occurring.has(name)),
    ...[...occurring].filter((name) => !Object.hasOwn(fields, name)),
  ];
  const columns = names
    .map((name) => ({
      align: fields[name]?.kind?.align ?? 'left',
      cells: [
        escapeText(fields[name]?.label ?? labelOf(name)),
        ...values.map((value) => cellText(fields[name], value[name])),
      ],
    }))
    .filter(({ cells: [, ...cells] }) => cells.some((cell) => cell !== ''))
    .map((column) => ({ ...column, width: Math.max(...column.cells.map(widthOf)) }));
  if (columns.length === 0 || (room !== undefined && rowWidth(columns.map(({ width }) => width)) > room))
    return undefined;
  return {
    columns: columns.map(({ width, align }) => ({ width, align })),
    rows: ['heading', ...values].map((_, at) => columns.map(({ cells }) => cells[at] ?? '')),
  };
}

function isFlat(value: unknown): value is Received {
  return (
    isObject(value) &&
    Object.values(value).every((member) => !isObject(member) && !(Array.isArray(member) && member.some(isObject)))
  );
}
