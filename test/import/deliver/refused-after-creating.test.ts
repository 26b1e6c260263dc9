import { describe, expect, test } from 'vitest';
import type { Behaviour } from '../../support/store.ts';
import { sampled } from '../../support/thorough.ts';
import { type Answer, catalogue, exactly, type Product, serveShop, skusOf, storeOf } from '../product-store.ts';

const refusal = (status: number, message: string): Answer => ({ status, body: () => ({ error: { message } }) });
const refusals: readonly (readonly [string, Answer])[] = [
  ['200 with an error', refusal(200, 'No')],
  ['422 that says it exists', refusal(422, 'SKU already exists')],
  ['422', refusal(422, 'No')],
  ['409', refusal(409, 'Conflict')],
  ['400', refusal(400, 'Bad request')],
  ['403', { status: 403, body: () => '<html>Blocked</html>' }],
];

/** Creates each product, refuses it the first time, and shows it only at the third search for it. */
function storeThatRefuses(refused: Answer): { readonly timesOf: () => number; readonly behaviour: Behaviour } {
  const [products, searches] = [[] as Product[], new Map<string, number>()];
  const timesOf = (): number => skusOf(products).filter((sku) => sku === 'S-0').length;
  const shows = ({ sku }: Product): boolean => (searches.get(sku) ?? 0) >= 3;
  const answer = (sku: string): Answer =>
    sku === 'S-0' && timesOf() === 0 ? { ...refused, creates: true } : { status: 201 };
  const store = storeOf(products, answer, { finds: exactly, shows });
  const behaviour: Behaviour = (request, response, count) => {
    const sku = request.query.get('filter[search]')?.replace('sku:', '');
    if (sku !== undefined) searches.set(sku, (searches.get(sku) ?? 0) + 1);
    store(request, response, count);
  };
  return { timesOf, behaviour };
}

describe('a store that creates a product, refuses it all the same, and shows it later', () => {
  sampled(3).each(refusals)('%s: the next run of the same file does not create it again', async (_, answer) => {
    const { timesOf, behaviour } = storeThatRefuses(answer);
    const { run } = await serveShop(catalogue(2), behaviour);
    await run();
    expect([(await run()).code, timesOf()]).toEqual([0, 1]);
  });

  sampled(3).each(refusals)('%s: importing --rejected at once does not create it again', async (_, answer) => {
    const { timesOf, behaviour } = storeThatRefuses(answer);
    const { run, ask, read, write } = await serveShop(catalogue(2), behaviour);
    await run('--rejected rejected.csv');
    await write('fixed.csv', (await read('rejected.csv')).replace(',Product', ',fixed'));
    await ask('products import fixed.csv');
    expect(timesOf()).toBe(1);
  });
});

describe('a row that was rejected a moment ago', () => {
  const waits = (err: string): readonly string[] => err.split('\n').filter((line) => line.startsWith('Waiting'));

  test('is sent again by the next run, after one message about the wait', async () => {
    const products: Product[] = [];
    let isFixed = false;
    const store = storeOf(products, (sku) => ({ status: sku === 'S-0' && !isFixed ? 422 : 201 }));
    const { run } = await serveShop(catalogue(2), store);
    const first = await run();
    isFixed = true;
    const second = await run();
    expect([first.code, second.code, skusOf(products), waits(second.err)]).toEqual([
      ...[7, 0, ['S-1', 'S-0']],
      ['Waiting up to 1 min 30 s: some rows were sent a moment ago, and the store may not show them yet.'],
    ]);
  });

  test('is not waited for by a run that does not send it', async () => {
    const products: Product[] = [];
    const store = storeOf(products, (sku) => ({ status: sku === 'S-0' ? 422 : 201 }));
    const { run, ask, write } = await serveShop(catalogue(2), store);
    await run();
    await write('other.csv', catalogue(2, 1));
    const { code, err } = await ask('products import other.csv');
    expect([code, skusOf(products), waits(err)]).toEqual([0, ['S-1', 'S-2'], []]);
  });
});
