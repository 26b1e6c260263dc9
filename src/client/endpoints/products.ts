import {
  type NewProduct,
  newProduct,
  type Product,
  type ProductFilter,
  product,
  productTotals,
} from '../../resources/products.ts';
import { type Connection, hostOf } from '../connection.ts';
import type { Page } from '../pages.ts';
import { createRecord, getRecord, listRecords, notFound, type Place, unlessMissing } from '../records.ts';

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

/** `GET /products/{productId or Sku}`; where that finds nothing, the product with exactly this SKU. */
export async function getProduct(connection: Connection, idOrSku: string, languages: Languages = {}): Promise<Product> {
  const place = { ...all, segments: ['products', idOrSku], id: idOrSku, ...languages };
  return (await unlessMissing(getRecord(connection, place))) ?? (await getProductBySku(connection, idOrSku, languages));
}

/** The product with exactly this SKU. Searched for, since digits in the path could be the ID of another product. */
export async function getProductBySku(
  connection: Connection,
  sku: string,
  languages: Languages = {},
): Promise<Product> {
  const search = { search: `sku:${sku}`, only_main_products: 'true' };
  const found = (await unlessMissing(listProducts(connection, search, languages)))?.records.find(
    (record) => String(record.sku) === sku,
  );
  if (found) return found;
  throw notFound(connection, all, `No product on ${hostOf(connection)} has the ID or SKU "${sku}".`);
}

/** `POST /products`: returns the product in its flat shape. Sent once, never retried. */
export async function createProduct(
  connection: Connection,
  draft: NewProduct,
  { language }: Languages = {},
): Promise<Product> {
  return await createRecord(connection, { ...all, language }, productBody(draft, connection.taxField));
}

/** The body of `POST /products`, with the VAT rate under the name that the store reads: both are documented. */
export function productBody(draft: NewProduct, taxField: Connection['taxField']): ReturnType<typeof newProduct.toJson> {
  const { taxRate, taxRateVal, ...rest } = newProduct.toJson(draft);
  return {
    ...rest,
    ...(taxRate !== undefined && taxField !== 'taxRateVal' ? { taxRate } : {}),
    ...(taxRateVal !== undefined && taxField !== 'taxRate' ? { taxRateVal } : {}),
  };
}
