import { damagedWorkbook } from '../faults.ts';
import { maxColumns, maxRows } from './bounds.ts';
import { columnIndex } from './cell-text.ts';

/** The cells that merged cells cover (ECMA-376 Part 1, 18.3.1.55): a spreadsheet shows the first of each range. */
export class MergedRanges {
  /** By column: the rows between which it is covered, a pair each. */
  readonly #covered = new Map<number, [from: number, to: number][]>();
  #count = 0;

  get isEmpty(): boolean {
    return this.#covered.size === 0;
  }

  /** @param range such as `B2:C5` @throws CliError `usage` for none, or for more of them than fit beside each other */
  add(range = ''): void {
    const [, left = '', top = '', right = left, bottom = top] =
      /^([A-Z]{1,3})(\d+)(?::([A-Z]{1,3})(\d+))?$/.exec(range) ?? [];
    const first = columnIndex(left);
    const last = columnIndex(right);
    const from = Number(top);
    const to = Number(bottom);
    if (first < 0 || last < first || last >= maxColumns || from < 1 || to < from || to > maxRows)
      throw damagedWorkbook('a merged cell is out of place');
    for (let column = first; column <= last; column++) this.#cover(column, column === first ? from + 1 : from, to);
  }

  #cover(column: number, from: number, to: number): void {
    if (from > to) return;
    this.#count++;
    if (this.#count > maxCovered) throw damagedWorkbook('more merged cells than fit next to each other');
    const rows = this.#covered.get(column) ?? [];
    rows.push([from, to]);
    this.#covered.set(column, rows);
  }

  /** Gives the columns that are covered in a row of so many cells; rows must be requested in order. */
  inOrder(): (row: number, width: number) => readonly number[] {
    const columns = [...this.#covered].map(([column, rows]) => ({
      column,
      rows: rows.sort(([left], [right]) => left - right),
      at: 0,
    }));
    return (row, width) =>
      columns.flatMap((covered) => {
        if (covered.column >= width) return [];
        while ((covered.rows[covered.at]?.[1] ?? row) < row) covered.at++;
        return (covered.rows[covered.at]?.[0] ?? row + 1) <= row ? covered.column : [];
      });
  }
}

/** Ranges do not overlap: two columns that are covered in each row of a million. */
const maxCovered = 2_000_000;
