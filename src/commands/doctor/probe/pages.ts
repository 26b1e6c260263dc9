import { listProducts } from '../../../client/endpoints/products.ts';
import { CliError } from '../../../errors.ts';
import { type Answer, noProducts, type Subject, unknown } from './reading.ts';

/** Products that are asked for at once; where that is refused, these. */
export const largestPage = 500;
const smallerPages = [250, 100, 50];

/** How many products a page may have. One read or two, besides that of the largest page. */
export async function probePageCap(subject: Subject): Promise<Answer<'pageCap'>> {
  const { products, count } = subject;
  const received = products.length;
  if (received === 0) return await smallerPage(subject);
  if (received > largestPage) return unknown('the store ignores the limit');
  if (received === largestPage) return capOf(largestPage, `${largestPage} or more`);
  if (count !== undefined && count > received) return capOf(received, `${received}`);
  if (count === undefined && (await hasMore(subject))) return capOf(received, `${received}`);
  return unknown(`the store has no more than ${received} products, and sends them all at once`);
}

const capOf = (value: number, words: string): Answer<'pageCap'> => ({
  ...{ value, words: `${words} products on a page` },
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
    if (page) return capOf(Math.min(limit, page.records.length), `${Math.min(limit, page.records.length)}`);
  }
  return unknown('the store refuses every size of a page');
}

const unlessRefused = (error: unknown): undefined => {
  if (error instanceof CliError && error.kind === 'refused' && error.status !== 429) return undefined;
  throw error;
};
