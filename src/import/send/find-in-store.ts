import { pageSize } from '../../client/connection.ts';
import type { Product } from '../../resources/products.ts';
import { HashSet, hashOf } from '../../text/hash-set.ts';
import type { FileKeys } from '../check/row-table.ts';
import { type Facts, factsOfProduct, factsOfRow } from '../compare/facts.ts';
import { keysOfProduct, listStore, type StoreReader } from '../compare/list-store.ts';
import { type IsShared, idOf, resultOf, search } from '../compare/lookup.ts';
import { hash32, ProductTable } from '../compare/product-table.ts';
import type { ImportRun } from '../import-run.ts';
import { foldedHash, foldedText, type Key, keyText, type SendableRow } from '../read/row.ts';
import { ask } from './ask.ts';

/** Finds what the store has for a row's key. */
export type FindInStore = (row: SendableRow) => Promise<Found>;

/** What the store has for a row's key before anything is sent. */
export type Found =
  | { readonly kind: 'absent' }
  /** `duplicates`: all products, where several have exactly this key. */
  | {
      readonly kind: 'exists';
      readonly product: string;
      readonly differs: boolean;
      readonly duplicates?: readonly string[];
    }
  | { readonly kind: 'near'; readonly code: string };

/** How the keys of a file are found in a store. */
interface KeyReader extends StoreReader {
  /** The keys of the file. */
  readonly keys: FileKeys;
}

/** Reads when the rate limiter of a run allows it. */
export const storeReader = (run: ImportRun): KeyReader => ({
  connection: run.connection,
  language: run.options.settings.language,
  keys: run.checked.keys,
  read: (once) => ask(once, run),
  // By other shards, which send other keys.
  mayGrow: run.options.shard !== undefined,
  onListed: (count) => {
    run.listed = count;
  },
});

/**
 * Chooses the cheaper way to find out which keys a store has: one look-up per row or, if the file has more rows than
 * the store has pages, listing it once. A list that changes meanwhile is read a second time, then rows are looked up.
 */
export async function finder(rows: number, productsInStore: number, reader: KeyReader): Promise<FindInStore> {
  if (productsInStore === 0) return async () => ({ kind: 'absent' });
  const { connection, keys, language, read } = reader;
  const lookUpRow: FindInStore = async (row) =>
    foundBySearch(row, await read(() => search(connection, row.key, language)), keys.isShared);
  if (rows <= productsInStore / (connection.pageSize ?? pageSize)) return lookUpRow;
  const listed = await listKeys(reader);
  if (!listed) return lookUpRow;
  return async (row) => {
    const found = listed.find(row);
    return found.kind === 'unclear' ? await lookUpRow(row) : found;
  };
}

/** The keys of the file that the store lists; undefined when the list changes while it is read, twice. */
export async function listKeys(reader: KeyReader): Promise<StoreKeys | undefined> {
  for (let tries = 0; tries < 2; tries++) {
    const listed = new StoreKeys(reader.keys);
    const inconsistent = await listStore(reader, (record) => listed.add(record));
    if (!inconsistent) return listed;
  }
  return undefined;
}

/** From the records that a search for the row's key gave. */
function foundBySearch(row: SendableRow, records: readonly Product[], isShared: IsShared): Found {
  const { key } = row;
  const result = resultOf(key, records, isShared);
  if (result.kind === 'absent' || result.kind === 'near') return result;
  const product = records.find((record) => String(record[key.field]) === key.code);
  const isOther = product !== undefined && differs(row, hashesOf(factsOfProduct(product, comparedFields)));
  if (result.kind === 'found') return { kind: 'exists', product: result.productId, differs: isOther };
  return { kind: 'exists', product: result.productIds.join(' '), differs: isOther, duplicates: result.productIds };
}

/** The keys of the file that a store has, from its list. */
class StoreKeys {
  readonly #file: FileKeys;
  readonly #products = new ProductTable();
  readonly #folded = new HashSet();
  readonly #duplicates = new HashSet();

  constructor(file: FileKeys) {
    this.#file = file;
  }

  add(record: Product): void {
    for (const key of keysOfProduct(record)) {
      const folded = foldedText(key);
      if (!this.#file.has(folded)) continue;
      this.#folded.add(hashOf(folded));
      this.#add(keyText(key), record);
    }
  }

  #add(key: string, record: Product): void {
    const id = Number(idOf(record));
    const facts = hashesOf(factsOfProduct(record, comparedFields));
    const product = { id: Number.isSafeInteger(id) ? id : -1, ...facts };
    if (!this.#products.add(key, product)) this.#duplicates.add(hashOf(key));
  }

  /** `unclear`: the list has a near match, or this key more than once, as several products or options of one. */
  find(row: SendableRow): Found | { readonly kind: 'unclear' } {
    const { key } = row;
    const found = this.#products.get(keyText(key));
    if (found && this.isDuplicate(key)) return { kind: 'unclear' };
    if (found) {
      return {
        kind: 'exists',
        product: found.id < 0 ? '' : String(found.id),
        differs: differs(row, found),
      };
    }
    return { kind: this.#folded.has(foldedHash(key)) ? 'unclear' : 'absent' };
  }

  has(key: Key): boolean {
    return this.#products.get(keyText(key)) !== undefined;
  }

  /** Whether the list has this key more than once. */
  isDuplicate(key: Key): boolean {
    return this.#duplicates.has(hashOf(keyText(key)));
  }
}

/** What an import compares of rows that exist: enough to say that the store has something else under this key. */
const comparedFields = ['name', 'price'] as const;

/** Whether the product in the store has another name or price than the row, where both have one. */
function differs({ values }: SendableRow, { name, price }: Hashes): boolean {
  const row = hashesOf(factsOfRow(values, comparedFields));
  return areUnlike(row.name, name) || areUnlike(row.price, price);
}

const areUnlike = (one: number, other: number): boolean => one !== 0 && other !== 0 && one !== other;

/** Of the facts of a row or a product; 0 where it does not state them. */
interface Hashes {
  readonly name: number;
  readonly price: number;
}

const hashesOf = ({ name, price }: Facts): Hashes => ({ name: hashOfFact(name), price: hashOfFact(price) });

const hashOfFact = (fact: string | undefined): number => (fact === undefined ? 0 : hash32(fact));
