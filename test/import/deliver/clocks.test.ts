import { expect } from 'vitest';
import type { SeenRequest } from '../../support/store.ts';
import { sampled } from '../../support/thorough.ts';
import { catalogue, exactly, isPost, type Product, serveShop, skusOf, storeOf } from '../product-store.ts';

const hour = 3_600_000;
const noon = Date.UTC(2026, 0, 31, 12);

interface Clocks {
  /** How far the clock of the machine is from noon when a creation was asked for, and in the next import. */
  readonly machine: (isStarted: boolean, isNext: boolean) => number;
  /** The same for that of the store. */
  readonly store: (isStarted: boolean, isNext: boolean) => number;
}

/**
 * Imports a file, is interrupted at its third row, and imports another one of the same rows at once. The store shows
 * nothing of the first before each row was looked up twice. The monotonic clock stands still.
 */
async function importTwice({ machine, store }: Clocks) {
  const products: Product[] = [];
  const looks = new Map<string, number>();
  const user = new AbortController();
  let [isStarted, isNext] = [false, false];
  const shows = ({ sku }: Product): boolean => (looks.get(sku) ?? 0) > 2;
  const answers = storeOf(products, undefined, { finds: exactly, shows });
  const note = (request: SeenRequest): void => {
    const sku = request.query.get('filter[search]')?.slice('sku:'.length) ?? '';
    if (isNext) looks.set(sku, (looks.get(sku) ?? 0) + 1);
    if (!isPost(request)) return;
    isStarted = true;
    if (products.length === 2) user.abort('SIGTERM');
  };
  const { run, ask, write } = await serveShop(catalogue(5), (request, response, count) => {
    note(request);
    response.setHeader('date', new Date(noon + store(isStarted, isNext)).toUTCString());
    answers(request, response, count);
  });
  const now = (): Date => new Date(noon + machine(isStarted, isNext));
  await run('', { now, interrupted: user.signal });
  isNext = true;
  await write('other.csv', catalogue(5).replaceAll('Product', 'Other'));
  const { code } = await ask('products import other.csv', { now });
  return { code, skus: skusOf(products).toSorted() };
}

sampled(3).each<[string, Clocks]>([
  [
    'the machine slept for an hour during the import',
    { machine: (isStarted) => (isStarted ? hour : 0), store: (isStarted) => (isStarted ? hour : 0) },
  ],
  [
    'a virtual machine was paused, and its clock set right after the import',
    { machine: (_, isNext) => (isNext ? hour : 0), store: (isStarted) => (isStarted ? hour : 0) },
  ],
  [
    'the clock of the machine was set back during the import',
    { machine: (isStarted, isNext) => (isStarted && !isNext ? -hour : 0), store: () => 0 },
  ],
  [
    'the clock of the machine was an hour ahead during the import',
    { machine: (isStarted, isNext) => (isStarted && !isNext ? hour : 0), store: () => 0 },
  ],
])('rows that were sent a moment ago are not sent again, although %s', async (_, clocks) => {
  expect(await importTwice(clocks)).toEqual({ code: 0, skus: ['S-0', 'S-1', 'S-2', 'S-3', 'S-4'] });
});
