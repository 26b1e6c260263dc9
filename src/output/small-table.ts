import type { Fields, Received } from '../resources/record.ts';
import { escapeText } from '../text/escape.ts';
import { cellText } from './cells.ts';
import type { GridColumn } from './grid.ts';
import { labelOf } from './labels.ts';
import { rowWidth } from './layout.ts';
import { isObject } from './paths.ts';
import { widthOf } from './width.ts';

/** Records inside a record, in rows. */
export interface SmallTable {
  readonly columns: readonly GridColumn[];
  /** The headings first. */
  readonly rows: readonly (readonly string[])[];
}

/**
 * Objects of single values as rows with a column for every member that has something in it. Undefined where that is wider than the room, or where
 * a member is an object itself: cut or as JSON they would say less than one under the other.
 */
export function smallTable(fields: Fields, values: readonly unknown[], room: number | undefined): SmallTable | undefined {
  if (!values.every(isFlat)) return undefined;
  const occurring = new Set(values.flatMap((value) => Object.keys(value)));
  const names = [
    ...Object.keys(fields).filter((name) => occurring.has(name)),
    ...[...occurring].filter((name) => !Object.hasOwn(fields, name)),
  ];
  const columns = names
    .map((name) => ({
      align: fields[name]?.kind?.align ?? 'left',
      cells: [escapeText(fields[name]?.label ?? labelOf(name)), ...values.map((value) => cellText(fields[name], value[name]))],
    }))
    .filter(({ cells: [, ...cells] }) => cells.some((cell) => cell !== ''))
    .map((column) => ({ ...column, width: Math.max(...column.cells.map(widthOf)) }));
  if (columns.length === 0 || (room !== undefined && rowWidth(columns.map(({ width }) => width)) > room)) return undefined;
  return {
    columns: columns.map(({ width, align }) => ({ width, align })),
    rows: ['heading', ...values].map((_, at) => columns.map(({ cells }) => cells[at] ?? '')),
  };
}

function isFlat(value: unknown): value is Received {
  return isObject(value) && Object.values(value).every((member) => !isObject(member) && !(Array.isArray(member) && member.some(isObject)));
}
