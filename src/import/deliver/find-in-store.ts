import { CliError } from '../../errors.ts';
import type { Product } from '../../resources/products.ts';
import type { ImportRun } from '../import-run.ts';
import { foldedText, type Key, type SendableRow } from '../map/key.ts';
import { differencesOf, type Facts, factsOfProduct, factsOfRow } from '../march/facts.ts';
import { leavesOut, Sample } from '../march/list-check.ts';
import { listStore, type StoreReader } from '../march/list-store.ts';
import { ListedProducts } from '../march/listed-products.ts';
import { isRefusal, type LookUpResult, type NearProduct, resultOf, search } from '../march/lookup.ts';
import type { FileRows } from '../rows/file-rows.ts';
import { ask } from './ask.ts';

/** Finds what the store has for the keys of these rows. */
type FindInStore = (rows: readonly SendableRow[]) => Promise<readonly Found[]>;

/** What the store has for a row's key before anything is sent. */
export type Found =
  | Exclude<LookUpResult, { readonly kind: 'found' | 'absent' }>
  /** `near`: what the list has under almost this key, and the search does not find. */
  | { readonly kind: 'absent'; readonly near?: NearProduct | undefined }
  | { readonly kind: 'exists'; readonly product: string; readonly differs: readonly string[] }
  | Unfindable;

/** The store refuses to look this row up. */
interface Unfindable {
  readonly kind: 'refused';
  readonly error: CliError;
}

/** A row that the store refuses to look up is not sent; the others are. */
export async function unlessRefused<T>(found: Promise<T>): Promise<T | Unfindable> {
  return await found.catch((error: unknown) => {
    if (error instanceof CliError && isRefusal(error)) return { kind: 'refused', error };
    throw error;
  });
}

/** How the keys of a file are found in a store. */
interface KeyReader extends StoreReader {
  /** The keys of the file. */
  readonly keys: FileRows;
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
  #listed: ListedProducts | undefined;
  #lacking: Sample<SendableRow>;
  /** Whether the store is known to have more than it lists, or no more. */
  #isPartial = false;
  #isListBelieved = false;

  /** @param listed the keys that the store lists; without them every row is looked up */
  constructor(parts: FinderParts, listed?: ListedProducts) {
    this.#parts = parts;
    this.#listed = listed;
    this.#lacking = new Sample(parts.reader.connection.random);
  }

  /** @param rows how many are to be found @param products how many the store counts */
  static async of(rows: number, products: number, parts: FinderParts): Promise<Finder> {
    const { connection, keys } = parts.reader;
    if (products === 0) return new Finder(parts, emptyList(keys));
    return new Finder(parts, rows <= products / connection.pageSize ? undefined : await listKeys(parts.reader));
  }

  readonly find: FindInStore = async (rows) => {
    const listed = this.#listed && foundInList(rows, this.#listed, this.#parts.reader.keys);
    return await Promise.all(rows.map((row, at) => this.#findRow(row, listed?.[at])));
  };

  /** @param listed what the list has for the row; undefined where that is not clear */
  async #findRow(row: SendableRow, listed: Found | undefined): Promise<Found> {
    if (listed?.kind === 'absent' && !this.#parts.wasInStore(row.key)) {
      this.#lacking.add(row);
      return listed;
    }
    const near = listed?.kind === 'near' ? listed : undefined;
    if (listed && listed.kind !== 'absent' && !near) return listed;
    const found = await this.#lookUp(row);
    if (listed && !near) this.#isPartial ||= found.kind !== 'absent';
    return near && found.kind === 'absent' ? { ...found, near } : found;
  }

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
    const found = await unlessRefused(read(() => search(connection, row.key, language)));
    return 'kind' in found ? found : foundBySearch(row, found, keys);
  }
}

/** The products of the store under keys of the file; undefined when the list changes while it is read, twice. */
export async function listKeys(reader: KeyReader): Promise<ListedProducts | undefined> {
  for (let tries = 0; tries < 2; tries++) {
    const listed = emptyList(reader.keys);
    const inconsistent = await listStore(reader, (record) => listed.add(record));
    listed.flush();
    if (!inconsistent) return listed;
  }
  return undefined;
}

const emptyList = ({ scratch, isFinished: hasRows }: FileRows): ListedProducts =>
  new ListedProducts({
    scratch,
    hasRows,
    keepsGone: false,
    factsOf: (record) => factsOfProduct(record, nameAndPrice),
  });

/** The products that the list has under exactly each of these keys. */
export const idsListed = (keys: readonly Key[], listed: ListedProducts): readonly (readonly string[])[] =>
  listed
    .under(keys.map(foldedText))
    .map((products, at) => products.flatMap(({ code, id }) => (code === keys[at]?.code ? [id] : [])));

/**
 * Undefined for a row that must be looked up: the list has its key more than once, as several products or options of one,
 * or a near match that may be another row of the file. One with any other near match must be looked up, too.
 */
function foundInList(
  rows: readonly SendableRow[],
  listed: ListedProducts,
  { isShared }: FileRows,
): readonly (Found | undefined)[] {
  return listed.under(rows.map(({ key }) => foldedText(key))).map((products, at) => {
    const { key, values } = rows[at] as SendableRow;
    const [product, ...others] = products;
    if (!product) return { kind: 'absent' };
    const exact = [product, ...others].filter(({ code }) => code === key.code);
    const [found] = exact;
    if (!found && !isShared(foldedText(key))) return { kind: 'near', code: product.code, productId: product.id };
    if (!found || exact.length > 1) return undefined;
    return { kind: 'exists', product: found.id, differs: differing(values, found.facts) };
  });
}

/** From the records that a search for the row's key gave. */
function foundBySearch({ key, values }: SendableRow, records: readonly Product[], { isShared }: FileRows): Found {
  const result = resultOf(key, records, isShared);
  if (result.kind !== 'found') return result;
  const product = records.find((record) => String(record[key.field]) === key.code);
  const facts = product ? factsOfProduct(product, nameAndPrice) : {};
  return { kind: 'exists', product: result.productId, differs: differing(values, facts) };
}

/** What an import compares of rows that exist: enough to say that the store has something else under this key. */
const nameAndPrice = ['name', 'price'] as const;

/** In which of them the product in the store differs from the row, where both have one. */
const differing = (values: SendableRow['values'], product: Facts): readonly string[] =>
  Object.keys(differencesOf(factsOfRow(values, nameAndPrice), product, nameAndPrice) ?? {});
