import type { FileTable } from '../../../resources/file-table.ts';
import type { Kind } from '../../../resources/kind.ts';
import { looseHeading } from '../../../text/words.ts';

/** The columns of a file: their names, their fields, and those that are read, row by row, where another is blank. */

export interface FileColumn {
  /** 0 is the first of the file. */
  readonly index: number;
  readonly heading: string;
}

/** A column that is read, and its field. */
export interface FieldColumn extends FileColumn {
  readonly field: string;
  readonly kind: Kind<unknown>;
  /** The columns that are read where this one is blank, the best first. */
  readonly fallbacks?: readonly FileColumn[];
}

/** A column as messages and the description name it. */
export const columnName = ({ heading, index }: FileColumn): string =>
  heading.trim() === '' ? `column ${index + 1} (no heading)` : heading;

/**
 * Field → heading, as `--map` would state what is read. Not of a column that others stand in for: one that is mapped has none.
 * Nor of a heading that several columns have, or none.
 */
export const asMap = (columns: readonly FieldColumn[], headings: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    columns
      .filter(({ fallbacks = [] }) => fallbacks.length === 0)
      .filter(({ heading }) => heading.trim() !== '' && headings.filter((one) => one === heading).length === 1)
      .map(({ field, heading }) => [field, heading]),
  );

interface FallbackOptions {
  readonly noun: FileTable;
  /** Columns that are of no field. */
  readonly accounted: ReadonlySet<FileColumn>;
  /** Those of fields that the user has mapped. */
  readonly mapped: readonly FieldColumn[];
}

/** The columns with those that are read where a row has nothing in them. Not of a field that the user has mapped. */
export function withFallbacks(
  columns: readonly FieldColumn[],
  file: readonly FileColumn[],
  { noun, accounted, mapped }: FallbackOptions,
): readonly FieldColumn[] {
  const { fallback = [], headings, otherHeadings = [] } = noun;
  const taken = new Set([...columns, ...accounted].map(({ index }) => index));
  return columns.map((column) => {
    if (!fallback.includes(column.field) || mapped.includes(column)) return column;
    const known = [headings, ...otherHeadings].flatMap((table) => table[column.field] ?? []);
    const fallbacks = known.flatMap((name) =>
      file.filter(({ heading, index }) => !taken.has(index) && looseHeading(heading) === name),
    );
    return fallbacks.length === 0 ? column : { ...column, fallbacks };
  });
}
