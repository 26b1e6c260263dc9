import { CliError } from '../../errors.ts';
import { importableProducts } from '../../resources/importable-products.ts';
import {
  type NewProduct,
  newProduct,
  type Product,
  type ProductFilter,
  product,
  productTotals,
} from '../../resources/products.ts';
import { canonicalUprid, parseUprid, type Uprid, upridKind } from '../../resources/shop-kinds.ts';
import { type Connection, hostOf, pageSize } from '../connection.ts';
import { create, createAndRead } from '../creation.ts';
import { listRecords, mayBeNone, noContent, orNoMatch } from '../lists.ts';
import { searchPages } from '../pager.ts';
import { isCountedEmpty, type Page } from '../pages.ts';
import { getRecord, notFound, type Place, unlessNotFound } from '../records.ts';
import type { ListedNoun } from './noun.ts';

/** The filters of a list, as text, under their names in the API. */
export type ProductFilters = Readonly<Partial<Record<ProductFilter, string>>>;

/** `Accept-Language` and `acceptLanguageId`. */
export type Languages = Pick<Place, 'language' | 'languageId'>;

const all = { segments: ['products'], record: product, names: ['product', 'products'] } as const;

/** `GET /products`: one page. `limit` and `offset` are among the filters. */
export async function listProducts(
  connection: Connection,
  filters: ProductFilters,
  languages: Languages = {},
): Promise<Page<Product>> {
  return await listRecords(connection, { ...all, filters, ...languages }, productTotals);
}

/**
 * `GET /products/{productId or Sku}`; where that finds nothing, the product with exactly this SKU. With options, as in
 * `206{3}12`, the record of that variant, from the list: the path is documented for IDs and SKUs only.
 */
export async function getProduct(connection: Connection, typed: string, languages: Languages = {}): Promise<Product> {
  const uprid = upridOf(typed);
  const isVariant = uprid !== undefined && uprid.chosen.length > 0;
  return isVariant
    ? await getVariant(connection, typed, uprid, languages)
    : await getByIdOrSku(connection, typed, languages);
}

async function getByIdOrSku(connection: Connection, idOrSku: string, languages: Languages): Promise<Product> {
  return (
    (await unlessNotFound(getRecord(connection, productAt(idOrSku, languages)))) ??
    (await getProductBySku(connection, idOrSku, languages))
  );
}

/** `206+3-12` may be an SKU too, so that is looked for first. */
async function getVariant(
  connection: Connection,
  typed: string,
  wanted: Uprid,
  languages: Languages,
): Promise<Product> {
  const bySku = typed.includes('+') ? await unlessNotFound(getByIdOrSku(connection, typed, languages)) : undefined;
  if (bySku && String(bySku.sku) === typed) return bySku;
  const main = await unlessNotFound(getRecord(connection, productAt(String(wanted.productId), languages)));
  if (!main || !isOf(main, wanted)) throw noProduct(connection, typed);
  const variants = await variantsOf(connection, main, wanted, languages);
  const found = [main, ...variants].find((record) => isSame(upridOf(record.uprid), wanted));
  if (found) return found;
  const one = `Product ${wanted.productId} on ${hostOf(connection)}`;
  // The store may have it all the same, but another record is not shown in its place.
  const why =
    variants.length > 0 ? `has no variant "${typed}"` : `is listed without variants, so "${typed}" was not found`;
  throw notFound(connection, all, `${one} ${why}.`);
}

/** The records of a product with options. Its variants may have SKUs of their own. */
async function variantsOf(
  connection: Connection,
  { sku, name }: Product,
  wanted: Uprid,
  languages: Languages,
): Promise<readonly Product[]> {
  for (const search of [sku ? `sku:${sku}` : '', String(name ?? '')].filter(Boolean)) {
    const found = await orNoMatch(listProducts(connection, { search, limit: String(pageSize) }, languages));
    const variants = found.records.filter((record) => isOf(record, wanted) && upridOf(record.uprid)?.chosen.length);
    if (variants.length > 0) return variants;
  }
  return [];
}

/** `/products/{productId or Sku}` */
export const productAt = (idOrSku: string, languages: Languages): Place<Product> => ({
  ...all,
  segments: ['products', idOrSku],
  id: idOrSku,
  askedBy: ['uprid', 'productId', 'sku'],
  ...languages,
});

function upridOf(text: unknown): Uprid | undefined {
  const uprid = upridKind.wire(text);
  return uprid === undefined ? undefined : parseUprid(uprid);
}

const isOf = ({ productId, uprid }: Product, { productId: wanted }: Uprid): boolean =>
  upridOf(productId ?? uprid)?.productId === wanted;

const isSame = (uprid: Uprid | undefined, wanted: Uprid): boolean =>
  uprid !== undefined && canonicalUprid(uprid) === canonicalUprid(wanted);

/** The product with exactly this SKU. Searched for, since digits in the path could be the ID of another product. */
export async function getProductBySku(
  connection: Connection,
  sku: string,
  languages: Languages = {},
): Promise<Product> {
  for (const filters of [{ only_main_products: 'true' }, {}])
    for await (const found of searched(connection, ['sku', sku], { filters, languages })) return found;
  throw noProduct(connection, sku);
}

/** What a search has found on its first page, or the failure that may say that there is nothing. */
type FirstPage = Page<Product> | CliError;

/** The products with exactly this SKU or EAN, from every page of a search: a store may search parts of codes. */
async function* searched(
  connection: Connection,
  [field, code]: readonly [field: 'sku' | 'ean', code: string],
  { filters = {}, languages = {}, confirm = refuseEmpty }: SearchTraits,
): AsyncGenerator<Product> {
  const search = { ...productAt(code, languages), ...all, ...languages };
  const fetchPage = async (limit: number, offset: number, reporting: Connection): Promise<Page<Product>> => {
    const paged = { ...filters, search: `${field}:${code}`, limit: String(limit), offset: String(offset) };
    const page = listRecords(reporting, { ...search, filters: paged }, productTotals);
    if (offset > 0) return await page;
    const first = await page.catch(unlessNothing);
    if (first instanceof CliError || (first.records.length === 0 && !isCountedEmpty(first))) await confirm(first);
    return first instanceof CliError ? { totals: {}, records: [] } : first;
  };
  for await (const { records } of searchPages(fetchPage, { connection, field, code, most: maxSearched }))
    yield* records.filter((record) => String(record[field] ?? '') === code);
}

interface SearchTraits {
  readonly filters?: ProductFilters;
  readonly languages?: Languages;
  /** Makes sure of a reply that only may say that there is nothing. @throws CliError for a reply that does not */
  readonly confirm?: ((first: FirstPage) => Promise<void>) | undefined;
}

/** Somebody who looks for a product may be told that there is none, but a reply without content says nothing. */
async function refuseEmpty(first: FirstPage): Promise<void> {
  if (first instanceof CliError && first.status === noContent) throw first;
}

function unlessNothing(error: unknown): CliError {
  if (mayBeNone(error)) return error;
  throw error;
}

/** A store that finds more for a code does not search. */
const maxSearched = 10_000;

const noProduct = (connection: Connection, typed: string) =>
  notFound(connection, all, `No product on ${hostOf(connection)} has the ID or SKU "${typed}".`);

/** The products with exactly this SKU or EAN, variants included. @param confirm of a search that decides about a write */
export async function findProducts(
  connection: Connection,
  field: 'sku' | 'ean',
  key: string,
  confirm: SearchTraits['confirm'],
): Promise<readonly Product[]> {
  const found: Product[] = [];
  for await (const record of searched(connection, [field, key], { confirm })) found.push(record);
  return found;
}

/** `POST /products`, sent once, and the product where the reply is not: by its ID, or else by its SKU. */
export async function createAndReadProduct(
  connection: Connection,
  draft: NewProduct,
  { language }: Languages = {},
): Promise<Product> {
  const { sku } = draft;
  const find = sku ? { find: () => getProductBySku(connection, sku, { language }) } : {};
  const created = { all: { ...all, language }, at: (id: string) => productAt(id, { language }), ...find };
  return await createAndRead(connection, created, productBody(draft, connection.taxField));
}

/** The body of `POST /products`, with the VAT rate under the name that the store reads: both are documented. */
function productBody(draft: NewProduct, taxField: Connection['taxField']): ReturnType<typeof newProduct.toJson> {
  const body = newProduct.toJson(draft);
  if (taxField === 'both') return body;
  const { [taxField === 'taxRate' ? 'taxRateVal' : 'taxRate']: _, ...withOne } = body;
  return withOne;
}

/** What the path shows for an SKU, which may be another product: digits may be its ID. A variant is none of its own. */
async function getMainBySku(connection: Connection, sku: string): Promise<Product | undefined> {
  const { id: _, ...place } = productAt(sku, {});
  const found = await getRecord(connection, place);
  return upridOf(found.uprid)?.chosen.length ? undefined : found;
}

/** What `products import` sends and reads. */
export const products: ListedNoun = {
  ...importableProducts,
  create: (connection, draft, { language } = {}) =>
    create(connection, { ...all, language }, productBody(draft, connection.taxField)),
  body: productBody,
  lookUp: {
    mainFilter: { only_main_products: 'true' },
    list: listProducts,
    get: (connection, id) => getRecord(connection, productAt(id, {})),
    getByKey: async (connection, { field, code }) =>
      field === 'sku' ? await unlessNotFound(getMainBySku(connection, code)) : undefined,
    hiddenBy: 'status',
  },
};
