import type { StoreNoun } from '../../resources/file-table.ts';
import type { FieldDifferences } from '../march/facts.ts';
import type { ComparedRow } from '../march/results.ts';
import type { Example, FieldInCommon, PriceChange } from '../words/common-texts.ts';

/** So few rows may differ alike by chance. */
const leastRows = 10;
/** Of the rows that exist. */
const nearlyAll = 0.9;
/** Rows that a warning names. */
const mostNamed = 2;

interface AlikeRows<Of> {
  readonly of: Of;
  count: number;
  readonly examples: Example[];
}

/**
 * How nearly all rows that exist differ from the store alike: the prices of a feed that are in cents today, or that have got
 * VAT, or its VAT rates. The rows that do not exist yet have the same fault, and would be created with it.
 */
export class CommonDifferences {
  readonly #price: StoreNoun['price'];
  /** Existing rows that state a price, and those that state a VAT rate. */
  #priced = 0;
  #rated = 0;
  readonly #changes = new Map<string, AlikeRows<PriceChange>>();
  readonly #rates: AlikeRows<undefined> = { of: undefined, count: 0, examples: [] };

  constructor({ price }: Pick<StoreNoun, 'price'>) {
    this.#price = price;
  }

  add({ row: { line, states }, result }: ComparedRow): void {
    if (!(this.#price && states) || (result.kind !== 'same' && result.kind !== 'differs')) return;
    const { field, rate } = this.#price;
    if (states[field] !== undefined) this.#priced++;
    if (states[rate] !== undefined) this.#rated++;
    if (result.kind === 'differs') this.#addDiffering(line, result.fields, states[rate] ?? undefined);
  }

  #addDiffering(line: number, fields: FieldDifferences, percentage: string | undefined): void {
    const { field, rate } = this.#price ?? { field: '', rate: '' };
    const [price, rates] = [fields[field], fields[rate]];
    if (rates) note(this.#rates, { line, ...rates });
    if (!price) return;
    for (const change of changesOf(Number(price.store), Number(price.file), percentage)) {
      const name = JSON.stringify(change);
      const alike = this.#changes.get(name) ?? { of: change, count: 0, examples: [] };
      this.#changes.set(name, alike);
      note(alike, { line, ...price });
    }
  }

  /** @param others existing rows that are as they were in an earlier import, and were not compared */
  found(others = 0): readonly FieldInCommon[] {
    const { field = '', rate = '' } = this.#price ?? {};
    const change = [...this.#changes.values()].find(({ count }) => isNearlyAll(count, this.#priced + others));
    return [
      ...(change ? [{ field, rows: this.#priced + others, ...change, change: change.of }] : []),
      ...(isNearlyAll(this.#rates.count, this.#rated + others)
        ? [{ field: rate, rows: this.#rated + others, ...this.#rates, change: undefined }]
        : []),
    ];
  }
}

function note(alike: AlikeRows<unknown>, example: Example): void {
  alike.count++;
  if (alike.examples.length < mostNamed) alike.examples.push(example);
}

const isNearlyAll = (count: number, rows: number): boolean => rows >= leastRows && count >= rows * nearlyAll;

/** What may have made the price in the file out of that in the store: one change of all rows before one of each. */
function changesOf(store: number, file: number, percentage: string | undefined): readonly PriceChange[] {
  const isMade = (times: number): boolean => isTimes(store, file, times);
  const factors = units.filter(isMade).map((times) => ({ kind: 'factor', times }) as const);
  const vat = (percentage === undefined ? usualRates : [percentage]).flatMap((rate) =>
    [true, false]
      .filter((isAdded) => Number(rate) > 0 && isMade((1 + Number(rate) / 100) ** (isAdded ? 1 : -1)))
      .map((isAdded) => ({ kind: 'VAT', isAdded, percentage: rate }) as const),
  );
  const own = percentage === undefined ? [] : vat.map((change) => ({ ...change, percentage: undefined }));
  return [...factors, ...vat, ...own];
}

/** Either price may be rounded to two decimals. */
const isTimes = (store: number, file: number, times: number): boolean =>
  store > 0 && file > 0 && Math.abs(file - store * times) <= 0.005 * (1 + times);

/** Of cents, of a price per ten or a hundred pieces, and of a decimal mark that was lost. */
const units = [10, 100, 1000, 0.1, 0.01, 0.001];

/** VAT rates of the Netherlands, Belgium, Germany and France, for rows that state none. */
const usualRates = ['21', '19', '20', '9', '7', '6', '5.5'];
