import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { type Behaviour, json, type SeenRequest } from '../../support/store.ts';
import { sampled } from '../../support/thorough.ts';
import { catalogue, doubledIn, exactly, isPost, type Product, serveShop, storeOf } from '../product-store.ts';

type Reply = (response: ServerResponse) => unknown;

const replies: readonly (readonly [string, Reply])[] = [
  ['404', (response) => json(response, 404, { error: 'not found' })],
  ['204', (response) => response.writeHead(204).end()],
  ['an empty list without a word', (response) => json(response, 200, [])],
];

const searched = ({ query }: SeenRequest): string | undefined => query.get('filter[search]')?.replace(/^sku:/, '');
const first: Product = { productId: 900, sku: 'FIRST', name: 'x' };

/** How a store answers a search for this SKU; undefined for the usual list. */
type Answers = (sku: string, isThere: boolean, isSent: boolean) => Reply | undefined;

/** A store that loses the first answer to S-1, which it has created. */
function lossyStore(products: Product[], answers: Answers): Behaviour {
  const usual = storeOf(products, undefined, { finds: exactly });
  let isSent = false;
  return (request, response, count) => {
    const sku = searched(request);
    if (isPost(request) && request.body.includes('"S-1"') && !isSent) {
      isSent = true;
      return usual(request, { writeHead: () => response.destroy(), end: () => undefined } as never, count);
    }
    const isThere = products.some((product) => product.sku === sku);
    const reply = sku === undefined ? undefined : answers(sku, isThere, isSent);
    return reply ? void reply(response) : usual(request, response, count);
  };
}

describe.each(replies)('a search that is answered with %s', (_, reply) => {
  test('is believed where a random key gets the same, and a known product is found', async () => {
    const products = [first];
    const { run, seen } = await serveShop(
      catalogue(3),
      lossyStore(products, (__, isThere) => (isThere ? undefined : reply)),
    );
    expect(await run()).toMatchObject({ code: 0, report: { created: 3 } });
    expect([doubledIn(products), products.length]).toEqual([[], 4]);
    expect(seen.filter(isPost).length).toBe(3);
  });

  sampled(3).each<[string, Answers]>([
    ['to every search', (_sku, isThere, isSent) => (isSent || !isThere ? reply : undefined)],
    [
      'to this search, and a list to one for a random key',
      (sku, _isThere, isSent) => (isSent && sku === 'S-1' ? reply : undefined),
    ],
  ])('is not "absent" where the store answers so %s: the row is not sent again', async (__, answers) => {
    const products = [first];
    const store = lossyStore(products, answers);
    const { run, seen } = await serveShop(catalogue(3), store);
    const { code } = await run();
    expect(code).not.toBe(0);
    expect([doubledIn(products), seen.filter((one) => isPost(one) && one.body.includes('"S-1"')).length]).toEqual([
      [],
      1,
    ]);
  });
});

test('a store that says 404 to every search is believed only while it counts no products: no row is sent twice', async () => {
  const products: Product[] = [];
  const store = lossyStore(products, () => (response) => json(response, 404, {}));
  const { run, seen } = await serveShop(catalogue(3), store);
  const { code } = await run();
  const sent = seen.filter(isPost).map(({ body }) => body);
  expect([code, doubledIn(products), new Set(sent).size]).toEqual([7, [], sent.length]);
});
