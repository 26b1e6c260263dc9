import { decimal } from '../amounts.ts';
import { languageOf } from '../http/language.ts';
import { type Paging, pageFields } from '../http/paging.ts';
import { Refusal } from '../http/refusal.ts';
import type { Reply, Route, Store, StoreRequest } from '../route.ts';
import { formatDate } from '../shape.ts';
import { filterNames, readFilters } from './filters.ts';
import { checkNewProduct, productOf } from './product.ts';
import { readPage } from './query.ts';
import { flat, listed, type View } from './shapes.ts';
import { findProduct } from './table.ts';
import type { Totals } from './totals.ts';

/** The endpoints of products. */
export const productRoutes: readonly Route[] = [
  { method: 'GET', path: '/products', query: filterNames, answer: listProducts },
  { method: 'POST', path: '/products', answer: createProduct },
  { method: 'GET', path: '/products/:idOrSku', answer: getProduct },
];

function listProducts(request: StoreRequest, { database, catalogue, hiddenFrom }: Store): Reply {
  const filters = { ...readFilters(request.query), hiddenFrom: hiddenFrom() };
  const view = viewOf(request, catalogue);
  const { products, totals } = readPage(database, filters, view.language, catalogue);
  const data = products.map((product) => listed(product, view));
  return { status: 200, body: envelope(totals, filters, data) };
}

function getProduct(request: StoreRequest, { database, catalogue }: Store): Reply {
  const { idOrSku = '' } = request.params;
  const view = viewOf(request, catalogue);
  const product = findProduct(database, idOrSku);
  if (!product) throw new Refusal('not_found', 'There is no product with this ID or SKU.');
  return { status: 200, body: listed(product, view) };
}

async function createProduct(
  request: StoreRequest,
  { database, catalogue, commit, uniqueSku, now }: Store,
): Promise<Reply> {
  const fields = checkNewProduct(request.body, catalogue);
  const view = viewOf(request, catalogue);
  const product = productOf(fields, view.language, formatDate(now()));
  const created = await commit((products) => {
    if (uniqueSku) refuseTaken(database, product.sku);
    return products.add(product);
  });
  return { status: 201, body: flat(created, view) };
}

/** Products without an SKU never conflict. */
function refuseTaken(database: Store['database'], sku: string): void {
  const taken = database.get("SELECT productId AS id FROM products WHERE sku = ? AND sku <> '' LIMIT 1", sku);
  if (taken) throw new Refusal('conflict', `Product ${taken.id} already has this SKU.`, { field: 'sku' });
}

const viewOf = (request: StoreRequest, catalogue: View['catalogue']): View => ({
  language: languageOf(request),
  catalogue,
  origin: request.origin,
});

/** The envelope of the list: totals over everything that matches, and one page. Prices over nothing are 0. */
function envelope(totals: Totals, paging: Paging, data: readonly unknown[]) {
  return {
    ...pageFields(totals.rows, paging, data),
    totalValue: decimal(totals.value),
    totalPurchaseValue: decimal(totals.purchaseValue),
    totalMargin: decimal(totals.value - totals.purchaseValue),
    totalQuantity: String(totals.quantity),
    totalPhysicalQuantity: String(totals.quantity),
    totalMinimumQuantity: String(totals.minimumQuantity),
    lowestPrice: decimal(totals.lowestPrice ?? 0),
    highestPrice: decimal(totals.highestPrice ?? 0),
    data,
  };
}
