import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { decisionsOf } from '../../../src/sandbox/faults/decisions.ts';
import { type FaultOptions, parseFaults } from '../../../src/sandbox/faults/options.ts';
import type { Sandbox } from '../../../src/sandbox/open.ts';
import { ownDirectory } from '../../support/directory.ts';
import type { SandboxOptions } from '../../support/sandbox.ts';
import { ask, create, openStore } from '../store.ts';
import { type StoppedClock, stoppedClock } from './clock.ts';

interface Failing {
  readonly sandbox: Sandbox;
  readonly time: StoppedClock;
  readonly lines: readonly string[];
}

/** An empty store that fails in this way, on a clock that stands still. */
async function failing(
  faults: string,
  limits: Partial<FaultOptions> = {},
  options: Partial<SandboxOptions> = {},
): Promise<Failing> {
  const time = stoppedClock();
  const lines: string[] = [];
  const chosen = faults === '' ? {} : parseFaults(faults);
  const sandbox = await openStore({
    empty: true,
    token: 'secret',
    faults: { seed: 1, clock: time.clock, ...chosen, ...limits },
    log: (line) => lines.push(line),
    ...options,
  });
  return { sandbox, time, lines };
}

/** What a client sees: a whole answer, a part of one, or none. */
async function seen(reply: Promise<Response>): Promise<Readonly<Record<string, unknown>>> {
  try {
    const { status, headers, body } = await reply;
    const text = await readAll(body);
    const type = headers.get('content-type')?.split(';')[0];
    const retryAfter = headers.get('retry-after');
    return { status, type, ...text, ...(retryAfter && { retryAfter }) };
  } catch (error) {
    return { gone: ((error as Error).cause as NodeJS.ErrnoException | undefined)?.code };
  }
}

async function readAll(body: Response['body']): Promise<Readonly<Record<string, unknown>>> {
  let text = '';
  try {
    for await (const chunk of body ?? []) text += Buffer.from(chunk).toString();
    return { begins: text.slice(0, 12) };
  } catch {
    return { cutAfter: text.slice(0, 12) };
  }
}

const post = ({ url, token }: Sandbox, sku: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${url}/api/v2/products?token=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sku, name: 'Lamp' }),
    ...(signal && { signal }),
  });

const get = ({ url, token }: Sandbox, path: string): Promise<Response> => fetch(`${url}/api/v2${path}?token=${token}`);

/** The SKUs that the list shows. */
async function listed(sandbox: Sandbox, query = ''): Promise<readonly string[]> {
  const { body } = await ask(sandbox, `/products${query}`);
  return body.data.map(({ sku }: { sku: string }) => sku);
}

/** Every request waits twice for a millisecond. */
const slow = { latency: { least: 2, most: 2 } };

/** Lets one slow request through, after so many waits of others. */
async function bothHalves(time: StoppedClock, before: number): Promise<void> {
  await time.waiters(before + 1);
  time.advance(1);
  await time.waiters(before + 2);
  time.advance(1);
}

/** The first seed whose first coin falls so. */
const seedWithCoin = (coin: boolean): number => {
  const seed = Array.from({ length: 64 }, (_, at) => at).find((at) => decisionsOf({ seed: at }).coin() === coin);
  if (seed === undefined) throw new Error('Every coin falls on the same side.');
  return seed;
};
const [created, notCreated] = [{ seed: seedWithCoin(true) }, { seed: seedWithCoin(false) }];

/** The five seconds that open requests are given at the end never end: whoever waits for them waits for ever. */
const withoutGrace = (): void => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
};

const answered = (status: number) => ({ status, type: 'application/json', begins: '{"error":{"c' });
const reset = { gone: 'ECONNRESET' };
const page = { status: 200, type: 'text/html', begins: '<!doctype ht' };
const idOnly = { status: 200, type: 'application/json', begins: '{"productId"' };

describe('a creation that meets a fault', () => {
  test.each([
    ['5xx-before', {}, answered(500), [], '500'],
    ['5xx-after', {}, answered(500), ['A-1'], '500'],
    ['429-after', {}, { ...answered(429), retryAfter: '1' }, ['A-1'], '429'],
    ['reset-before', {}, reset, [], '-'],
    ['reset-after', {}, reset, ['A-1'], '-'],
    ['cut-body', {}, { status: 200, type: 'application/json', cutAfter: '{"uprid":"20' }, ['A-1'], '-'],
    ['400-after', {}, answered(400), ['A-1'], '400'],
    ['403-after', {}, answered(403), ['A-1'], '403'],
    ['409-after', {}, answered(409), ['A-1'], '409'],
    ['422-after', {}, answered(422), ['A-1'], '422'],
    ['error-200-after', {}, answered(200), ['A-1'], '200'],
    ['id-only', {}, idOnly, ['A-1'], '200'],
    ['id-only-before', {}, idOnly, [], '200'],
    ['html-200', created, page, ['A-1'], '200'],
    ['html-200', notCreated, page, [], '200'],
  ])('%s %j: what the client sees, what is there afterwards, what the log says', async (fault, limits, ...expected) => {
    const { sandbox, lines } = await failing(`${fault}=100%`, limits);
    const [sees, there, status] = expected;
    expect(await seen(post(sandbox, 'A-1'))).toEqual(sees);
    expect(await listed(sandbox)).toEqual(there);
    expect(lines[0]).toBe(`POST /api/v2/products?token=*** ${status} ${fault}`);
  });

  test('late-commit: a reset, and the product up to two seconds later', async () => {
    const { sandbox, time } = await failing('late-commit=100%');
    const saw = await seen(post(sandbox, 'A-1'));
    await time.waiters(1);
    const before = await listed(sandbox);
    const [delay = 0] = time.asked;
    time.advance(delay);
    expect([saw, before, await listed(sandbox), delay > 0 && delay <= 2000]).toEqual([reset, [], ['A-1'], true]);
  });

  test.each([
    ['created', created, ['A-1']],
    ['not created', notCreated, []],
  ])('hang: no answer until the client gives up, and the product is %s', async (_what, seed, there) => {
    const { sandbox, time, lines } = await failing('hang=100%', { ...seed, ...slow });
    const client = new AbortController();
    const saw = seen(post(sandbox, 'A-1', client.signal));
    await bothHalves(time, 0);
    client.abort();
    await expect.poll(() => lines).toEqual(['POST /api/v2/products?token=*** - hang']);
    const list = listed(sandbox);
    await bothHalves(time, 2);
    expect([await saw, await list]).toEqual([{ gone: undefined }, there]);
  });

  test('is rejected as usual when the body or the token is invalid', async () => {
    const { sandbox, lines } = await failing('reset-after=100%');
    await create(sandbox, { sku: 'A-1', status: 7 });
    await post({ ...sandbox, token: 'wrong' }, 'A-1');
    expect(lines).toEqual(['POST /api/v2/products?token=*** 422', 'POST /api/v2/products?token=*** 401']);
  });
});

describe('a read that meets a fault', () => {
  test.each([
    ['get-5xx', answered(500), '500 get-5xx'],
    ['get-reset', reset, '- get-reset'],
    ['get-html-200', page, '200 get-html-200'],
  ])('%s', async (fault, sees, outcome) => {
    const { sandbox, lines } = await failing(`${fault}=100%`);
    expect([await seen(get(sandbox, '/baskets')), lines]).toEqual([sees, [`GET /api/v2/baskets?token=*** ${outcome}`]]);
  });

  test('get-hang: no answer before the store closes', async () => {
    withoutGrace();
    const { sandbox, time } = await failing('get-hang=100%', slow);
    const saw = seen(get(sandbox, '/products'));
    await bothHalves(time, 0);
    await sandbox.close();
    expect((await saw).gone).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
  });

  test('does not affect creations', async () => {
    const { sandbox } = await failing('get-5xx=100%');
    expect((await create(sandbox, { sku: 'A-1' })).status).toBe(200);
  });
});

test('the same seed and the same requests meet the same faults', async () => {
  const log = async (seed: number): Promise<readonly string[]> => {
    const { sandbox, lines } = await failing('5xx-before=30%,429-after=30%', { seed });
    for (let at = 0; at < 8; at += 1) await create(sandbox, { sku: `A-${at}` });
    return lines;
  };
  const first = await log(42);
  expect(await log(42)).toEqual(first);
  expect(await log(43)).not.toEqual(first);
});

describe('a store with a limit', () => {
  test('of requests per second answers 429 beyond it, with the time to wait', async () => {
    const { sandbox, time } = await failing('', { rateLimit: 2 });
    const taken = [(await get(sandbox, '/products')).status, (await post(sandbox, 'A-1')).status];
    const refused = [(await get(sandbox, '/products')).status, await seen(post(sandbox, 'A-2'))];
    expect([taken, refused]).toEqual([
      [200, 200],
      [429, { ...answered(429), retryAfter: '1' }],
    ]);
    time.advance(500);
    expect(await listed(sandbox)).toEqual(['A-1']);
  });

  test('of requests at a time answers 503 beyond it, until one has ended', async () => {
    const { sandbox, time } = await failing('', { maxConcurrent: 2, ...slow });
    const inside = [post(sandbox, 'A-1'), post(sandbox, 'A-2')];
    await time.waiters(2);
    expect((await post(sandbox, 'A-3')).status).toBe(503);
    time.advance(1);
    await time.waiters(4);
    time.advance(1);
    for (const { status } of await Promise.all(inside)) expect(status).toBe(200);
    const next = post(sandbox, 'A-4');
    await bothHalves(time, 4);
    expect((await next).status).toBe(200);
  });

  test('also holds for requests without a limit', async () => {
    const { sandbox } = await failing('', { pageCap: 10 }, { empty: false });
    const page = async (query: string) => {
      const { body } = await ask(sandbox, `/products${query}`);
      return [body.data.length, body.startIndex, body.endIndex];
    };
    expect(await page('')).toEqual([10, '0', '10']);
    expect(await page('?filter[limit]=50&offset=5')).toEqual([10, '5', '15']);
    expect(await page('?limit=3')).toEqual([3, '0', '3']);
  });
});

test('latency: half of it is before the work, half after', async () => {
  const { sandbox, time } = await failing('', { latency: { least: 30, most: 30 } });
  const reply = post(sandbox, 'A-1');
  await time.waiters(1);
  time.advance(15);
  await time.waiters(2);
  time.advance(15);
  expect([(await reply).status, time.asked]).toEqual([200, [15, 15]]);
});

test('index-lag: lists, counts and searches find a new product later, a look-up by id at once', async () => {
  const { sandbox, time } = await failing('', { indexLag: 2000 });
  const { body } = await create(sandbox, { sku: 'A-1' });
  const look = async () => ({
    list: await listed(sandbox),
    main: await listed(sandbox, '?only_main_products=1'),
    search: await listed(sandbox, '?filter[search]=sku:A-1'),
    rows: (await ask(sandbox, '/products')).body.numRows,
    id: (await ask(sandbox, `/products/${body.productId}`)).status,
  });
  time.advance(1999);
  expect(await look()).toEqual({ list: [], main: [], search: [], rows: '0', id: 200 });
  time.advance(1);
  expect(await look()).toEqual({ list: ['A-1'], main: ['A-1'], search: ['A-1'], rows: '1', id: 200 });
});

test('change-keys: SKUs are stored and answered in lower case, and found only so', async () => {
  const { sandbox } = await failing('change-keys');
  const { body } = await create(sandbox, { sku: 'A-1', name: 'Lamp' });
  const found = [await listed(sandbox, '?filter[search]=sku:A-1'), await listed(sandbox, '?filter[search]=sku:a-1')];
  expect([body.sku, found]).toEqual(['a-1', [[], ['a-1']]]);
});

test('fold-keys: SKUs are stored and answered in lower case, and found in either; what was there stays', async () => {
  const { sandbox } = await failing('fold-keys', {}, { empty: false });
  const { body } = await create(sandbox, { sku: 'Ab-1', name: 'Ab' });
  expect(body).toMatchObject({ sku: 'ab-1', name: 'Ab' });
  const look = async (sku: string) => [
    ...(await listed(sandbox, `?filter[search]=sku:${sku}`)),
    (await ask(sandbox, `/products/${sku}`)).status,
  ];
  expect(await look('AB-1')).toEqual(['ab-1', 200]);
  expect(await look('BEL-001')).toEqual(['BEL-001', 200]);
  expect(await look('NO')).toEqual([404]);
});

test('ignore-filter: a search finds everything, other filters still apply', async () => {
  const { sandbox } = await failing('ignore-filter');
  await create(sandbox, { sku: 'A-1', quantity: 1 });
  await create(sandbox, { sku: 'A-2', quantity: 5 });
  expect(await listed(sandbox, '?filter[search]=sku:A-2')).toEqual(['A-1', 'A-2']);
  expect(await listed(sandbox, '?filter[search]=sku:A-1&stockFrom=2')).toEqual(['A-2']);
});

describe('closing', () => {
  const database = (): string => join(ownDirectory(), 'shop.db');

  test('makes late commits at once', async () => {
    withoutGrace();
    const path = database();
    const { sandbox, time } = await failing('late-commit=100%', {}, { database: path });
    await seen(post(sandbox, 'A-1'));
    await time.waiters(1);
    await sandbox.close();
    expect(await listed(await openStore({ database: path }))).toEqual(['A-1']);
  });

  test('waits for requests that have begun, also when the client is gone', async () => {
    const path = database();
    const { sandbox, time } = await failing('', { latency: { least: 60_000, most: 60_000 } }, { database: path });
    const client = new AbortController();
    const saw = seen(post(sandbox, 'A-1', client.signal));
    await time.waiters(1);
    client.abort();
    await saw;
    await sandbox.close();
    expect(await listed(await openStore({ database: path }))).toEqual(['A-1']);
  });

  test('lets a slow request finish at once', async () => {
    withoutGrace();
    const { sandbox, time } = await failing('', { latency: { least: 60_000, most: 60_000 } });
    const reply = post(sandbox, 'A-1');
    await time.waiters(1);
    await sandbox.close();
    expect((await reply).status).toBe(200);
  });
});
