import type { Field, Fields, StoreRecord, ValueTone } from '../../resources/record-fields.ts';
import { escapeLines, escapeText } from '../../text/escape.ts';
import { isObject } from '../../text/json.ts';
import { alignDecimals, cellText, labelOf, shownText } from '../display.ts';
import { type GridColumn, rowWidth } from '../table/grid.ts';
import { widthOf, wrap } from '../width.ts';

/** One part of a card: a label with its value, or without lines the heading of what follows one level deeper. */
export interface CardEntry {
  readonly depth: number;
  readonly label: string;
  /** The value for a person, escaped, line by line. */
  readonly lines: readonly string[];
  readonly tone?: ValueTone | undefined;
  /** Where the value leads to, as the store gives it. */
  readonly address?: unknown;
  /** Records in rows, under the label. */
  readonly table?: SmallTable;
  readonly isMoney?: true;
}

/** Records inside a record, in rows. */
interface SmallTable {
  readonly columns: readonly GridColumn[];
  /** The headings first. */
  readonly rows: readonly (readonly string[])[];
}

/** What the entries are made for. */
interface EntryContext {
  readonly depth: number;
  /** Columns of a line; undefined in a pipe. */
  readonly width: number | undefined;
  /** Shows empty, zero and repeated values too. */
  readonly all: boolean;
  /** Keeps the order of the record: that of `--fields`. */
  readonly inOrder?: boolean;
  /** The record of the whole card, for values that are on it already. */
  readonly root: StoreRecord;
}

type EntryPlace = EntryContext & Pick<CardEntry, 'label'>;

const unset = '—';

/** Anything nested deeper is shown as JSON. */
const maxDepth = 4;

/** The parts of a card; unless in the record's order, first the fields that lists show, then the other known fields, then the unknown ones. */
export function entriesOf(fields: Fields, record: StoreRecord, room: EntryContext): readonly CardEntry[] {
  const names = room.inOrder ? presentIn(record) : namesOf(fields, record);
  const entries = names.flatMap((name) => {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const place = { ...room, label: escapeText(field?.label ?? labelOf(name)) };
    const remark = field?.remark?.(record);
    if (remark) return [entry(place, [escapeText(remark.words)], { tone: remark.tone })];
    if (!isShown(field, record[name], room)) return [];
    const found = valueEntries(place, field, record[name]);
    return field?.address === undefined
      ? found
      : found.map((one) => ({ ...one, address: record[field.address ?? ''] }));
  });
  return alignMoney(entries, room.depth);
}

const presentIn = (record: StoreRecord): readonly string[] =>
  Object.keys(record).filter((name) => record[name] !== undefined);

function namesOf(fields: Fields, record: StoreRecord): readonly string[] {
  const present = presentIn(record);
  const rank = (name: string): number => fields[name]?.column ?? Number.MAX_SAFE_INTEGER;
  const known = Object.keys(fields).filter((name) => present.includes(name));
  return [...known.sort((left, right) => rank(left) - rank(right)), ...present.filter((name) => !known.includes(name))];
}

function isShown(field: Field | undefined, value: unknown, { all, root }: EntryContext): boolean {
  return (
    all || isObject(value) || Array.isArray(value) || !(isBlankValue(field, value) || isRepeated(field, value, root))
  );
}

/** Kinds for which 0 is no value. */
const countable: ReadonlySet<string> = new Set(['count', 'money', 'decimal', 'id', 'flag']);

/** Whether a value is empty, or 0 where that means none. A price or a stock that lists show is shown at 0 too. */
function isBlankValue(field: Field | undefined, value: unknown): boolean {
  if (shownText(field, value) === '') return true;
  const { name = 'count', align = 'left' } = field?.kind ?? {};
  const isListed = field?.column !== undefined && !field.isRare && align === 'right' && name !== 'id';
  return countable.has(name) && !isListed && /^(-?0+(\.0*)?|false)$/.test(String(value));
}

/** Whether another field of the card shows the same; a path in the shop is shown by its URL. */
function isRepeated(field: Field | undefined, value: unknown, root: StoreRecord): boolean {
  if (field?.sameAs === undefined) return false;
  const text = shownText(field, value);
  const other = shownText(field, root[field.sameAs]);
  return other === text || other.endsWith(`/${text}`);
}

function valueEntries(place: EntryPlace, field: Field | undefined, value: unknown): readonly CardEntry[] {
  if (Array.isArray(value)) return arrayEntries(place, field, value);
  if (isObject(value) && place.depth < maxDepth) return objectEntries(place, field, value);
  const text = shownText(field, value);
  const money = field?.kind?.name === 'money' ? ({ isMoney: true } as const) : {};
  return text === '' ? nothing(place, money) : [entry(place, escapeLines(text).split('\n'), money)];
}

const entry = ({ depth, label }: EntryPlace, lines: readonly string[], more: Partial<CardEntry> = {}): CardEntry => ({
  depth,
  label,
  lines,
  ...more,
});

const nothing = (place: EntryPlace, more: Partial<CardEntry> = {}): readonly CardEntry[] =>
  place.all ? [entry(place, [unset], { tone: 'quiet', ...more })] : [];

function objectEntries(place: EntryPlace, field: Field | undefined, value: StoreRecord): readonly CardEntry[] {
  const written = field?.write?.(value);
  if (written) return [entry(place, written.map(escapeText))];
  const inside = entriesOf(field?.group ?? {}, value, { ...place, depth: place.depth + 1 });
  return inside.length === 0 ? nothing(place) : [entry(place, []), ...inside];
}

/** Objects as people write them, as a small table, or one after the other under their number; other values one per line. */
function arrayEntries(place: EntryPlace, field: Field | undefined, values: readonly unknown[]): readonly CardEntry[] {
  if (values.length === 0) return field?.none === undefined ? nothing(place) : [entry(place, [field.none])];
  if (!values.some(isObject) || place.depth + 1 >= maxDepth) {
    const lines = values.map((value) => cellText(field, value) || unset);
    return [entry(place, lines)];
  }
  const written = values.map((value) => (isObject(value) ? field?.write?.(value) : undefined));
  if (written.every((lines) => lines !== undefined)) return [entry(place, written.flat().map(escapeText))];
  const inside = { ...place, depth: place.depth + 1 };
  const room = place.width === undefined ? undefined : place.width - 2 * inside.depth;
  const table = smallTable(field?.group ?? {}, values, { ...inside, width: room });
  if (table) return [entry(place, [], { table })];
  const element: Field | undefined = field?.group ? { label: '', group: field.group } : undefined;
  const entries = values.flatMap((value, at) =>
    valueEntries({ ...inside, root: isObject(value) ? value : place.root, label: `${at + 1}.` }, element, value),
  );
  return entries.length === 0 ? nothing(place) : [entry(place, []), ...entries];
}

/**
 * Objects as table rows, with a column for each field that has a value; a long last text is wrapped. Undefined if a field
 * is nested or the table is too wide: a list of cards then shows more.
 */
function smallTable(
  fields: Fields,
  values: readonly unknown[],
  { width: room, all }: EntryContext,
): SmallTable | undefined {
  if (!values.every(isFlat)) return undefined;
  const occurring = new Set(values.flatMap((value) => Object.keys(value)));
  const names = [
    ...Object.keys(fields).filter((name) => occurring.has(name)),
    ...[...occurring].filter((name) => !Object.hasOwn(fields, name)),
  ];
  const isWorth = (name: string): boolean =>
    values.some((value) =>
      all ? cellText(fields[name], value[name]) !== '' : !isBlankValue(fields[name], value[name]),
    );
  const columns = names.filter(isWorth).map((name) => {
    const heading = escapeText(fields[name]?.label ?? labelOf(name));
    const cells = [heading, ...values.map((value) => cellText(fields[name], value[name]))];
    return {
      align:
        fields[name]?.kind?.align ??
        (values.every(({ [name]: value }) => typeof value === 'number') ? 'right' : 'left'),
      cells,
      width: cells.reduce((width, cell) => Math.max(width, widthOf(cell)), 0),
    };
  });
  const last = columns.at(-1);
  if (!last) return undefined;
  const excess = Math.max(0, rowWidth(columns.map(({ width }) => width)) - (room ?? Number.POSITIVE_INFINITY));
  const lastWidth = last.width - excess;
  if (excess > 0 && (last.align === 'right' || lastWidth < minWrapped)) return undefined;
  const fitting = columns.map(({ width, align }) => ({ width, align }));
  return {
    columns: [...fitting.slice(0, -1), { width: lastWidth, align: last.align }],
    rows: ['heading', ...values].flatMap((_, at) =>
      linesOfRow(
        columns.map(({ cells }) => cells[at] ?? ''),
        lastWidth,
      ),
    ),
  };
}

/** A message that is wrapped in fewer columns is hard to read. */
const minWrapped = 24;

/** A row, and below it what its last text has no room for. */
function linesOfRow(row: readonly string[], lastWidth: number): readonly (readonly string[])[] {
  const before = row.slice(0, -1);
  return wrap(row.at(-1) ?? '', lastWidth).map((line, at) => [...(at === 0 ? before : before.map(() => '')), line]);
}

function isFlat(value: unknown): value is StoreRecord {
  return (
    isObject(value) &&
    Object.values(value).every((field) => !isObject(field) && !(Array.isArray(field) && field.some(isObject)))
  );
}

/** The decimal points of the amounts of one level are in one column. */
function alignMoney(entries: readonly CardEntry[], depth: number): readonly CardEntry[] {
  const isOwn = (one: CardEntry): boolean => one.isMoney === true && one.depth === depth;
  const own = entries.filter(isOwn);
  const amounts = alignDecimals(own.map(({ lines }) => lines[0] ?? ''));
  const width = amounts.reduce((most, amount) => Math.max(most, widthOf(amount)), 0);
  const padded = (amount: string): string => `${' '.repeat(width - widthOf(amount))}${amount}`.trimEnd();
  const aligned = new Map(own.map((one, at) => [one, padded(amounts[at] ?? '')]));
  return entries.map((one) => ({ ...one, lines: isOwn(one) ? [aligned.get(one) ?? ''] : one.lines }));
}
