import type { FileTable } from '../../../resources/file-table.ts';
import type { Kind } from '../../../resources/kind.ts';
import { invisibleIn, isPlainCode } from '../../../text/codes.ts';
import { divideRounded, type Money, roundedMoney } from '../../../text/money.ts';
import { firstOf } from '../../../text/words.ts';
import type { FieldColumn } from '../headings/field-columns.ts';
import { markFinder, mayBeMark } from './marks.ts';
import { CellProblem, canonicalNumber, currencyIn, type Mark, markOf } from './numbers.ts';

/** The decimal mark of each column: the mark that is stated, or that the first clear value of the column shows. */
export class DecimalMarks {
  readonly stated: Mark | undefined;
  readonly #found = new Map<number, Mark>();
  readonly #currencies = new Map<number, string>();

  constructor(stated: Mark | undefined) {
    this.stated = stated;
  }

  /** The mark of a column in which this cell is. */
  observe(column: number, cell: string): Mark | undefined {
    const known = this.stated ?? this.#found.get(column);
    if (known) return known;
    const shown = markOf(cell);
    if (shown) this.#found.set(column, shown);
    return shown;
  }

  /** Why the currency of a cell is doubtful: another amount of the column has another one. */
  currencyDoubt(column: number, cell: string): string | undefined {
    const currency = currencyIn(cell);
    if (currency === undefined) return undefined;
    const first = this.#currencies.get(column);
    if (first === undefined) this.#currencies.set(column, currency);
    if (first === undefined || first === currency) return undefined;
    return `is in ${currency}, and others in ${first}: amounts are not converted`;
  }

  /** The one mark of all columns that needed one; undefined when none did or they differ. */
  get common(): Mark | undefined {
    const [mark, ...others] = new Set(this.#found.values());
    return this.stated ?? (others.length === 0 ? mark : undefined);
  }
}

/** Reads a cell that is not blank: its value, or the `CellProblem` it has. */
export type CellReader = (cell: string) => unknown;

/** How to read the cells of a column. What a spreadsheet or a program wrote for no value is none, whatever the kind. */
export function cellReader(column: FieldColumn, noun: FileTable, marks: DecimalMarks): CellReader {
  const findMark = markFinder(noun, column.field, column.kind);
  const read = kindReader(column, marks);
  const isCode = column.kind.name === 'code' || column.field in noun.digits;
  return (cell) => (isCode || mayBeMark(cell) ? (findMark(cell) ?? read(cell)) : read(cell));
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
  return (cell) => {
    const number = canonicalNumber(cell, { mark: marks.observe(index, cell), stated, money });
    if (number instanceof CellProblem) return number;
    const rounded = money ? roundedMoney(number) : undefined;
    return rounded === undefined
      ? typed(kind, number)
      : new CellProblem(`has more digits than a number holds: round it to ${rounded}`);
  };
}

/** Numbers whose decimal mark is found from the column. Not percentages: 21,000 can only be 21. */
export const isNumber = ({ name }: Kind<unknown>): boolean => name === 'money' || name === 'count' || name === 'id';

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
