import { searchPages } from '../../client/pager.ts';
import { countOf, type Page } from '../../client/pages.ts';
import { CliError } from '../../errors.ts';
import type { Importable } from '../../resources/importable.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { usualCode } from '../../text/codes.ts';
import { titleOf } from '../map/headings.ts';
import { foldedText, type Key, keysOf } from '../map/key.ts';
import { isRefusal } from '../pace/failed-read.ts';
import { type AbsenceTest, randomKey, type SearchedStore, searchReply } from './absence.ts';

/** A noun in a store. */
interface NounInStore extends SearchedStore {
  /** What 404 and empty replies to a search mean. */
  readonly absence: AbsenceTest;
}

/** How the products of a store are read. */
export interface StoreReader extends NounInStore {
  /** The language of product texts. */
  readonly language: string | undefined;
  /** Makes one read, with the retries of its kind. */
  readonly read: <T>(once: () => Promise<T>) => Promise<T>;
  /** Whether products may be added meanwhile. */
  readonly mayGrow?: boolean;
  /** Called with the number of products read so far, and with 0 at the end. */
  readonly onListed: (count: number) => void;
}

/** What the store has for a key. */
export type LookUpResult =
  | { readonly kind: 'absent' }
  /** Exactly this key, once. */
  | { readonly kind: 'found'; readonly productId: string }
  /** Two products with exactly this key. */
  | { readonly kind: 'duplicate'; readonly productIds: readonly string[] }
  /** Another key that a store, or a person, may take for this one (`foldedText`). */
  | ({ readonly kind: 'near' } & NearProduct);

export interface NearProduct {
  readonly code: string;
  readonly productId: string;
}

/** A search for one key is not read beyond this. */
const maxOfAKey = 100_000;

/** Whether several rows of the file share a folded key (`foldedText`): a near match may be another of them. */
export type IsShared = (folded: string) => boolean;

/** Searches for a key and compares exactly. @throws CliError when the store does not answer: that is not "absent" */
export async function lookUp(store: NounInStore, key: Key, isShared: IsShared = () => false): Promise<LookUpResult> {
  const found = matchIn(store.noun, key, await searchAlike(store, key), isShared);
  if (found.kind === 'found') store.absence.note(key);
  return found;
}

/**
 * All records that a search for a key returns and, where the key is none that a keyboard writes (`usualCode`),
 * those for the usual one: they look the same to a person.
 */
export async function searchAlike(store: NounInStore, key: Key, language?: string): Promise<readonly StoreRecord[]> {
  const found = await search(store, key, language);
  const code = usualCode(key.code);
  return code === key.code ? found : [...found, ...(await search(store, { ...key, code }, language))];
}

/**
 * All records that a search for a key returns.
 * @throws CliError also when the pages do not fit together: that is not "absent"
 */
export async function search(store: NounInStore, key: Key, language?: string): Promise<readonly StoreRecord[]> {
  const { connection } = store;
  const fetchPage = async (limit: number, offset: number): Promise<Page> => {
    const reply = await searchReply(store, key, { limit, offset, language });
    await store.absence.confirm(reply, key, store);
    return reply;
  };
  const found: StoreRecord[] = [];
  for await (const { records } of searchPages(fetchPage, { connection, ...key, most: maxOfAKey }))
    for (const record of records) found.push(record);
  return found;
}

/** What the records of a search are for a key. */
export function matchIn(
  noun: Importable,
  key: Key,
  records: readonly StoreRecord[],
  isShared: IsShared = () => false,
): LookUpResult {
  const products = records.map((record) => ({ id: idOf(noun, record), code: String(record[key.field] ?? '') }));
  return matchOf(key, products, isShared);
}

/** What some products are for a key. A near match counts unless it may be another row of the file. */
export function matchOf(
  { field, code }: Key,
  products: readonly { readonly id: string; readonly code: string }[],
  isShared: IsShared,
): LookUpResult {
  const ids = [...new Set(products.filter((found) => found.code === code).map(({ id }) => id))];
  const [id] = ids;
  if (ids.length > 1) return { kind: 'duplicate', productIds: ids };
  if (id !== undefined) return { kind: 'found', productId: id };
  const folded = foldedText({ field, code });
  const near = isShared(folded)
    ? undefined
    : products.find((found) => foldedText({ field, code: found.code }) === folded);
  return near ? { kind: 'near', code: near.code, productId: near.id } : { kind: 'absent' };
}

/** The ID of a record in a list. */
export const idOf = ({ ids }: Importable, record: StoreRecord): string =>
  String(ids.map((name) => record[name]).find((id) => id !== undefined && id !== null));

/**
 * Makes sure that the look-up is reliable, as everything that prevents duplicates depends on it: an unknown key must
 * give nothing, and an existing product must be found.
 * @param sample records of the store, if it has any
 * @throws CliError `refused`
 */
export async function testLookUp(
  store: NounInStore,
  sample: readonly StoreRecord[],
  randomHex: (bytes: number) => string,
): Promise<void> {
  const { noun } = store;
  const unknown = `a search for an unknown ${titleOf(noun, noun.key[0])}`;
  const { records, nothing } = await searchReply(store, randomKey(store, randomHex)).catch((error: unknown) => {
    if (error instanceof CliError && isRefusal(error)) throw unreliable(`${unknown} is refused (${error.status})`);
    throw error;
  });
  if (records.length > 0)
    throw unreliable(`${unknown} returns ${noun.names[1]}, so the store seems to ignore filter[search]`);
  const [known] = sample.flatMap((record) => keysOf(noun, record));
  // Nothing shows that a search would find a product.
  if (!known && nothing === 'not found') throw unreliable(`${unknown} is refused (404)`);
  if (!known) return;
  store.absence.note(known);
  const { kind } = await lookUp(store, known);
  if (kind === 'absent' || kind === 'near')
    throw unreliable(`a search does not find ${known.field} "${known.code}", which the store has`);
}

function unreliable(why: string): CliError {
  return new CliError('refused', `The search of this store is not reliable: ${why}. Nothing was sent.`, {
    hint: 'Without it a lost answer could create a duplicate. Try SHOP_FILTER_STYLE=plain or SHOP_FILTER_STYLE=bracket.',
  });
}

/** The first product of the store, with the totals: shows that the store answers and takes the token. */
export async function firstProducts({ connection, noun }: SearchedStore): Promise<Page> {
  return await noun.lookUp.list(connection, { limit: '1' });
}

/** The number of products in the store; NaN if it is absent, or 0 next to a product. */
export function productCount({ totals, records }: Page): number {
  const count = countOf(totals.numRows) ?? Number.NaN;
  return count === 0 && records.length > 0 ? Number.NaN : count;
}
