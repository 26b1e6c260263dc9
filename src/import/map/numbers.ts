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
export interface NumberStyle {
  /** Undefined as long as no value of the column has shown it. */
  readonly mark: Mark | undefined;
  /** Stated by the user, not found. Only then `1.800` with the mark `,` is 1800. */
  readonly stated: boolean;
  /** Amounts may have a currency sign and, with decimals, thousands separators. */
  readonly money: boolean;
}

/**
 * What one cell shows of the decimal mark of its column: the mark, `either` when it could be both (`1,800`), or
 * nothing.
 */
function markOf(cell: string): Mark | 'either' | undefined {
  if (!/[.,]/.test(cell)) return undefined;
  const bare = withoutCurrency(cell.trim());
  const grouped = readGrouped(bare);
  if (grouped?.mark) return grouped.mark;
  const [, whole = '', mark, fraction = ''] = plainNumber.exec(bare) ?? [];
  if (!mark) return undefined;
  return couldBeThousands(whole, fraction) ? 'either' : (mark as Mark);
}

/** The number with a decimal point and without currency sign and separators, or why it is not a number. */
export function canonicalNumber(cell: string, style: NumberStyle): string | CellProblem {
  const text = cell.trim();
  const bare = style.money ? withoutCurrency(text) : text;
  const [, whole, mark, fraction = ''] = plainNumber.exec(bare) ?? [];
  if (whole && !mark) return whole;
  if (whole && mark === style.mark) return mark === '.' ? bare : `${whole}.${fraction}`;
  if (whole && !style.mark && couldBeThousands(whole, fraction)) return eitherWay(whole, mark as Mark, fraction);
  const grouped = readGrouped(bare);
  if (grouped) return ungrouped(grouped, style);
  return new CellProblem(whole ? otherMark(mark) : notANumber(style));
}

/** Removes thousands separators that cannot be a decimal mark. */
function ungrouped({ number, separator, mark }: GroupedNumber, style: NumberStyle): string | CellProblem {
  if (separator === style.mark) return new CellProblem(otherMark(mark));
  if (mark && mark !== style.mark) return new CellProblem(otherMark(mark));
  return style.stated || (style.money && mark) ? number : new CellProblem(separated(separator));
}

const plainNumber = /^(-?\d+)(?:([.,])(\d+))?$/;

/** Thousands with one kind of separator, and decimals or none: `1.234,56`, `1 234`, `1'234.50`. */
const groupedNumber = /^(-?[1-9]\d{0,2}(?:([., '’\u00a0\u202f])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/;

interface GroupedNumber {
  readonly number: string;
  readonly separator: string;
  readonly mark: Mark | undefined;
}

function readGrouped(bare: string): GroupedNumber | undefined {
  const [, whole = '', separator = '', mark, fraction] = groupedNumber.exec(bare) ?? [];
  if (!whole || mark === separator) return undefined;
  const digits = whole.replace(/[^\d-]/g, '');
  return { number: fraction ? `${digits}.${fraction}` : digits, separator, mark: mark as Mark | undefined };
}

const couldBeThousands = (whole: string, fraction: string): boolean =>
  fraction.length === 3 && /^-?[1-9]\d{0,2}$/.test(whole);

const currency = '(?:€|\\$|£|EUR|USD|GBP)';
const currencyBefore = new RegExp(`^${currency}\\s*`, 'i');
const currencyAfter = new RegExp(`\\s*${currency}$`, 'i');

/** No amount is this long; the patterns above would take minutes for a megabyte of spaces. */
const longestAmount = 64;

function withoutCurrency(text: string): string {
  if (text.length > longestAmount || /^-?\d.*\d$/.test(text)) return text;
  return text.replace(currencyBefore, '').replace(currencyAfter, '');
}

function eitherWay(whole: string, mark: Mark, fraction: string): CellProblem {
  const decimal = withoutEndZeros(`${whole}.${fraction}`);
  const other = mark === ',' ? '.' : ',';
  return new CellProblem(
    `is ambiguous (${decimal} or ${whole}${fraction}): pass --decimal ${mark} or --decimal ${other}`,
  );
}

const otherMark = (used: string | undefined): string =>
  `uses "${used}", but the column has another decimal mark: write it like the others, or pass --decimal`;

const separated = (separator: string): string =>
  `has a thousands separator (${separator.trim() ? `"${separator}"` : 'a space'}): remove it, or pass --decimal`;

const notANumber = ({ mark, money }: NumberStyle): string =>
  `must be ${money ? 'an amount' : 'a whole number'}${mark && money ? ` with the decimal mark "${mark}"` : ''}, such as ${money ? `12${mark ?? '.'}50` : '12'}`;

/**
 * The decimal mark of each number column, found from its values: the first that can be read only one way decides.
 * A column with only ambiguous values so far (`1,800`) is `doubtful`. One without any mark needs none.
 */
export class DecimalMarks {
  readonly stated: Mark | undefined;
  readonly #found = new Map<number, Mark>();
  readonly #open: Set<number>;
  readonly #doubtful = new Set<number>();

  /** @param columns indexes of the columns with numbers */
  constructor(columns: readonly number[], stated: Mark | undefined) {
    this.stated = stated;
    this.#open = new Set(stated ? [] : columns);
  }

  of(column: number): Mark | undefined {
    return this.stated ?? this.#found.get(column);
  }

  /** Whether a column has an ambiguous value, and no other value so far that decides. */
  get doubtful(): boolean {
    return this.#doubtful.size > 0;
  }

  observe(rows: readonly { readonly cells: readonly string[] }[]): void {
    for (const column of this.#open) this.#observeColumn(rows, column);
  }

  /** Call after the last row: values that are still ambiguous are faults. */
  settle(): void {
    for (const column of this.#doubtful) this.#open.delete(column);
    this.#doubtful.clear();
  }

  #observeColumn(rows: readonly { readonly cells: readonly string[] }[], column: number): void {
    for (const { cells } of rows) {
      const mark = markOf(cells[column] ?? '');
      if (mark === 'either') this.#doubtful.add(column);
      else if (mark) {
        this.#decide(column, mark);
        return;
      }
    }
  }

  #decide(column: number, mark: Mark): void {
    this.#found.set(column, mark);
    this.#open.delete(column);
    this.#doubtful.delete(column);
  }
}
