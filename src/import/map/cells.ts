import type { Kind } from '../../resources/kind.ts';
import { divideRounded, type Money, roundedMoney } from '../../text/money.ts';
import { CellProblem, canonicalNumber, type Mark, type NumberStyle } from './numbers.ts';

/** Reads a cell that is not blank, in a column with this decimal mark: its value, or the `CellProblem` it has. */
export type CellReader = (cell: string, mark: Mark | undefined) => unknown;

/** How to read the cells of a field, for one column. Other kinds are read like typed text. */
export function cellReader(field: string, kind: Kind<unknown>, stated: Mark | undefined): CellReader {
  if (kind.name === 'code') return field === 'ean' ? readEan(kind) : readCode(kind);
  if (kind.name === 'text') return readText(kind);
  if (isNumber(kind)) return cached(readNumber(kind, stated));
  return cached((cell) => typed(kind, kind.name === 'percent' ? cell.trim().replace(',', '.') : cell.trim()));
}

/** Reads each cell once: a column of amounts, rates or states has the same few again and again. */
function cached(read: CellReader): CellReader {
  const known = new Map<string, unknown>();
  let knownMark: Mark | undefined;
  return (cell, mark) => {
    if (mark !== knownMark) known.clear();
    knownMark = mark;
    const before = known.get(cell);
    if (before !== undefined) return before;
    const value = read(cell, mark);
    if (known.size < mostKnown && cell.length <= longestKnown) known.set(cell, value);
    return value;
  };
}

const [mostKnown, longestKnown] = [1000, 20];

/** Numbers whose decimal mark is found from the column. Not percentages: 21,000 can only be 21. */
export const isNumber = ({ name }: Kind<unknown>): boolean => name === 'money' || name === 'count' || name === 'id';

const typed = (kind: Kind<unknown>, text: string): unknown =>
  kind.typed(text) ?? new CellProblem(`must be ${kind.words ? `one of ${kind.words().join(', ')}` : kind.expects}`);

const readText =
  (kind: Kind<unknown>): CellReader =>
  (cell) =>
    cell.includes('\0')
      ? new CellProblem('contains a NUL character: remove it, or check the encoding of the file')
      : typed(kind, cell);

const readCode =
  (kind: Kind<unknown>): CellReader =>
  (cell) =>
    cell === cell.trim()
      ? typed(kind, cell)
      : new CellProblem(`has leading or trailing spaces (${JSON.stringify(cell)}): remove them`);

const readEan = (kind: Kind<unknown>): CellReader => {
  const read = readCode(kind);
  return (cell, mark) =>
    isRoundedBySpreadsheet(cell)
      ? new CellProblem(
          'was rounded by a spreadsheet and lost digits: format the column as text and enter the EAN again',
        )
      : read(cell, mark);
};

function readNumber(kind: Kind<unknown>, stated: Mark | undefined): CellReader {
  const style = (mark: Mark | undefined): NumberStyle => ({
    mark,
    stated: stated !== undefined,
    money: kind.name === 'money',
  });
  const [open, point, comma] = [style(undefined), style('.'), style(',')];
  return (cell, mark) => {
    const number = canonicalNumber(cell, mark === '.' ? point : mark === ',' ? comma : open);
    if (number instanceof CellProblem) return number;
    const rounded = kind.name === 'money' ? roundedMoney(number) : undefined;
    return rounded === undefined
      ? typed(kind, number)
      : new CellProblem(`has more digits than a number holds: round it to ${rounded}`);
  };
}

/** Why an EAN is doubtful. A warning, since stores also keep their own numbers there. */
export function eanWarning(ean: string): string | undefined {
  if (!/^(?:\d{8}|\d{12,14})$/.test(ean)) return 'expected 8, 12, 13 or 14 digits';
  const lastDigit = ean.charCodeAt(ean.length - 1) - zero;
  const right = checkDigit(ean);
  return lastDigit === right
    ? undefined
    : `the check digit is ${lastDigit}, expected ${right}: one of the digits may be wrong`;
}

const zero = '0'.charCodeAt(0);

/**
 * GS1: from the right, before the check digit, digits have the weights 3, 1, 3, 1, …; the check digit makes the sum a
 * multiple of ten.
 */
function checkDigit(ean: string): number {
  let sum = 0;
  for (let at = ean.length - 2, weight = 3; at >= 0; at--, weight = 4 - weight)
    sum += (ean.charCodeAt(at) - zero) * weight;
  return (10 - (sum % 10)) % 10;
}

/** `8,71235E+12`: the other digits are lost. */
const isRoundedBySpreadsheet = (cell: string): boolean => /^\d+(?:[.,]\d+)?E\+?\d+$/i.test(cell);

/** Decimals of a price without VAT: the API's own prices have four. */
const decimals = 4;
/** A JSON number carries 15 digits exactly. */
const longest = 10n ** 15n;

/**
 * The price excluding VAT: divided by 1 + rate / 100 as whole numbers, to four decimals, half rounded up (away from
 * zero). The VAT rate of the row wins over that of the file.
 */
export function withoutVat(price: Money, taxRate: number | undefined, stated: Money): Money | CellProblem {
  const { units, scale }: Money = taxRate === undefined ? stated : { units: BigInt(taxRate), scale: 0 };
  const hundred = 100n * 10n ** BigInt(scale);
  const net = divideRounded(
    price.units * hundred * 10n ** BigInt(decimals),
    (hundred + units) * 10n ** BigInt(price.scale),
  );
  if (net >= longest || net <= -longest) return new CellProblem('has too many digits to remove the VAT exactly');
  return { units: net, scale: decimals };
}
