import type { FileTable } from '../../../resources/file-table.ts';
import type { Kind } from '../../../resources/kind.ts';
import { invisibleIn, isPlainCode } from '../../../text/codes.ts';
import { divideRounded, type Money, roundedMoney } from '../../../text/money.ts';
import { firstOf } from '../../../text/words.ts';
import type { FieldColumn } from '../headings/field-columns.ts';
import { canonicalCount } from './count-cells.ts';
import { type DecimalMarks, isNumber } from './decimal-marks.ts';
import { markFinder, mayBeMark } from './marks.ts';
import { CellProblem, canonicalNumber } from './numbers.ts';

/**
 * Reads a cell that is not blank: its value, or the `CellProblem` it has.
 * @param isStored whether it has the digits of a number that a sheet stores: no mark of the column concerns these
 */
export type CellReader = (cell: string, isStored?: boolean) => unknown;

/** How to read the cells of a column. What a spreadsheet or a program wrote for no value is none, whatever the kind. */
export function cellReader(column: FieldColumn, noun: FileTable, marks: DecimalMarks): CellReader {
  const findMark = markFinder(noun, column.field, column.kind);
  const read = kindReader(column, marks);
  const isCode = column.kind.name === 'code' || column.field in noun.digits;
  return (cell, isStored) =>
    isCode || mayBeMark(cell) ? (findMark(cell) ?? read(cell, isStored)) : read(cell, isStored);
}

/** Kinds without rules of their own are read like typed text. */
function kindReader({ kind, index }: FieldColumn, marks: DecimalMarks): CellReader {
  if (kind.name === 'code') return (cell) => (isPlainCode(cell) ? cell : (codeProblem(cell) ?? typed(kind, cell)));
  if (kind.name === 'text') return (cell) => textProblem(cell) ?? typed(kind, cell.trim());
  if (kind.name === 'percent') return (cell) => typed(kind, cell.trim().replace(',', '.'));
  // A program that takes flags for numbers writes 1.0.
  if (kind.name === 'choice')
    return (cell) => typed(kind, cell.length > 2 ? cell.trim().replace(/^(\d+)[.,]0+$/, '$1') : cell.trim());
  if (!isNumber(kind)) return (cell) => typed(kind, cell.trim());
  const stated = marks.stated !== undefined;
  const money = kind.name === 'money';
  const numberIn = (cell: string): string | CellProblem =>
    kind.name === 'count'
      ? canonicalCount(cell, index, marks)
      : canonicalNumber(cell, { mark: marks.observe(index, cell), stated, money });
  return (cell, isStored) => {
    const number = isStored ? cell : numberIn(cell);
    if (number instanceof CellProblem) return number;
    const rounded = money ? roundedMoney(number) : undefined;
    return rounded === undefined
      ? typed(kind, number)
      : new CellProblem(`has more digits than a number holds: round it to ${rounded}`);
  };
}

const typed = (kind: Kind<unknown>, text: string): unknown =>
  kind.typed(text) ??
  new CellProblem(`must be ${kind.words ? `one of ${firstOf(kind.words(), maxWords)}` : kind.expects}`);

/** The best known words come first. */
const maxWords = 8;

const hasNul = new CellProblem('contains a NUL character: remove it, or check the encoding of the file');

const hasHalf = new CellProblem('contains half of a character, which stores replace: remove it');

function textProblem(cell: string): CellProblem | undefined {
  if (cell.includes('\0')) return hasNul;
  return cell.isWellFormed() ? undefined : hasHalf;
}

function codeProblem(cell: string): CellProblem | undefined {
  const unseen = invisibleIn(withoutOuterBlanks(cell));
  if (unseen.length > 0) {
    const [characters, them] =
      unseen.length === 1 ? ['an invisible character', 'it'] : ['invisible characters', 'them'];
    return new CellProblem(`has ${characters} (${unseen.join(', ')}): remove ${them}`);
  }
  if (cell === cell.trim()) return undefined;
  const shown = JSON.stringify(cell).replace(/[^\x20-\x7e]/g, escapedBlank);
  return new CellProblem(`has leading or trailing spaces (${shown}): remove them`);
}

/** No expression: one for the end would read a cell of blanks again and again. */
function withoutOuterBlanks(cell: string): string {
  let start = 0;
  let end = cell.length;
  while (blanks.includes(cell.charAt(start)) && start < end) start++;
  while (blanks.includes(cell.charAt(end - 1)) && end > start) end--;
  return cell.slice(start, end);
}

const blanks = ' \t\r\n';

/** A space that looks like any other as `\u00a0`. */
const escapedBlank = (character: string): string =>
  /\s/.test(character) ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : character;

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

/** Whether a cell is an address of the web, which is never the name of something that a store has. */
export const isAddress = (cell: string): boolean => /^\s*(?:https?:)?\/\/[^\s/]/i.test(cell);
