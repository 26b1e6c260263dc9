import type { Session } from '../../cli/session.ts';
import { type Connection, hostOf, pageSize } from '../../client/connection.ts';
import { getProduct, getProductBySku, listProducts } from '../../client/endpoints/products.ts';
import { orNoMatch } from '../../client/lists.ts';
import { unlessNotFound } from '../../client/records.ts';
import { CliError } from '../../errors.ts';
import type { Product } from '../../resources/products.ts';
import { escapeText, safe } from '../../text/escape.ts';
import { distance, either, looseHeading } from '../../text/words.ts';

/** Products that an error names. */
const maxNamed = 5;

/**
 * Looks a product up by its SKU before the orders are read: for any other text none of them would be found, which reads
 * as if nobody had bought it. Says so where the store does not have it: it may have been deleted since.
 * @returns whether the store has it @throws CliError `not-found` that names the products which are most likely meant
 */
export async function lookUpProduct(session: Session, connection: Connection, sku: string): Promise<boolean> {
  const { record, failure } = await productWith(connection, sku);
  if (record && isSame(record.sku ?? sku, sku)) return true;
  const listed = failure ? [] : await similarProducts(connection, sku);
  if (listed.some((product) => isSame(product.sku, sku))) return true;
  const missing = safe`No product on ${hostOf(connection)} has the SKU "${sku}"`;
  const meant = namesOf(listed.filter((product) => isMeant(product, sku)));
  if (meant !== '') throw new CliError('not-found', `${missing}.`, { hint: `Did you mean ${meant}?` });
  const similar = namesOf([...(record ? [record] : []), ...listed.filter((product) => isSimilar(product, sku))]);
  const why = failure
    ? safe`The product "${sku}" could not be looked up: ${failure.message}`
    : `${missing}: it may have been deleted.${similar === '' ? '' : ` Similar: ${similar}.`}`;
  await session.notice(`Warning: ${why}`);
  return false;
}

/** The product with this SKU or, where there is none, with this ID. A store that refuses to show products may show orders. */
async function productWith(
  connection: Connection,
  sku: string,
): Promise<{ readonly record?: Product | undefined; readonly failure?: CliError }> {
  try {
    const found = await unlessNotFound(getProduct(connection, sku));
    if (found === undefined || isSame(found.sku ?? sku, sku)) return { record: found };
    return { record: (await unlessNotFound(getProductBySku(connection, sku))) ?? found };
  } catch (error) {
    if (error instanceof CliError && (error.kind === 'refused' || error.status === 403)) return { failure: error };
    throw error;
  }
}

/** Patterns that are tried, one request each. */
const maxPatterns = 3;

/** Those with all parts of the text in a name or code, whatever is between them; else those with one of its parts. */
async function similarProducts(connection: Connection, typed: string): Promise<readonly Product[]> {
  const parts = typed.match(/\p{L}+|\p{N}+/gu) ?? [];
  const longer = parts.filter((part) => part.length > 1);
  // Letters are mistyped more often than digits.
  const single = [...longer.filter((part) => /\d/.test(part)), ...longer.filter((part) => !/\d/.test(part))];
  for (const pattern of [parts.join('*'), ...single].filter((text) => text !== '').slice(0, maxPatterns)) {
    const { records } = await orNoMatch(listProducts(connection, { search: `*${pattern}*`, limit: String(pageSize) }));
    if (records.length > 0) return records;
  }
  return [];
}

/** Whether a product is called so, but for signs and two swapped letters; a text without a digit or with a blank is no SKU. */
function isMeant({ sku, name, ean, model }: Product, typed: string): boolean {
  const wanted = looseHeading(typed);
  const isCalledSo = [sku, name, ean, model].some((text) => looseHeading(String(text ?? '')) === wanted);
  return isCalledSo || isSwapped(looseHeading(String(sku ?? '')), wanted) || isPartOfName(String(name ?? ''), typed);
}

/** Another digit is another product; the same letters are the same one. */
const isSwapped = (left: string, right: string): boolean =>
  distance(left, right) === 1 && [...left].sort().join('') === [...right].sort().join('');

const isPartOfName = (name: string, typed: string): boolean =>
  (/\s/.test(typed) || !/\d/.test(typed)) && looseHeading(name).includes(looseHeading(typed));

const isSimilar = ({ sku }: Product, typed: string): boolean =>
  distance(looseHeading(String(sku ?? '')), looseHeading(typed)) === 1;

/** Stores find SKUs in any case. */
const isSame = (one: unknown, other: string): boolean =>
  String(one ?? '')
    .trim()
    .toLowerCase() === other.trim().toLowerCase();

/** `LMP-101 (Headlight) or LMP-102 (Headlight USB)`; empty for none. */
function namesOf(products: readonly Product[]): string {
  const bySku = new Map(products.flatMap(({ sku, name }) => (sku ? [[String(sku), String(name ?? '')] as const] : [])));
  return either([...bySku].slice(0, maxNamed).map(([sku, name]) => escapeText(name === '' ? sku : `${sku} (${name})`)));
}
