import type { FileTable } from '../../resources/file-table.ts';
import type { Money } from '../../text/money.ts';
import type { CatalogueRow, RowFault } from '../map/catalogue.ts';

/** With fewer, prices of a small list may add up by chance. */
const minRows = 4;

/** Prices are added as whole numbers of this many decimals. */
const scale = 6;

/**
 * Whether the last row is a total, whatever its language: its price is the sum of all others. A set of all products of a
 * small list may cost that much, so it is a doubt alone.
 */
export class SumRow {
  readonly #noun: FileTable;
  #sum = 0n;
  #count = 0;
  #last: { readonly line: number; readonly price: bigint | undefined } | undefined;

  constructor(noun: FileTable) {
    this.#noun = noun;
  }

  add({ line, values, faults }: CatalogueRow): void {
    const { price: column } = this.#noun;
    if (!column) return;
    const price = values?.[column.field] as Money | undefined;
    const { price: before } = this.#last ?? {};
    if (before !== undefined) {
      this.#sum += before;
      this.#count++;
    }
    // A row that is invalid is not sent.
    this.#last = { line, price: price && faults.length === 0 && price.scale <= scale ? unitsOf(price) : undefined };
  }

  /** Once all rows are added. */
  get doubt(): RowFault | undefined {
    const { line = 0, price } = this.#last ?? {};
    if (price === undefined || price === 0n || this.#count < minRows || price !== this.#sum) return undefined;
    return {
      line,
      column: this.#noun.price?.field ?? '',
      message: 'is the sum of all others: if the row is a total, remove it',
    };
  }
}

/** Not a power for each of a million rows. */
const powers = Array.from({ length: scale + 1 }, (_, at) => 10n ** BigInt(at));

const unitsOf = ({ units, scale: decimals }: Money): bigint => units * (powers[scale - decimals] ?? 1n);
