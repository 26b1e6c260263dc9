import { CliError } from '../../errors.ts';
import { type NewProduct, newProduct, type ProductFilter, product, productTotals } from '../../resources/products.ts';
import type { Received } from '../../resources/record.ts';
import type { Connection } from '../connection.ts';
import type { Page } from '../pages.ts';
import { createRecord, getRecord, listRecords, unlessMissing } from '../records.ts';
import { filterQuery, type Query } from '../request-url.ts';

/** The filters of a list, as text, under the API's names. */
export type ProductFilters = Readonly<Partial<Record<ProductFilter, string>>>;

export interface Languages {
  /** `Accept-Language`. */
  readonly language?: string | undefined;
  /** `acceptLanguageId`. */
  readonly languageId?: string | undefined;
}

/** `GET /products`: one page. `limit` and `offset` are among the filters. */
export async function listProducts(
  connection: Connection,
  filters: ProductFilters,
  languages: Languages = {},
): Promise<Page> {
  const query = [...filterQuery(filters, connection.filterStyle), ...languageQuery(languages)];
  const place = { segments: ['products'], record: product, query, language: languages.language };
  return await listRecords(connection, place, { name: 'products', envelope: productTotals });
}

/** `GET /products/{productId or Sku}`; where the path finds nothing, the product whose SKU is exactly this. */
export async function getProduct(
  connection: Connection,
  idOrSku: string,
  languages: Languages = {},
): Promise<Received> {
  const place = {
    segments: ['products', idOrSku],
    record: product,
    query: languageQuery(languages),
    language: languages.language,
  };
  return (await unlessMissing(getRecord(connection, place))) ?? (await getProductBySku(connection, idOrSku, languages));
}

/** The product whose SKU is exactly this. Digits could be another product's id in the path, so this goes through the search. */
export async function getProductBySku(
  connection: Connection,
  sku: string,
  languages: Languages = {},
): Promise<Received> {
  const { records } = await listProducts(connection, { search: `sku:${sku}`, only_main_products: 'true' }, languages);
  const found = records.find((record) => String(record.sku) === sku);
  if (found) return found;
  throw new CliError('not-found', `There is no product with the id or SKU "${sku}".`, {
    status: 404,
    hint: 'Look for it with: shop-cli products list --search "*part of the name*"',
  });
}

/** `POST /products`: the flat product that the store made of the draft. Sent once, never repeated. */
export async function createProduct(
  connection: Connection,
  draft: NewProduct,
  { language }: Languages = {},
): Promise<Received> {
  return await createRecord(
    connection,
    { segments: ['products'], record: product, language },
    productBody(draft, connection.taxField),
  );
}

/** The body of `POST /products`: the draft, with the VAT rate under the name that the store reads (`api.md` names both). */
export function productBody(draft: NewProduct, taxField: Connection['taxField']): ReturnType<typeof newProduct.toJson> {
  const { taxRate, taxRateVal, ...rest } = newProduct.toJson(draft);
  return {
    ...rest,
    ...(taxRate !== undefined && taxField !== 'taxRateVal' ? { taxRate } : {}),
    ...(taxRateVal !== undefined && taxField !== 'taxRate' ? { taxRateVal } : {}),
  };
}

const languageQuery = ({ languageId }: Languages): Query =>
  languageId === undefined ? [] : [['acceptLanguageId', languageId]];
