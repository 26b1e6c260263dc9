import { CliError } from '../errors.ts';
import { type NewProduct, newProduct, type ProductFilter, product, productTotals } from '../resources/products.ts';
import type { Received } from '../resources/record.ts';
import type { Connection } from './connection.ts';
import { type ApiRequest, replyLimits } from './exchange.ts';
import { unexpectedReply } from './failures.ts';
import type { Page } from './pages.ts';
import { type Query, RequestUrl } from './request-url.ts';
import { send } from './send.ts';

/** The filters of a list, as text, under the API's names. */
export type ProductFilters = Readonly<Partial<Record<ProductFilter, string>>>;

export interface Languages {
  /** `Accept-Language`. */
  readonly language?: string | undefined;
  /** `acceptLanguageId`. */
  readonly languageId?: string | undefined;
}

/** `GET /products`: one page. `limit` and `offset` are among the filters. */
export async function listProducts(connection: Connection, filters: ProductFilters, languages: Languages = {}): Promise<Page> {
  const query = [...filterQuery(filters, connection.filterStyle), ...languageQuery(languages)];
  const request = { ...get(connection, ['products'], query, languages), limit: replyLimits.page };
  const { json } = await send(connection, request);
  const totals = checkedBy(request, productTotals.check(json));
  const records = Array.isArray(totals.data) ? totals.data.map((entry: unknown) => checkedBy(request, product.check(entry))) : undefined;
  if (!records) throw unexpectedReply(request, 'has no array data');
  return { totals, records };
}

/** `GET /products/{productId or Sku}`; where the path finds nothing, the product whose SKU is exactly this. */
export async function getProduct(connection: Connection, idOrSku: string, languages: Languages = {}): Promise<Received> {
  try {
    const request = get(connection, ['products', idOrSku], languageQuery(languages), languages);
    return checkedBy(request, product.check((await send(connection, request)).json));
  } catch (error) {
    if (!(error instanceof CliError) || error.kind !== 'not-found') throw error;
    return await getProductBySku(connection, idOrSku, languages);
  }
}

/** The product whose SKU is exactly this. Digits could be another product's id in the path, so this goes through the search. */
export async function getProductBySku(connection: Connection, sku: string, languages: Languages = {}): Promise<Received> {
  const { records } = await listProducts(connection, { search: `sku:${sku}`, only_main_products: 'true' }, languages);
  const found = records.find((record) => record.sku === sku);
  if (found) return found;
  throw new CliError('not-found', `There is no product with the id or SKU "${sku}".`, {
    status: 404,
    hint: 'Look for it with: shop-cli products list --search "*part of the name*"',
  });
}

/** `POST /products`: the flat product that the store made of the draft. Sent once, never repeated. */
export async function createProduct(connection: Connection, draft: NewProduct, { language }: Languages = {}): Promise<Received> {
  const url = new RequestUrl(connection.base, ['products'], []);
  const request: ApiRequest = { method: 'POST', url, body: productBody(draft, connection.taxField), language };
  return checkedBy(request, product.check((await send(connection, request)).json));
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

function get(connection: Connection, segments: readonly string[], query: Query, { language }: Languages): ApiRequest {
  return { method: 'GET', url: new RequestUrl(connection.base, segments, query), language };
}

/** `search` is documented as `filter[search]`; whether the others are plain or bracketed is not, so they are sent both ways unless told. */
function filterQuery(filters: ProductFilters, style: Connection['filterStyle']): Query {
  return Object.entries(filters).flatMap(([name, value]): Query => {
    if (value === undefined) return [];
    if (name === 'search' || style === 'bracket') return [[`filter[${name}]`, value]];
    return style === 'plain'
      ? [[name, value]]
      : [
          [name, value],
          [`filter[${name}]`, value],
        ];
  });
}

const languageQuery = ({ languageId }: Languages): Query => (languageId === undefined ? [] : [['acceptLanguageId', languageId]]);

function checkedBy(request: ApiRequest, outcome: ReturnType<typeof product.check>): Received {
  if (outcome.ok) return outcome.value;
  throw unexpectedReply(request, outcome.fault);
}
