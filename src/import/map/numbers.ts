import { withoutEndZeros } from '../../text/numbers.ts';

export type Mark = '.' | ',';

/** Why a cell has no value, as the end of a sentence about it: "must be …". */
export class CellProblem {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** How the numbers of a column are written. */
interface NumberStyle {
  /** Undefined as long as no value of the column has shown it. */
  readonly mark: Mark | undefined;
  /** Stated by the user, not found. Only then `1.800` with the mark `,` is 1800. */
  readonly stated: boolean;
  /** Amounts may have a currency sign and, with decimals, thousands separators. */
  readonly money: boolean;
}

/** The decimal mark that a cell shows; undefined for one that has none, is no number, or could be both (`1,800`). */
export function markOf(cell: string): Mark | undefined {
  if (!/[.,]/.test(cell)) return undefined;
  const number = parsed(withoutCurrency(cell.trim()));
  return number && !couldBeThousands(number) ? number.mark : undefined;
}

/** The number with a decimal point and without currency sign and separators, or why it is not a number. */
export function canonicalNumber(cell: string, style: NumberStyle): string | CellProblem {
  const text = cell.trim();
  const number = parsed(style.money ? withoutCurrency(text) : text);
  if (!number) return new CellProblem(notANumber(style));
  const { whole, separator, mark, fraction } = number;
  if (mark && mark !== style.mark) return withOtherMark(number, mark, style);
  const isClear = separator !== style.mark && (style.stated || (style.money && mark));
  if (separator && !isClear) return new CellProblem(separated(separator));
  const digits = separator ? whole.replace(/[^\d-]/g, '') : whole;
  return mark ? `${digits}.${fraction}` : digits;
}

/** `1,800` where the mark is not the comma, or not known: the comma may be between thousands. */
function withOtherMark(number: WrittenNumber, used: Mark, { mark, stated }: NumberStyle): string | CellProblem {
  if (!couldBeThousands(number)) return new CellProblem(otherMark(used));
  if (!mark) return new CellProblem(eitherWay(number));
  return stated ? number.whole + number.fraction : new CellProblem(separated(used));
}

interface WrittenNumber {
  readonly whole: string;
  /** Between its thousands. */
  readonly separator: string | undefined;
  readonly mark: Mark | undefined;
  readonly fraction: string;
}

/** Digits, or thousands with one kind of separator; with decimals or none: `12`, `12,50`, `1.234,56`, `1'234.50`. */
const written = /^(-?\d+|-?[1-9]\d{0,2}(?:([., '’\u00a0\u202f])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;

function parsed(text: string): WrittenNumber | undefined {
  const [, whole, separator, mark, fraction = ''] = written.exec(text) ?? [];
  if (!whole || (mark && mark === separator)) return undefined;
  return { whole, separator, mark: mark as Mark | undefined, fraction };
}

const couldBeThousands = ({ whole, separator, fraction }: WrittenNumber): boolean =>
  !separator && fraction.length === 3 && /^-?[1-9]\d{0,2}$/.test(whole);

const currency = '(?:€|\\$|£|EUR|USD|GBP)';
const currencyBefore = new RegExp(`^${currency}\\s*`, 'i');
const currencyAfter = new RegExp(`\\s*${currency}$`, 'i');

/** No amount is this long; the patterns above would take minutes for a megabyte of spaces. */
const longestAmount = 64;

function withoutCurrency(text: string): string {
  if (text.length > longestAmount || /^-?\d.*\d$/.test(text)) return text;
  return text.replace(currencyBefore, '').replace(currencyAfter, '');
}

function eitherWay({ whole, mark, fraction }: WrittenNumber): string {
  const decimal = withoutEndZeros(`${whole}.${fraction}`);
  const other = mark === ',' ? '.' : ',';
  return `is ambiguous (${decimal} or ${whole}${fraction}): pass --decimal ${mark} or --decimal ${other}`;
}

const otherMark = (used: string): string =>
  `uses "${used}", but the column has another decimal mark: write it like the others, or pass --decimal`;

const separated = (separator: string): string =>
  `has a thousands separator (${separator.trim() ? `"${separator}"` : 'a space'}): remove it, or pass --decimal`;

const notANumber = ({ mark, money }: NumberStyle): string =>
  money
    ? `must be an amount${mark ? ` with the decimal mark "${mark}"` : ''}, such as 12${mark ?? '.'}50`
    : 'must be a whole number, such as 12';
