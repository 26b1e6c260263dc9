import type { Connection } from '../../client/connection.ts';
import type { ListedNoun } from '../../client/endpoints/noun.ts';
import { mayBeNone, noContent } from '../../client/lists.ts';
import { searchPages } from '../../client/pager.ts';
import { countOf, isCountedEmpty, type Page } from '../../client/pages.ts';
import { CliError } from '../../errors.ts';
import type { StoreNoun } from '../../resources/file-table.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { usualCode } from '../../text/codes.ts';
import { foldedText, type Key } from '../map/rows/key.ts';

/** A noun in a store that is searched. */
export interface SearchedStore {
  readonly connection: Connection;
  readonly noun: ListedNoun;
}

/** What a store may answer a search with that finds nothing, other than a list that says so: 404, or no content. */
export type Nothing = 'not found' | 'empty';

/** The reply to a search. */
export interface SearchReply extends Page {
  readonly nothing?: Nothing | undefined;
  /** The failure that `not found` is, unless it means that there is no such product. */
  readonly failure?: CliError;
}

/** A store whose search was tested (`StoreTest`). */
interface NounInStore extends SearchedStore {
  readonly tested: {
    /** A search has found it. */
    note(key: Key): void;
    /** @throws CliError for 404 or an empty reply that does not say that there is no such product */
    confirm(reply: SearchReply, key: Key, store: SearchedStore): Promise<void>;
  };
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
  | { readonly kind: 'found'; readonly recordId: string; readonly record?: StoreRecord | undefined }
  /** Two products with exactly this key. */
  | { readonly kind: 'duplicate'; readonly recordIds: readonly string[] }
  /** Another key that a store, or a person, may take for this one (`foldedText`). */
  | ({ readonly kind: 'near' } & NearProduct);

export interface NearProduct {
  readonly code: string;
  readonly recordId: string;
}

/** A search for one key is not read beyond this. */
const maxOfAKey = 100_000;

/** Whether several rows of the file share a folded key (`foldedText`): a near match may be another of them. */
export type IsShared = (folded: string) => boolean;

/** Searches for a key and compares exactly. @throws CliError when the store does not answer: that is not "absent" */
export async function lookUp(store: NounInStore, key: Key, isShared: IsShared = () => false): Promise<LookUpResult> {
  const found = matchIn(store.noun, key, await searchAlike(store, key), isShared);
  if (found.kind === 'found') store.tested.note(key);
  return found;
}

/**
 * The same by the record that the store shows under the key, which its search may leave out, or show late. Digits may be
 * the ID of another record, and a store may match keys loosely: compared exactly.
 */
export async function lookUpByKey(store: SearchedStore, key: Key, isShared: IsShared): Promise<LookUpResult> {
  const { connection, noun } = store;
  const record = await noun.lookUp.getByKey(connection, key);
  return record === undefined ? { kind: 'absent' } : matchIn(noun, key, [record], isShared);
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
export const search = (store: NounInStore, key: Key, language?: string): Promise<readonly StoreRecord[]> =>
  searchBy((reply) => store.tested.confirm(reply, key, store), store, key, language);

/** The same, with what makes sure of a reply. */
export async function searchBy(
  confirm: (reply: SearchReply) => Promise<void>,
  store: SearchedStore,
  key: Key,
  language?: string,
): Promise<readonly StoreRecord[]> {
  const { connection } = store;
  const fetchPage = async (limit: number, offset: number): Promise<Page> => {
    const reply = await searchReply(store, key, { limit, offset, language });
    await confirm(reply);
    return reply;
  };
  const found: StoreRecord[] = [];
  for await (const { records } of searchPages(fetchPage, { connection, ...key, most: maxOfAKey }))
    for (const record of records) found.push(record);
  return found;
}

interface SearchPlace {
  readonly limit?: number;
  readonly offset?: number;
  readonly language?: string | undefined;
}

/** One page of a search. @throws CliError when the store does not answer */
export async function searchReply(
  { connection, noun }: SearchedStore,
  { field, code }: Key,
  { limit = 1, offset = 0, language }: SearchPlace = {},
): Promise<SearchReply> {
  const { mainFilter, list } = noun.lookUp;
  const filters = {
    ...mainFilter,
    search: `${field}:${code}`,
    limit: String(limit),
    ...(offset === 0 ? {} : { offset: String(offset) }),
  };
  try {
    const page = await list(connection, filters, { language });
    return offset === 0 ? firstReply(page) : page;
  } catch (error) {
    if (offset > 0 || !mayBeNone(error)) throw error;
    return firstReply(error);
  }
}

/** What the first page of a search says, or the failure in its place. */
export function firstReply(first: Page | CliError): SearchReply {
  if (!(first instanceof CliError))
    return { ...first, nothing: first.records.length === 0 && !isCountedEmpty(first) ? 'empty' : undefined };
  return { totals: {}, records: [], nothing: first.status === noContent ? 'empty' : 'not found', failure: first };
}

/** What the records of a search are for a key. */
export function matchIn(
  noun: StoreNoun,
  key: Key,
  records: readonly StoreRecord[],
  isShared: IsShared = () => false,
): LookUpResult {
  const products = records.map((record) => ({ id: idOf(noun, record), code: String(record[key.field] ?? ''), record }));
  return matchOf(key, products, isShared);
}

/** What some products are for a key. A near match counts unless it may be another row of the file. */
export function matchOf(
  { field, code }: Key,
  products: readonly { readonly id: string; readonly code: string; readonly record?: StoreRecord }[],
  isShared: IsShared,
): LookUpResult {
  const exact = products.filter((found) => found.code === code);
  const ids = [...new Set(exact.map(({ id }) => id))];
  const [id] = ids;
  if (ids.length > 1) return { kind: 'duplicate', recordIds: ids };
  if (id !== undefined) return { kind: 'found', recordId: id, record: exact[0]?.record };
  const folded = foldedText({ field, code });
  const near = isShared(folded)
    ? undefined
    : products.find((found) => foldedText({ field, code: found.code }) === folded);
  return near ? { kind: 'near', code: near.code, recordId: near.id } : { kind: 'absent' };
}

/** The ID of a record in a list. */
export const idOf = ({ ids }: StoreNoun, record: StoreRecord): string =>
  String(ids.map((name) => record[name]).find((id) => id !== undefined && id !== null));

/** The first product of the store, with the totals: shows that the store answers and takes the token. */
export async function firstProducts({ connection, noun }: SearchedStore): Promise<Page> {
  return await noun.lookUp.list(connection, { limit: '1' });
}

/** How many records the store has, where it says so: 0 beside a record says nothing. */
export function recordCount({ totals, records }: Page): number | undefined {
  const count = countOf(totals.numRows);
  return count === 0 && records.length > 0 ? undefined : count;
}

/** The same without those that a run has created. */
export function countWithout(page: Page, created: number): number | undefined {
  const count = recordCount(page);
  return count === undefined ? undefined : count - created;
}
