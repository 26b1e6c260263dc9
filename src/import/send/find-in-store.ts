import type { Product } from '../../resources/products.ts';
import { type HashSet, hashOf } from '../../text/hash-set.ts';
import { NumberColumn } from '../check/number-column.ts';
import { type FileKeys, RowTable } from '../check/row-table.ts';
import { type Facts, factsOfProduct, factsOfRow } from '../compare/facts.ts';
import { ListedIds, leavesOut, Sample } from '../compare/list-check.ts';
import { keysOfProduct, listStore, type StoreReader } from '../compare/list-store.ts';
import { type IsShared, idOf, type LookUpResult, resultOf, search } from '../compare/lookup.ts';
import type { ImportRun } from '../import-run.ts';
import type { Journal } from '../journal/journal.ts';
import { foldedText, type Key, keyText, type SendableRow } from '../read/row.ts';
import { ask } from './ask.ts';

/** Finds what the store has for a row's key. */
type FindInStore = (row: SendableRow) => Promise<Found>;

/** What the store has for a row's key before anything is sent. */
export type Found =
  | Exclude<LookUpResult, { readonly kind: 'found' }>
  | { readonly kind: 'exists'; readonly product: string; readonly differs: boolean };

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

interface FinderParts {
  readonly reader: KeyReader;
  /** Whether the journal knows that the store had such a product. */
  readonly wasInStore: (key: Key) => boolean;
}

/**
 * Finds out which keys a store has in the cheaper way: one look-up per row or, if the file has more rows than the store
 * has pages, listing it once. A list that changes meanwhile is read a second time, then rows are looked up.
 */
export class Finder {
  readonly #parts: FinderParts;
  #listed: StoreKeys | undefined;
  #lacking: Sample<SendableRow>;
  /** Whether the store is known to have more than it lists, or no more. */
  #isPartial = false;
  #isListBelieved = false;

  /** @param listed the keys that the store lists; without them every row is looked up */
  constructor(parts: FinderParts, listed?: StoreKeys) {
    this.#parts = parts;
    this.#listed = listed;
    this.#lacking = new Sample(parts.reader.connection.random);
  }

  /** @param rows how many are to be found @param products how many the store counts */
  static async of(rows: number, products: number, parts: FinderParts): Promise<Finder> {
    const { connection, keys } = parts.reader;
    if (products === 0) return new Finder(parts, new StoreKeys(keys));
    return new Finder(parts, rows <= products / connection.pageSize ? undefined : await listKeys(parts.reader));
  }

  readonly find: FindInStore = async (row) => {
    const found = this.#listed?.find(row);
    if (found === undefined || found.kind === 'unclear') return await this.#lookUp(row);
    if (found.kind !== 'absent') return found;
    if (!this.#parts.wasInStore(row.key)) {
      this.#lacking.add(row);
      return found;
    }
    const known = await this.#lookUp(row);
    this.#isPartial ||= known.kind !== 'absent';
    return known;
  };

  /**
   * Whether the rows that were not found must be found again, since the list may leave products out. From then on every
   * row is looked up.
   */
  async mustRepeat(): Promise<boolean> {
    const [listed, lacking, { reader }] = [this.#listed, this.#lacking, this.#parts];
    this.#lacking = new Sample(reader.connection.random);
    if (!listed || lacking.count === 0 || this.#isListBelieved) return false;
    const keys = lacking.rows.map(({ key }) => key);
    this.#isPartial ||= lacking.isWhole || (await leavesOut(listed.ids, keys, reader));
    this.#isListBelieved = !this.#isPartial;
    if (this.#isPartial) this.#listed = undefined;
    return this.#isPartial;
  }

  async #lookUp(row: SendableRow): Promise<Found> {
    const { connection, keys, language, read } = this.#parts.reader;
    return foundBySearch(row, await read(() => search(connection, row.key, language)), keys.isShared);
  }
}

/**
 * Whether the journal has a key as one of a product in the store. Its rows are read when the first key is asked for: most
 * stores list all that they have.
 */
export function keysInStore(journal: Journal): (key: Key) => boolean {
  let keys: HashSet | undefined;
  return (key) => {
    keys ??= journal.productKeys();
    return keys.has(hashOf(keyText(key)));
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
  if (result.kind !== 'found') return result;
  const product = records.find((record) => String(record[key.field]) === key.code);
  const isOther = product !== undefined && differs(row, hashesOf(factsOfProduct(product, nameAndPrice)));
  return { kind: 'exists', product: result.productId, differs: isOther };
}

/** The keys of the file that a store has, from its list: about 40 bytes each. */
class StoreKeys {
  readonly ids = new ListedIds();
  readonly #file: FileKeys;
  /** The keys, numbered from 1 on. */
  readonly #keys = new RowTable();
  /** Of the first product with a key; -1 where it is not a whole number. */
  readonly #ids = new NumberColumn(Float64Array);
  readonly #names = new NumberColumn(Uint32Array);
  readonly #prices = new NumberColumn(Uint32Array);
  /** 1 for a key that is listed again. */
  readonly #repeated = new NumberColumn(Uint16Array);

  constructor(file: FileKeys) {
    this.#file = file;
  }

  add(record: Product): void {
    this.ids.add(record);
    for (const key of keysOfProduct(record)) if (this.#file.has(foldedText(key))) this.#add(key, record);
  }

  #add(key: Key, record: Product): void {
    const number = this.#keys.lastRecord + 1;
    if (!this.#keys.add(number, key)) {
      this.#repeated.set(this.#keys.recordOf(key) as number, 1);
      return;
    }
    const [id, { name, price }] = [Number(idOf(record)), hashesOf(factsOfProduct(record, nameAndPrice))];
    this.#ids.set(number, Number.isSafeInteger(id) ? id : -1);
    this.#names.set(number, name);
    this.#prices.set(number, price);
  }

  /** `unclear`: the list has a near match, or this key more than once, as several products or options of one. */
  find(row: SendableRow): Found | { readonly kind: 'unclear' } {
    const number = this.#keys.recordOf(row.key);
    if (number === undefined) return { kind: this.#keys.has(foldedText(row.key)) ? 'unclear' : 'absent' };
    if (this.#repeated.get(number) === 1) return { kind: 'unclear' };
    const id = this.#ids.get(number);
    const product = { name: this.#names.get(number), price: this.#prices.get(number) };
    return { kind: 'exists', product: id < 0 ? '' : String(id), differs: differs(row, product) };
  }

  has(key: Key): boolean {
    return this.#keys.recordOf(key) !== undefined;
  }

  /** Whether the list has this key more than once. */
  isDuplicate(key: Key): boolean {
    return this.#repeated.get(this.#keys.recordOf(key) ?? 0) === 1;
  }
}

/** What an import compares of rows that exist: enough to say that the store has something else under this key. */
const nameAndPrice = ['name', 'price'] as const;

/** Whether the product in the store has another name or price than the row, where both have one. */
function differs({ values }: SendableRow, { name, price }: Hashes): boolean {
  const row = hashesOf(factsOfRow(values, nameAndPrice));
  return areUnlike(row.name, name) || areUnlike(row.price, price);
}

const areUnlike = (one: number, other: number): boolean => one !== 0 && other !== 0 && one !== other;

/** Of the facts of a row or a product; 0 where it does not state them. */
interface Hashes {
  readonly name: number;
  readonly price: number;
}

const hashesOf = ({ name, price }: Facts): Hashes => ({ name: hashOfFact(name), price: hashOfFact(price) });

/** 32 bits, never 0 for a fact. */
const hashOfFact = (fact: string | undefined): number => (fact === undefined ? 0 : (hashOf(fact) % 0xffffffff) + 1);
