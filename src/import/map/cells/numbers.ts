import { withoutEndZeros } from '../../../text/numbers.ts';

export type Mark = '.' | ',';

/** The decimal mark of a column; `mixed` where three digits behind either are thousands, and other numbers show their own. */
export type DecimalMark = Mark | 'mixed';

/** Why a cell has no value, as the end of a sentence about it: "must be …". */
export class CellProblem {
  readonly message: string;
  /** What the cell may mean, where it may be shown. */
  readonly reading: string | undefined;

  constructor(message: string, reading?: string) {
    this.message = message;
    this.reading = reading;
  }
}

/** A number that can be read once the decimal mark is stated. */
export class UnclearNumber extends CellProblem {}

/** How the numbers of a column are written. */
interface NumberStyle {
  /** Undefined as long as no value of the column has shown it. */
  readonly mark: DecimalMark | undefined;
  /** Stated by the user, not found. Only then `1.800` with the mark `,` is 1800. */
  readonly stated: boolean;
  /** Amounts may have a currency sign and, with decimals, thousands separators. */
  readonly money: boolean;
}

/** The decimal mark that a cell shows; undefined for a cell that has none, is no number, or could be both (`1,800`). */
export function markOf(cell: string): Mark | undefined {
  if (!/[.,]/.test(cell)) return undefined;
  const number = parsed(bareAmount(cell.trim()));
  return number && !couldBeThousands(number) ? number.mark : undefined;
}

/** How many decimals a cell certainly has: none where they could be thousands. */
export function decimalsOf(cell: string): number {
  const number = parsed(bareAmount(cell.trim()));
  return number && !couldBeThousands(number) ? number.fraction.length : 0;
}

/** The number of a cell that is `1,800` or `1.800`, where a mark may be between thousands. */
export function thousandsIn(cell: string): Pick<WrittenNumber, 'whole' | 'mark' | 'fraction'> | undefined {
  const number = parsed(bareAmount(cell.trim()));
  return number && couldBeThousands(number) ? number : undefined;
}

/** The number with a decimal point and without currency sign and separators, or why it is not a number. */
export function canonicalNumber(cell: string, style: NumberStyle): string | CellProblem {
  return plainNumber(cell, style.mark === 'mixed' ? undefined : style.mark) ?? writtenNumber(cell, style);
}

/** That of digits alone, or with the mark of the column among them, which next to all cells are; undefined for any other cell. */
function plainNumber(cell: string, mark: Mark | undefined): string | undefined {
  const at = mark === undefined ? -1 : cell.indexOf(mark);
  for (let index = 0; index < cell.length; index++)
    if (index !== at && !isDigit(cell.charCodeAt(index))) return undefined;
  if (cell === '' || at === 0 || at === cell.length - 1) return undefined;
  return at < 0 || mark === '.' ? cell : `${cell.slice(0, at)}.${cell.slice(at + 1)}`;
}

function writtenNumber(cell: string, style: NumberStyle): string | CellProblem {
  const text = style.money ? bareAmount(cell.trim()) : cell.trim();
  const number = parsed(text);
  return number ? canonical(number, style) : new CellProblem(`${notANumber(style)}${inTheWay(text)}`);
}

function canonical(number: WrittenNumber, style: NumberStyle): string | CellProblem {
  const { whole, separator, mark, fraction } = number;
  if (style.mark === 'mixed') return canonical(number, { ...style, mark: ownMark(number) });
  if (mark && mark !== style.mark) return withOtherMark(number, mark, style);
  // A space between thousands is no decimal mark, whichever the column has.
  const isClear = separator !== style.mark && (style.stated || (style.money && mark) || !isMark(separator));
  if (separator && !isClear) return new UnclearNumber(separated(separator));
  const digits = separator ? whole.replace(/[^\d-]/g, '') : whole;
  return mark ? `${digits}.${fraction}` : digits;
}

/** The decimal mark of a number where three digits behind either mark are thousands. */
const ownMark = (number: WrittenNumber): Mark => {
  const { separator, mark = separator === '.' ? ',' : '.' } = number;
  return couldBeThousands(number) === (mark === '.') ? ',' : '.';
};

const isMark = (separator: string | undefined): boolean => separator === '.' || separator === ',';

/** `1,800` where the mark is not the comma, or not known: the comma may be between thousands. */
function withOtherMark(number: WrittenNumber, used: Mark, { mark, stated }: NumberStyle): string | CellProblem {
  if (!couldBeThousands(number)) return new CellProblem(otherMark(used));
  if (!mark) return new UnclearNumber(eitherWay(number));
  return stated ? number.whole + number.fraction : new UnclearNumber(separated(used));
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

/** Signs, codes (ISO 4217) and abbreviations, by what they stand for. */
const currencies: Readonly<Record<string, readonly string[]>> = {
  EUR: ['€', 'EUR', 'EURO', 'EUROS'],
  USD: ['$', 'USD', 'US$'],
  GBP: ['£', 'GBP'],
  CHF: ['CHF', 'FR', 'FR.', 'SFR', 'SFR.'],
  kr: ['KR', 'KR.'],
  SEK: ['SEK'],
  NOK: ['NOK'],
  DKK: ['DKK'],
  PLN: ['PLN', 'ZŁ', 'ZL'],
  CZK: ['CZK', 'KČ', 'KC'],
  HUF: ['HUF', 'FT'],
  RON: ['RON', 'LEI'],
  BGN: ['BGN', 'ЛВ', 'ЛВ.'],
};

const currencyOf: ReadonlyMap<string, string> = new Map(
  Object.entries(currencies).flatMap(([name, written]) => written.map((text) => [text, name])),
);

/** No amount is this long; the patterns above would take minutes for a megabyte of spaces. */
const longestAmount = 64;

/** An amount between what is before and behind its digits: `CHF 12.50`, `12,- €`. */
const amountParts = /^([^\d\s.,-]*\.?)\s*(-?\d(?:.*[\d–—-])?)\s*([^\d\s–—-]*)$/u;

interface Amount {
  readonly digits: string;
  /** Undefined if it has none. */
  readonly currency: string | undefined;
}

/** Undefined for what has no currency, a sign that is none, or two of them. */
function amountIn(text: string): Amount | undefined {
  if (text.length > longestAmount) return undefined;
  const [, before = '', digits, after = ''] = amountParts.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const found = [before, after].filter((sign) => sign !== '').map((sign) => currencyOf.get(sign.toUpperCase()));
  const [currency] = found;
  return found.every((name) => name !== undefined && name === currency) ? { digits, currency } : undefined;
}

/** The currency of an amount, if it says one. */
export function currencyIn(cell: string): string | undefined {
  // Next to all amounts are digits alone.
  const last = cell.charCodeAt(cell.length - 1);
  const first = cell.charCodeAt(0);
  return isDigit(first) && isDigit(last) ? undefined : amountIn(cell.trim())?.currency;
}

/** The currency of a cell that has nothing else: `EUR`, `£`, and any code of three letters. */
export const currencyNamed = (cell: string): string | undefined =>
  currencyOf.get(cell.trim().toUpperCase()) ?? (/^[A-Z]{3}$/.test(cell.trim()) ? cell.trim() : undefined);

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

/** Without its currency, and with 00 for the dash of whole amounts: `12,-`, `12.–`, `12:-`. */
function bareAmount(text: string): string {
  if (/^-?\d.*\d$/.test(text)) return text;
  const digits = amountIn(text)?.digits ?? text;
  return digits.replace(/(?<=\d[.,])(?:--?|[–—])$/, '00').replace(/(?<=\d):-$/, '');
}

/** What keeps a text with digits from being a number: `: it contains "p.st."`. */
function inTheWay(text: string): string {
  if (text.length > longestAmount || !/\d/.test(text)) return '';
  const [found] = /[^\d\s.,'’-](?:.*[^\d\s,'’-])?/u.exec(text) ?? [];
  return found === undefined ? '' : `: it contains "${found}"`;
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
    ? `must be an amount${mark && mark !== 'mixed' ? ` with the decimal mark "${mark}"` : ''}, such as 12${mark === ',' ? ',' : '.'}50`
    : 'must be a whole number, such as 12';
