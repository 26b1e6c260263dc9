import type { FileTable } from '../../resources/file-table.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';

/** A noun in the singular and the plural. */
export type Names = FileTable['names'];

/** `1 product`, `1,200 products` */
export const nounCount = (count: number, [one, several]: Names): string =>
  `${formatCount(count)} ${count === 1 ? one : several}`;

/** `1 row`, `1,200 rows` */
export const rowCount = (rows: number): string => `${formatCount(rows)} ${inNumber('{row|rows}', rows)}`;

/** How many rows a file has that was written: `3 rows`, `no rows`. */
export const rowsOrNone = (rows: number): string => (rows === 0 ? 'no rows' : rowCount(rows));
