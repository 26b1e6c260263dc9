import type { Connection } from '../../client/connection.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { countOf, pageSize } from '../../client/pages.ts';
import { CliError } from '../../errors.ts';
import type { Product } from '../../resources/products.ts';
import { foldedText, type Key, keyOf } from '../read/row.ts';

/** What the store shows of a key. */
export type Sighting =
  | { readonly kind: 'absent' }
  /** Exactly this key, once. */
  | { readonly kind: 'found'; readonly productId: string }
  /** Two products with exactly this key. */
  | { readonly kind: 'twice'; readonly productIds: readonly string[] }
  /** Not this key, but one that a store may take for it: other case, other Unicode form, other zeros in front, other spaces around. */
  | { readonly kind: 'near'; readonly code: string };

/** No sensible search for one key gives more: it is not read on for ever. */
const mostOfAKey = 100_000;

/** Whether rows of this file share a folded key (`foldedText`): what is almost one of them may well be another of them. */
export type IsShared = (folded: string) => boolean;

/** Looks a key up by search, and compares exactly. @throws CliError when the store does not answer: that is not "absent". */
export async function lookUp(connection: Connection, key: Key, isShared: IsShared = () => false): Promise<Sighting> {
  return sightingOf(key, await search(connection, key), isShared);
}

/**
 * The records that a search for a key gives: those that have it, and perhaps others. Every page: a store that finds parts of codes, or patterns, may
 * show the key itself on any of them. A full page is not the last, whatever the store counts, and an empty one is.
 * @throws CliError also when the pages do not fit together: that is not "absent"
 */
export async function search(connection: Connection, key: Key): Promise<readonly Product[]> {
  const found: Product[] = [];
  for (let before: Found | undefined; ; ) {
    const page = await searchPage(connection, key, found.length);
    if (before && !continues(before, page)) throw changing(key);
    found.push(...page.records);
    if (isLast(page, found.length)) return found;
    if (found.length > mostOfAKey) throw changing(key);
    before = page;
  }
}

interface Found {
  readonly records: readonly Product[];
  /** How many the store counts; NaN where it does not say. */
  readonly count: number;
}

async function searchPage(connection: Connection, { field, code }: Key, offset: number): Promise<Found> {
  const { records, totals } = await listProducts(connection, {
    ...{ search: `${field}:${code}`, only_main_products: 'true', limit: String(pageSize) },
    ...(offset === 0 ? {} : { offset: String(offset) }),
  });
  return { records, count: countOf(totals.numRows) ?? Number.NaN };
}

const isLast = ({ records, count }: Found, soFar: number): boolean =>
  records.length === 0 || (records.length < pageSize && (soFar >= count || Number.isNaN(count)));

/** Not when products come or go meanwhile, nor in a store that gives the first page again. */
const continues = (before: Found, { records, count }: Found): boolean =>
  Object.is(before.count, count) &&
  (records.length === 0 || JSON.stringify(records[0]) !== JSON.stringify(before.records[0]));

const changing = ({ field, code }: Key): CliError =>
  new CliError('refused', `The pages of the search for ${field} "${code}" do not fit together.`, { retryable: true });

/** Decides from the records that a search gave. What is almost this key counts, unless it may be another row of the file. */
export function sightingOf(
  { field, code }: Key,
  records: readonly Product[],
  isShared: IsShared = () => false,
): Sighting {
  const codes = records.map((record) => ({ id: idOf(record), code: String(record[field] ?? '') }));
  const ids = [...new Set(codes.filter((found) => found.code === code).map(({ id }) => id))];
  const [id] = ids;
  if (ids.length > 1) return { kind: 'twice', productIds: ids };
  if (id !== undefined) return { kind: 'found', productId: id };
  const folded = foldedText({ field, code });
  const near = isShared(folded) ? undefined : codes.find((found) => foldedText({ field, code: found.code }) === folded);
  return near ? { kind: 'near', code: near.code } : { kind: 'absent' };
}

/** The id of a product in a list. */
export const idOf = (record: Product): string => String(record.productId ?? record.uprid);

/**
 * Whether the look-up can be relied on: a key that nobody has must give nothing, and a product that is there must be found. Everything that
 * keeps products from being doubled rests on it.
 * @param sample records of the store, if it has any
 * @throws CliError `refused`
 */
export async function testLookUp(
  connection: Connection,
  sample: readonly Product[],
  randomHex: (bytes: number) => string,
): Promise<void> {
  const nobodys = `shop-cli-${randomHex(12)}`;
  const { records } = await listProducts(connection, {
    search: `sku:${nobodys}`,
    only_main_products: 'true',
    limit: '1',
  });
  if (records.length > 0)
    throw unreliable('a search for an SKU that nobody has gives products: it seems to ignore filter[search]');
  const known = sample
    .map((record) => keyOf({ sku: text(record.sku), ean: text(record.ean) }))
    .find((key) => key !== undefined);
  if (!known) return;
  const sighting = await lookUp(connection, known);
  if (sighting.kind === 'absent' || sighting.kind === 'near')
    throw unreliable(`a search for ${known.field} "${known.code}", which the store has, does not find it`);
}

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));

function unreliable(why: string): CliError {
  return new CliError('refused', `The look-up of this store cannot be relied on: ${why}. Nothing was sent.`, {
    hint: 'Without it a lost answer could double a product. Try SHOP_FILTER_STYLE=plain or bracket.',
  });
}
