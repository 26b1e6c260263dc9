import type { Session } from '../../cli/session.ts';
import { type Connection, hostOf } from '../../client/connection.ts';
import { getProduct, getProductBySku } from '../../client/endpoints/products.ts';
import { unlessNotFound } from '../../client/records.ts';
import { CliError, showsNothing } from '../../errors.ts';
import type { Product } from '../../resources/products.ts';
import { safe } from '../../text/escape.ts';
import { distance, looseHeading } from '../../text/words.ts';
import { isSame, meantBy, namesOf, similarProducts } from '../products/similar.ts';

/**
 * Looks a product up by its SKU before the orders are read: for any other text none of them would be found, which reads
 * as if nobody had bought it. Says so where the store does not have it: it may have been deleted since.
 * @returns whether the store has it @throws CliError `not-found` that names the products which are most likely meant
 */
export async function lookUpProduct(
  session: Session,
  connection: Connection,
  { sku, isAll }: { readonly sku: string; readonly isAll: boolean },
): Promise<boolean> {
  const { record, failure } = await productWith(connection, sku);
  if (record && isSame(record.sku ?? sku, sku)) return true;
  const listed = failure ? [] : await similarProducts(connection, sku);
  if (listed.some((product) => isSame(product.sku, sku))) return true;
  const missing = safe`No product on ${hostOf(connection)} has the SKU "${sku}"`;
  const hint = meantBy(listed, sku);
  if (hint !== undefined) throw new CliError('not-found', `${missing}.`, { hint });
  if (!failure && !isAll && isName(sku))
    throw new CliError('not-found', `${missing}, or this name.`, { hint: wordsOfName });
  const similar = namesOf([...(record ? [record] : []), ...listed.filter((product) => isSimilar(product, sku))]);
  const why = failure
    ? safe`The product "${sku}" could not be looked up: ${failure.message}`
    : `${missing}: it may have been deleted.${similar === '' ? '' : ` Similar: ${similar}.`}`;
  await session.notice(`Warning: ${why}`);
  return false;
}

/** Words rather than an SKU. To look for it in all orders takes minutes in a big shop. */
const isName = (typed: string): boolean => /\s/.test(typed.trim()) && !/\d/.test(typed);

const wordsOfName =
  'For the SKUs: shop-cli products list. If it is the SKU of a product that has been deleted, add --all to look for it in all orders.';

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
    if (error instanceof CliError && (showsNothing(error) || error.status === 403)) return { failure: error };
    throw error;
  }
}

const isSimilar = ({ sku }: Product, typed: string): boolean =>
  distance(looseHeading(String(sku ?? '')), looseHeading(typed)) === 1;
