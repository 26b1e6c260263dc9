import type { Connection } from '../client/connection.ts';
import { allPages } from '../client/pages.ts';
import { listProducts } from '../client/products.ts';
import { CliError } from '../errors.ts';
import { HashSet, hashOf } from '../text/hash-set.ts';
import { type Key, keyOf, keyText } from './keys.ts';
import { lookUp } from './lookup.ts';
import type { RowOutcome, SendableRow } from './send.ts';

/** Tells whether the store has a product of a key already. */
export type IsThere = (key: Key) => Promise<boolean>;

/** Pages of a list hold so many. */
const pageSize = 100;

/**
 * The cheaper way to know which keys a store has: one look-up a row or, when the file has more rows than the store has pages, the whole list once.
 * @throws CliError `refused` when the list cannot be trusted
 */
export async function existingKeys(connection: Connection, rows: number, productsInStore: number): Promise<IsThere> {
  if (productsInStore === 0) return async () => false;
  const byLookUp: IsThere = async (key) => ['found', 'twice'].includes((await lookUp(connection, key)).kind);
  if (rows <= productsInStore / pageSize) return byLookUp;
  const seen = await listedKeys(connection);
  return async (key) => seen.has(hashOf(keyText(key)), hashOf(`again:${keyText(key)}`));
}

export interface Skipping {
  readonly isThere: IsThere;
  /** Keys that an earlier import could not settle: they are not sent again. */
  readonly stuck: readonly Key[];
  readonly done: (outcome: RowOutcome) => void;
}

/** The rows that are to be sent; those that the store has, and those that must not be sent again, are done. */
export async function* withoutExisting(
  batches: AsyncIterable<readonly SendableRow[]>,
  { isThere, stuck, done }: Skipping,
): AsyncGenerator<readonly SendableRow[]> {
  const never = new Set(stuck.map(keyText));
  for await (const batch of batches) {
    const fresh: SendableRow[] = [];
    for (const row of batch) {
      const key = keyOf(row.values) as Key;
      if (await isThere(key)) done({ row, outcome: { kind: 'existing' } });
      else if (never.has(keyText(key))) done({ row, outcome: { kind: 'uncertain', isFinal: true, message: stuckMessage } });
      else fresh.push(row);
    }
    yield fresh;
  }
}

const stuckMessage = 'an earlier import sent it, and the store answered with another key: it is not sent again';

/** `--on-existing fail`. @throws CliError `usage` that names the first rows that are there */
export async function refuseExisting(batches: AsyncIterable<readonly SendableRow[]>, isThere: IsThere): Promise<void> {
  const found: string[] = [];
  for await (const batch of batches) {
    for (const { line, values } of batch) {
      const key = keyOf(values) as Key;
      if (await isThere(key)) found.push(`line ${line}: ${key.field} "${key.code}" is in the store already`);
      if (found.length >= mostNamed) break;
    }
  }
  if (found.length > 0)
    throw new CliError('usage', `${found.join('\n')}\nNothing was sent.`, { hint: 'Leave --on-existing fail out to skip such rows.' });
}

const mostNamed = 20;

/** Two hashes of 53 bits a key: that another key has both is out of the question, and a row would be lost by it. */
async function listedKeys(connection: Connection): Promise<HashPairs> {
  const seen = new HashPairs();
  const fetchPage = (limit: number, offset: number) =>
    listProducts(connection, { only_main_products: 'true', limit: String(limit), offset: String(offset) });
  for await (const { records } of allPages(fetchPage)) {
    for (const { sku, ean } of records) {
      for (const key of keysOf(sku, ean)) seen.add(hashOf(keyText(key)), hashOf(`again:${keyText(key)}`));
    }
  }
  return seen;
}

function keysOf(sku: unknown, ean: unknown): readonly Key[] {
  const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
  return [
    ...(text(sku) === '' ? [] : [{ field: 'sku' as const, code: text(sku) }]),
    ...(text(ean) === '' ? [] : [{ field: 'ean' as const, code: text(ean) }]),
  ];
}

class HashPairs {
  readonly #first = new HashSet();
  readonly #second = new HashSet();

  add(first: number, second: number): void {
    this.#first.add(first);
    this.#second.add(second);
  }

  has(first: number, second: number): boolean {
    return this.#first.has(first) && this.#second.has(second);
  }
}
