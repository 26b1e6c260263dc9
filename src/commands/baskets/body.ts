import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { getProduct } from '../../client/endpoints/products.ts';
import { unlessMissing } from '../../client/records.ts';
import { CliError } from '../../errors.ts';
import type { Basket, NewLine, TypedLine } from '../../resources/baskets.ts';
import { countKind, flagKind } from '../../resources/kinds.ts';
import { type Product, product } from '../../resources/products.ts';
import { canonicalUprid, parseUprid } from '../../resources/shop-kinds.ts';
import { whereToFind } from '../../resources/where-to-find.ts';
import { safe } from '../../text/escape.ts';
import { findBeforeWrite } from '../products/before-write.ts';
import { meantBy, similarProducts } from '../products/similar.ts';

/**
 * The same body, each product that was named by its SKU with its ID. All are looked up first, some at a time.
 * @throws CliError that names every SKU of no product (`not-found`) or of several (`usage`)
 */
export async function withProductIds<B extends { readonly products?: readonly TypedLine[] | null }>(
  session: Session,
  connection: Connection,
  body: B,
): Promise<B> {
  const { products } = body;
  if (!products?.some(({ sku, uprid }) => sku !== undefined || isLongNumber(uprid))) return body;
  const found = new Map<TypedLine, NewLine | CliError>();
  const waiting = products.values();
  const lookUp = async (): Promise<void> => {
    for (const line of waiting) found.set(line, await withId(session, connection, line).catch(failedLookUp));
  };
  await Promise.all(Array.from({ length: maxLookUps }, lookUp));
  const lines = products.map((line) => found.get(line));
  const failures = lines.filter((line) => line instanceof CliError);
  if (failures.length > 0) throw await hinted(connection, together(failures), failed(products, found));
  return { ...body, products: lines };
}

/** Requests at a time. */
const maxLookUps = 4;

async function withId(session: Session, connection: Connection, { sku, ...line }: TypedLine): Promise<NewLine> {
  const uprid =
    sku === undefined
      ? await idOfDigits(session, connection, line.uprid)
      : await productBySku(session, connection, sku, line.uprid);
  return { ...line, ...(uprid === undefined ? {} : { uprid }) };
}

/** What is wrong with an SKU. Any other failure, as of the store, ends the command. */
function failedLookUp(error: unknown): CliError {
  if (error instanceof CliError && error.field === '--product') return error;
  throw error;
}

/** One error for several SKUs: each with its own sentence. Where one is not only missing, that counts. */
function together(failures: readonly CliError[]): CliError {
  const main = failures.find(({ kind }) => kind !== 'not-found') ?? failures[0];
  return (main as CliError).reworded({ message: [...new Set(failures.map(({ message }) => message))].join('\n') });
}

/** The SKUs of these products that could not be looked up. */
const failed = (
  products: readonly TypedLine[],
  found: ReadonlyMap<TypedLine, NewLine | CliError>,
): ReadonlySet<string> =>
  new Set(products.flatMap((line) => (found.get(line) instanceof CliError ? (line.sku ?? []) : [])));

/** Names the products that may be meant by an SKU that none has. Of several SKUs that would be a list to read. */
async function hinted(connection: Connection, error: CliError, [sku, ...others]: Iterable<string>): Promise<CliError> {
  if (error.kind !== 'not-found' || sku === undefined || others.length > 0) return error;
  const hint = await similarProducts(connection, sku)
    .then((products) => meantBy(products, sku))
    // The error is that there is no such product, whatever keeps others from being found.
    .catch(() => undefined);
  return hint === undefined ? error : error.reworded({ hint });
}

/** Digits as long as the shortest EAN: hardly the ID of a product, but often an SKU. */
const isLongNumber = (uprid: string | undefined): uprid is string => /^\d{8,}$/.test(uprid ?? '');

/** The ID of the product that has such digits as its ID or SKU; the digits themselves where there is none to be found. */
async function idOfDigits(
  { options }: Session,
  connection: Connection,
  uprid: string | undefined,
): Promise<string | undefined> {
  if (!isLongNumber(uprid) || options.curl) return uprid;
  const found = await unlessMissing(getProduct(connection, uprid));
  return found ? idOf(found) : uprid;
}

/** @param uprid of the same line, which must be one of that SKU */
async function productBySku(
  session: Session,
  connection: Connection,
  sku: string,
  uprid: string | undefined,
): Promise<string> {
  if (session.options.curl)
    throw new CliError('usage', `--curl cannot look up the SKU "${sku}": it sends nothing.`, {
      field: '--curl',
      hint: 'Pass the product ID.',
    });
  const hits = new Map(
    (await findBeforeWrite(session, connection, 'sku', sku)).map((record) => [idOf(record), record]),
  );
  const [first, ...others] = hits.keys();
  if (first === undefined) {
    throw new CliError('not-found', `No product on ${session.storeName()} has the SKU "${sku}".`, {
      status: 404,
      field: '--product',
      hint: whereToFind.product,
    });
  }
  if (uprid !== undefined) {
    if ([...hits.keys()].some((id) => isSameProduct(id, uprid))) return uprid;
    throw new CliError('usage', `The SKU "${sku}" is not that of product ${uprid} on ${session.storeName()}.`, {
      field: '--product',
    });
  }
  if (others.length > 0) {
    const lines = [...hits].map(([id, record]) => safe`${id}  ${titleOf(session.named(product, record))}`);
    throw severalHits(safe`${hits.size} products on ${session.storeName()} have the SKU "${sku}"`, lines);
  }
  return first;
}

const isSameProduct = (left: string, right: string): boolean =>
  [left, right].map((text) => canonicalUprid(parseUprid(text))).every((id, _, [first]) => id === first);

const idOf = ({ uprid, productId }: Product): string => String(uprid ?? productId);

/** Variants of one product have one name: their options tell them apart. */
const titleOf = ({ name, attributesString }: Product): string => [name, attributesString].filter(Boolean).join(' ');

/** The error for an SKU that more than one product has; lists them. */
function severalHits(message: string, lines: readonly string[]): CliError {
  const shown = lines.slice(0, maxListed).map((line) => `  ${line.trimEnd()}`);
  const more = lines.length - shown.length;
  const list = [...shown, ...(more > 0 ? [`  and ${more} more`] : [])].join('\n');
  return new CliError('usage', `${message}. Pass the ID of one of them:\n${list}`, { field: '--product' });
}

const maxListed = 10;

/** What there is to say of a basket, a line each, composed by `safe`. */
export const notes = (...texts: readonly (string | undefined)[]): string => texts.filter(Boolean).join('\n');

/** The warning about a coupon that was set, and that the store has but does not accept. */
export const invalidCoupon = (requested: string | null | undefined, { couponValid }: Basket): string =>
  requested && flagKind.wire(couponValid) === 0
    ? safe`Warning: The store says that coupon ${requested} is not valid.`
    : '';

/** The warning about loyalty points that the store lowered to what the basket may redeem: the answer is still a success. */
export function loweredPoints(
  requested: number | null | undefined,
  { loyaltyPoints, products }: Basket,
): string | undefined {
  const redeemed = countKind.wire(loyaltyPoints);
  if (typeof requested !== 'number' || redeemed === undefined || redeemed >= requested) return undefined;
  const why =
    Array.isArray(products) && products.length === 0
      ? '. Points cannot be redeemed in an empty basket: add products first.'
      : ', the maximum for this basket.';
  return `Warning: The store set the loyalty points to ${redeemed} instead of ${requested}${why}`;
}
