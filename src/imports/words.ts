import type { CatalogueDescription, RowFault } from '../input/csv/catalogue.ts';
import { escapeText } from '../text/escape.ts';
import { formatCount } from '../text/numbers.ts';

/** `line 12, price "abc": must be …`, safe to print. */
export function describeFault({ line, column, value, message }: RowFault): string {
  const place = [column, value === undefined || value === '' ? undefined : `"${cut(value)}"`]
    .filter((part) => part !== undefined)
    .join(' ');
  return escapeText(`line ${line}${place === '' ? '' : `, ${place}`}: ${message}`);
}

const longestQuoted = 80;
const cut = (text: string): string => (text.length > longestQuoted ? `${text.slice(0, longestQuoted)}…` : text);

/** How the file was read: what was found, what was matched, what is ignored. */
export function describeCatalogue(path: string, description: CatalogueDescription): readonly string[] {
  const { encoding, delimiter, decimal, columns, ignored } = description;
  const mark = decimal === undefined ? '' : `, decimal ${decimal === ',' ? 'comma' : 'point'}`;
  const lines = [
    `${path === '-' ? 'Standard input' : path}: ${encoding}, ${delimiterNames[delimiter] ?? `separated by ${delimiter}`}${mark}`,
    `Columns: ${columns.map(({ heading, member }) => (heading === member ? member : `${heading} → ${member}`)).join(', ')}`,
    ...(ignored.length === 0 ? [] : [`Ignored: ${ignored.map((heading) => heading || '(no heading)').join(', ')}`]),
  ];
  return lines.map(escapeText);
}

const delimiterNames: Readonly<Record<string, string>> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** `1 row`, `1,200 rows` */
export const howManyRows = (rows: number): string => `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;

/** `2 of 10 rows are`, to be ended by what they are. */
export function howManyFaulty({ faultyRows, rows }: { readonly faultyRows: number; readonly rows: number }): string {
  return rows === 1 ? 'The only row is' : `${formatCount(faultyRows)} of ${formatCount(rows)} rows ${faultyRows === 1 ? 'is' : 'are'}`;
}
