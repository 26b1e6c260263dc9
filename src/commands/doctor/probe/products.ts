import { listProducts } from '../../../client/endpoints/products.ts';
import { findRecord, isEmptyReply } from '../../../client/reply/shapes.ts';
import { CliError } from '../../../errors.ts';
import { product } from '../../../resources/products.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
import { type Answer, noProducts, readRaw, recordsIn, type Subject, unknown } from './reading.ts';

const skuOf = ({ sku }: StoreRecord): string => (sku === undefined || sku === null ? '' : String(sku));
const idOf = ({ productId, uprid }: StoreRecord): string => String(productId ?? uprid ?? '');

/** `Mug-1` for `mUG-1`. */
const otherCase = (text: string): string =>
  [...text].map((letter) => (letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase())).join('');

/** Whether a search finds an SKU in other case. Three reads. */
export async function searchCase({ connection, products, randomHex }: Subject): Promise<Answer<'searchFoldsCase'>> {
  if (products.length === 0) return noProducts;
  const skus = new Set(products.map(skuOf));
  const sku = [...skus].find((one) => /^[\w.-]+$/.test(one) && /[a-z]/i.test(one) && !skus.has(otherCase(one)));
  if (sku === undefined) return unknown('no product has an SKU with letters');
  const search = async (text: string): Promise<readonly StoreRecord[] | undefined> =>
    recordsIn(await readRaw(connection, ['products'], [['filter[search]', `sku:${text}`]]), 'products');
  const finds = async (text: string): Promise<boolean | undefined> =>
    (await search(text))?.some((record) => skuOf(record) === sku);
  if ((await search(`shop-cli-${randomHex(8)}`))?.length)
    return {
      ...unknown('a search for an SKU that does not exist finds products'),
      problem: 'The store seems to ignore the search. Imports need it: without it they send nothing.',
    };
  if (!(await finds(sku)))
    return {
      ...unknown('a search for an SKU does not find its product'),
      problem: 'Imports need that search: without it they send nothing. Ask whoever runs the store.',
    };
  const folds = await finds(otherCase(sku));
  if (folds === undefined) return unknown('the store refuses the search');
  return { value: folds, words: folds ? 'found in any case' : 'found in exactly this case' };
}

/** Where a path leads that may be an ID or an SKU. Two reads. */
export async function productPath({ connection, products }: Subject): Promise<Answer<'productPath'>> {
  if (products.length === 0) return noProducts;
  const reached = async (segment: string): Promise<StoreRecord | undefined> =>
    findRecord((await readRaw(connection, ['products', segment])).json, { record: product, names });
  const ids = new Set(products.map(idOf));
  const both = products.find((record) => ids.has(skuOf(record)) && skuOf(record) !== idOf(record));
  if (both) {
    const found = await reached(skuOf(both));
    if (found === undefined) return unknown('the path is not found');
    const value = idOf(found) === skuOf(both) ? 'id' : 'sku';
    return {
      value,
      words: `where an ID and an SKU are the same digits, the ${value === 'id' ? 'ID' : 'SKU'} takes precedence`,
    };
  }
  const named = products.find((record) => /^[\w-]+$/.test(skuOf(record)) && /[a-z]/i.test(skuOf(record)));
  if (!named) return unknown('no product has a suitable SKU');
  const found = await reached(skuOf(named));
  return found === undefined || idOf(found) !== idOf(named)
    ? { value: 'id only', words: 'only the ID finds a product' }
    : {
        value: 'id or sku',
        words: 'ID and SKU find a product; which takes precedence is unknown, as no ID is also an SKU',
      };
}

const names = ['product', 'products'] as const;

/** What the store answers for a product that does not exist. One read. */
export async function missingProduct({ connection, randomHex }: Subject): Promise<Answer<'missingProduct'>> {
  const { status, json } = await readRaw(connection, ['products', `shop-cli-${randomHex(8)}`]);
  if (status >= 400) return { value: status, words: `status ${status}` };
  if (isEmptyReply(json, names) || json === undefined)
    return { value: 'empty', words: `status ${status}, without a product` };
  return {
    value: 'another product',
    words: `status ${status}, with a product`,
    problem: 'Check the results of products get: the store may return a different product.',
  };
}

/** Page sizes to try, one after another until one is accepted. */
export const largestPage = 500;
const smallerPages = [250, 100, 50];

/** How many products a page may have. One read or two, besides that of the largest page. */
export async function pageCap(subject: Subject): Promise<Answer<'pageCap'>> {
  const { products, count } = subject;
  const received = products.length;
  if (received === 0) return await smallerPage(subject);
  if (received > largestPage) return unknown('the store ignores the limit');
  if (received === largestPage) return capOf(largestPage, `${largestPage} or more`);
  if (count !== undefined && count > received) return capOf(received);
  if (count === undefined && (await hasMore(subject))) return capOf(received);
  return unknown(`the store has only ${received} products, and sends them all at once`);
}

const capOf = (value: number, words = `${value}`): Answer<'pageCap'> => ({
  value,
  words: `${words} products on a page`,
  settings: { SHOP_PAGE_SIZE: String(value) },
});

const hasMore = async ({ connection, products }: Subject): Promise<boolean> => {
  const page = await listProducts(connection, { limit: '1', offset: String(products.length) }).catch(unlessRefused);
  return page !== undefined && page.records.length > 0;
};

/** Where a page of 500 is refused, or the store is empty. */
async function smallerPage({ connection }: Subject): Promise<Answer<'pageCap'>> {
  for (const limit of smallerPages) {
    const page = await listProducts(connection, { limit: String(limit) }).catch(unlessRefused);
    if (page?.records.length === 0) return noProducts;
    if (page) return capOf(Math.min(limit, page.records.length));
  }
  return unknown('the store refuses every page size');
}

const unlessRefused = (error: unknown): undefined => {
  if (error instanceof CliError && error.kind === 'refused' && error.status !== 429) return undefined;
  throw error;
};
