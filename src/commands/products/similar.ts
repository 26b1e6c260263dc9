import { type Connection, pageSize } from '../../client/connection.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { orNoMatch } from '../../client/lists.ts';
import type { Product } from '../../resources/products.ts';
import { escapeText } from '../../text/escape.ts';
import { distance, either, looseHeading } from '../../text/words.ts';

/** Products that an error names. */
const maxNamed = 5;

/** Patterns that are tried, one request each. */
const maxPatterns = 3;

/** Those with all parts of the text in a name or code, whatever is between them; else those with one of its parts. */
export async function similarProducts(connection: Connection, typed: string): Promise<readonly Product[]> {
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

/** `Did you mean LMP-101 (Headlight)?`, of products that are called so; undefined where none is. */
export function meantBy(products: readonly Product[], typed: string): string | undefined {
  const meant = namesOf(products.filter((product) => isMeant(product, typed)));
  return meant === '' ? undefined : `Did you mean ${meant}?`;
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

/** Stores find SKUs in any case. */
export const isSame = (one: unknown, other: string): boolean =>
  String(one ?? '')
    .trim()
    .toLowerCase() === other.trim().toLowerCase();

/** `LMP-101 (Headlight) or LMP-102 (Headlight USB)`; empty for none. */
export function namesOf(products: readonly Product[]): string {
  const bySku = new Map(products.flatMap(({ sku, name }) => (sku ? [[String(sku), String(name ?? '')] as const] : [])));
  return either([...bySku].slice(0, maxNamed).map(([sku, name]) => escapeText(name === '' ? sku : `${sku} (${name})`)));
}
