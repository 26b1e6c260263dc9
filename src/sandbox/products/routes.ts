import { newProduct } from '../../resources/products.ts';
import { decimal } from '../amounts.ts';
import { refuseIfAny } from '../http/body.ts';
import { languageOf } from '../http/language.ts';
import { type PageRange, pageFields } from '../http/paging.ts';
import { Refusal } from '../http/refusal.ts';
import { routesOf } from '../noun.ts';
import type { Store, StoreRequest } from '../route.ts';
import { formatDate } from '../shape.ts';
import { readFilters } from './filters.ts';
import { brokenRules, productOf } from './product.ts';
import { readPage } from './query.ts';
import { flat, listed, type ProductView } from './shapes.ts';
import { findProduct } from './table.ts';
import type { Totals } from './totals.ts';

/** The endpoints of products. */
export const productRoutes = routesOf({
  path: '/products/:idOrSku',
  find({ params: { idOrSku = '' } }: StoreRequest, { database }: Store) {
    const product = findProduct(database, idOrSku);
    if (!product) throw new Refusal('not_found', 'There is no product with this ID or SKU.');
    return product;
  },
  show: (product, store, request) => listed(product, viewOf(request, store)),
  showNew: (product, store, request) => flat(product, viewOf(request, store)),
  list(request, store) {
    const filters = readFilters(request.query);
    const view = viewOf(request, store);
    const { products, totals } = readPage(store.database, filters, store.hiddenFrom(), view);
    const data = products.map((product) => listed(product, view));
    return envelope(totals, filters, data);
  },
  draft: newProduct,
  create(fields, { catalogue, database, uniqueSku, now }, request) {
    refuseIfAny(brokenRules(fields, catalogue));
    const product = productOf(fields, languageOf(request), formatDate(now()));
    return (products) => {
      if (uniqueSku) refuseTaken(database, product.sku);
      return products.add(product);
    };
  },
});

/** Products without an SKU never conflict. */
function refuseTaken(database: Store['database'], sku: string): void {
  const taken = database.get("SELECT productId AS id FROM products WHERE sku = ? AND sku <> '' LIMIT 1", sku);
  if (taken) throw new Refusal('conflict', `Product ${taken.id} already has this SKU.`, { field: 'sku' });
}

const viewOf = (request: StoreRequest, { catalogue }: Store): ProductView => ({
  language: languageOf(request),
  catalogue,
  origin: request.origin,
});

/** The envelope of the list: totals over everything that matches, and one page. Prices over nothing are 0. */
const envelope = (totals: Totals, paging: PageRange, data: readonly unknown[]) => ({
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
});
