import { Chalk } from 'chalk';
import type { Fields, Received } from '../resources/record.ts';
import { type Entry, entriesOf } from './entries.ts';
import { cut, widthOf, wrap } from './width.ts';

/** Labels beyond this push their value to the right instead of pushing all of them. */
const longestLabel = 32;
/** What a narrow terminal keeps for values. */
const leastValue = 12;

/**
 * One record as lines of label and value, nested objects indented under their label. Known fields come first, in the definition's order, then
 * the others under their own names. At a terminal values are wrapped to the width; in a pipe nothing is cut.
 */
export function card(
  fields: Fields,
  record: Received,
  { width, color }: { readonly width: number | undefined; readonly color: boolean },
): string {
  const { dim } = new Chalk({ level: color ? 1 : 0 });
  const entries = entriesOf(fields, record);
  const labels = labelColumn(entries, width);
  return entries.map((entry) => `${linesOf(entry, labels, width, dim).join('\n')}\n`).join('');
}

/** Where values begin. */
function labelColumn(entries: readonly Entry[], width: number | undefined): number {
  const widest = Math.max(0, ...entries.filter(({ lines }) => lines.length > 0).map(({ depth, label }) => 2 * depth + widthOf(label)));
  return Math.min(widest, longestLabel, Math.max(1, (width ?? Number.POSITIVE_INFINITY) - leastValue)) + 2;
}

function linesOf(entry: Entry, column: number, width: number | undefined, paint: (label: string) => string): readonly string[] {
  const indent = ' '.repeat(2 * entry.depth);
  const room = (entry.lines.length > 0 ? column - 2 : (width ?? 0)) - indent.length;
  const label = width === undefined ? entry.label : cut(entry.label, Math.max(1, room));
  if (entry.lines.length === 0) return [`${indent}${paint(label)}`];
  const lines = width === undefined ? entry.lines : entry.lines.flatMap((line) => wrap(line, Math.max(1, width - column)));
  const padding = ' '.repeat(Math.max(2, column - indent.length - widthOf(label)));
  const [first = '', ...others] = lines;
  return [`${indent}${paint(label)}${padding}${first}`, ...others.map((line) => (line === '' ? '' : `${' '.repeat(column)}${line}`))];
}
