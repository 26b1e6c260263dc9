import { escapeText } from '../../text/escape.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import { type CheckedFile, howManySound } from '../check/check.ts';
import type { Import } from '../import-run.ts';
import type { CatalogueDescription, RowFault } from '../read/catalogue.ts';

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
  const { encoding, delimiter, decimal, columns, ignored, preset, notes } = description;
  const mark = decimal === undefined ? '' : `, decimal ${decimal === ',' ? 'comma' : 'point'}`;
  const lines = [
    `${path === '-' ? 'Standard input' : path}: ${encoding}, ${delimiterNames[delimiter] ?? `separated by ${delimiter}`}${mark}`,
    ...(preset
      ? [`Preset: ${preset.title}${preset.isFound ? ', found from the header (--preset none turns it off)' : ''}`]
      : []),
    `Columns: ${columns.map(({ heading, field }) => (heading === field ? field : `${heading} → ${field}`)).join(', ')}`,
    ...(ignored.length === 0 ? [] : [`Ignored: ${ignored.map((heading) => heading || '(no heading)').join(', ')}`]),
    ...notes.map((note) => `Note: ${note}`),
  ];
  return lines.map(escapeText);
}

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

/** The rows that a preset excludes, by reason: `Excluded 12 rows with only an image.` */
export function describeLeftOut({ leftOut }: CheckedFile): readonly string[] {
  return [...leftOut].map(([why, rows]) => `Excluded ${formatCount(rows)} ${inNumber(why, rows)}.`);
}

/** `1 row`, `1,200 rows` */
export const howManyRows = (rows: number): string => `${formatCount(rows)} ${rows === 1 ? 'row' : 'rows'}`;

/** `2 of 10 rows are`, to be ended by what they are. */
export function howManyFaulty({ faultyRows, rows }: { readonly faultyRows: number; readonly rows: number }): string {
  return rows === 1
    ? 'The only row is'
    : `${formatCount(faultyRows)} of ${formatCount(rows)} rows ${faultyRows === 1 ? 'is' : 'are'}`;
}

/** `The file has 8 rows, not 9 as --expect-rows says. ` */
export const otherCount = ({ expectRows = 0 }: Import, { rows }: CheckedFile): string =>
  `The file has ${howManyRows(rows)}, not ${formatCount(expectRows)} as --expect-rows says. `;

/** Why a file cannot be sent, as a sentence with a space behind it; nothing when it can. */
export function whatIsWrong(checked: CheckedFile): string {
  if (!checked.isToldWhole) return `${formatCount(checked.faultyRows)} rows and more are faulty. `;
  if (checked.faultyRows > 0) return `${howManyFaulty(checked)} faulty. `;
  return howManySound(checked) === 0 ? 'No row of the file is a product that can be imported. ' : '';
}

/** The next step for who has such a file. */
export function whatToDo({ skipInvalid }: Import, checked: CheckedFile): string {
  if (checked.faultyRows === 0) return 'Every row was left out: --preset none reads them all.';
  const others =
    skipInvalid || !checked.isToldWhole || howManySound(checked) === 0 ? '' : ' --skip-invalid sends the others.';
  return `Mend these lines, and run the same command again.${others}`;
}

/** `30 rows are in the store already, 2 of them with another name or price: they stay as they are.` */
export function thereAlready(there: number, differing: number): string {
  const differ =
    differing === 0 ? '' : `, ${formatCount(differing)} of them with another name or price: they stay as they are`;
  return `${howManyRows(there)} ${there === 1 ? 'is' : 'are'} in the store already${differ}.`;
}
