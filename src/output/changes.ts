import type { Field, Fields, StoreRecord } from '../resources/record-fields.ts';
import { isObject } from '../text/json.ts';
import { paints } from '../text/paint.ts';
import { cellText, labelOf } from './display.ts';
import { drawRows, rowWidth } from './table/grid.ts';
import type { TextLayout } from './view.ts';
import { cut, widthOf, wrap } from './width.ts';

/** A record before and after an update. */
export interface Update {
  readonly before: StoreRecord;
  /** After it, or with what would be sent. */
  readonly after: StoreRecord;
  /** The fields that were sent: shown even if nothing changed. */
  readonly sent: readonly string[];
  /** `Changes:` */
  readonly heading: string;
  /** Whether nothing was sent: elements of lists are those that would be added. */
  readonly isPlanned: boolean;
  /** The record as it may be shown. */
  readonly mask: (record: StoreRecord) => StoreRecord;
}

interface Change {
  readonly label: string;
  readonly from: string;
  /** The same as before where it did not change. */
  readonly to: string;
}

/**
 * Old and new values side by side, a line for each field: `  Phone  030 123  →  030 456`. Where a terminal is too narrow
 * for that, they are below each other: two values that are cut may look the same.
 */
export function changesText(fields: Fields, update: Update, { width, color }: TextLayout): string {
  const changes = changesOf(fields, update);
  if (changes.length === 0) return '';
  const rows = changes.map(({ label, from, to }) => [
    `  ${label}`,
    from || unset,
    ...(from === to ? ['', '(unchanged)'] : ['→', to || unset]),
  ]);
  const widths = [0, 1, 2, 3].map((at) => Math.max(1, ...rows.map((row) => widthOf(row[at] ?? ''))));
  const columns = widths.map((wide) => ({ width: wide, align: 'left' as const }));
  const paint = paints(color);
  const lines =
    width === undefined || rowWidth(widths) <= width
      ? drawRows(columns, rows, width, (cell, _, at) => (at === 0 ? paint.quiet(cell) : cell))
      : changes.flatMap((change) => stacked(change, width, paint.quiet));
  return `${[paint.heading(update.heading), ...lines].join('\n')}\n`;
}

/** The label, and below it the old value and the new one. */
function stacked({ label, from, to }: Change, width: number, quiet: (text: string) => string): readonly string[] {
  const room = Math.max(1, width - valueIndent.length);
  const below = (text: string, mark: string): readonly string[] =>
    wrap(cut(text, room * mostLines), room).map((line, at) => `${at === 0 ? mark : valueIndent}${line}`);
  const labels = wrap(label, Math.max(1, width - 2)).map((line) => quiet(`  ${line}`));
  if (from === to) return [...labels, ...below(`${from || unset} (unchanged)`, valueIndent)];
  return [...labels, ...below(from || unset, valueIndent), ...below(to || unset, '  → ')];
}

const valueIndent = '    ';

/** Of one value: a question follows, and must not push it off the screen. */
const mostLines = 10;

const unset = '—';

/** The fields that were sent, then what the store changed with them. */
function changesOf(fields: Fields, update: Update): readonly Change[] {
  const { before, after, sent } = update;
  const others = Object.keys(after).filter((name) => !sent.includes(name) && isConsequence(fields[name]));
  return [...sent, ...others].flatMap((name) => {
    const field = fields[name];
    if (field?.element) return elementChanges(field.element, name, update);
    const isSame = textAt(field, before[name]) === textAt(field, after[name]);
    if (isSame && !sent.includes(name)) return [];
    const shown = (record: StoreRecord): string => textAt(field, update.mask(record)[name]);
    const label = cellText(undefined, field?.label ?? labelOf(name));
    const from = shown(before);
    return [{ label, from, to: isSame ? from : differing(from, shown(after)) }];
  });
}

/** Two values that are hidden look the same. */
const differing = (from: string, to: string): string => (from === to ? `${to} (changed)` : to);

/** Amounts and yes or no follow from other fields; dates, and texts made of other fields, would say nothing new. */
const isConsequence = (field: Field | undefined): boolean => ['money', 'flag'].includes(field?.kind?.name ?? '');

/** A value on one line; of a group, that of its column: the code of a country. */
function textAt(field: Field | undefined, value: unknown): string {
  const [name, leaf] = Object.entries(field?.group ?? {}).find(([, { column }]) => column !== undefined) ?? [];
  if (!field?.list && name !== undefined)
    return cellText(leaf, isObject(value) && Object.hasOwn(value, name) ? value[name] : value);
  return cellText(field, value);
}

function elementChanges(
  element: NonNullable<Field['element']>,
  name: string,
  { before, after, isPlanned }: Update,
): readonly Change[] {
  const textsOf = (record: StoreRecord): ReadonlyMap<string, string> => {
    const values: readonly unknown[] = Array.isArray(record[name]) ? record[name] : [];
    return new Map(values.filter(isObject).map(element));
  };
  const old = textsOf(before);
  const now = textsOf(after);
  const labels = isPlanned ? [...now.keys()] : [...new Set([...old.keys(), ...now.keys()])];
  return labels
    .map((label) => ({
      label: cellText(undefined, label),
      from: cellText(undefined, old.get(label)),
      to: cellText(undefined, isPlanned ? `+ ${now.get(label)}` : now.get(label)),
    }))
    .filter(({ from, to }) => from !== to);
}
