import { describe, expect, test } from 'vitest';
import { CliError } from '../../src/errors.ts';
import { outcomeOfError, outcomeOfReply, type RowOutcome, type SendableRow, sendRows } from '../../src/imports/send.ts';

describe('what a reply means for the row', () => {
  test.each([
    ['the same SKU', { sku: 'A' }, { productId: 1, sku: 'A' }, 'created'],
    ['no SKU echoed', { sku: 'A' }, { productId: 1 }, 'created'],
    ['the SKU as a number', { sku: '7' }, { productId: 1, sku: 7 }, 'created'],
    ['another SKU', { sku: 'A' }, { productId: 1, sku: 'a' }, 'uncertain'],
    ['an EAN key', { ean: '1' }, { productId: 1, ean: '1', sku: 'made up' }, 'created'],
    ['another EAN', { ean: '1' }, { productId: 1, ean: '2' }, 'uncertain'],
  ])('%s', (_, values, product, kind) => {
    expect(outcomeOfReply(values, product).kind).toBe(kind);
  });
});

describe('what a failure means for the row', () => {
  test.each([
    ['a 422', new CliError('refused', 'no', { status: 422 }), 'rejected'],
    ['a 429', new CliError('refused', 'slow down', { status: 429 }), 'uncertain'],
    ['a 2xx that is only an error', new CliError('refused', 'no', { status: 200 }), 'rejected'],
    ['a lost answer', new CliError('outcome-unknown', 'lost'), 'uncertain'],
    ['a redirect', new CliError('refused', 'moved', { status: 302 }), 'rejected and ends'],
    ['a refused token', new CliError('auth', 'no', { status: 401 }), 'rejected and ends'],
    ['a 404, after the store has answered a read', new CliError('not-found', 'no', { status: 404 }), 'rejected'],
    ['a certificate', new CliError('refused', 'bad certificate'), 'unsent and ends'],
    ['no connection', new CliError('unreachable', 'gone'), 'unsent and ends'],
  ])('%s', (_, error, kind) => {
    const outcome = outcomeOfError(error);
    expect(`${outcome.kind}${'ends' in outcome ? ' and ends' : ''}`).toBe(kind);
  });

  test('a fault of the program is not taken for an answer of the store', () => {
    expect(() => outcomeOfError(new TypeError('x is not a function'))).toThrow(TypeError);
  });
});

const rowsOf = (count: number): SendableRow[] =>
  Array.from({ length: count }, (_, at) => ({ record: at + 1, line: at + 2, values: { sku: `S${at + 1}` } }));

async function* inBatches(rows: readonly SendableRow[], size = 7): AsyncGenerator<readonly SendableRow[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

async function sent(count: number, answer: (sku: string) => Promise<object>, more: { concurrency?: number; stop?: AbortSignal } = {}) {
  const [tried, outcomes]: [string[], RowOutcome[]] = [[], []];
  let [underWay, most] = [0, 0];
  const ending = await sendRows(inBatches(rowsOf(count)), {
    create: async ({ sku = '' }) => {
      tried.push(sku);
      most = Math.max(most, ++underWay);
      try {
        return { ...(await answer(sku)) };
      } finally {
        underWay--;
      }
    },
    concurrency: more.concurrency ?? 4,
    stop: more.stop ?? new AbortController().signal,
    done: (outcome) => outcomes.push(outcome),
    ready: async () => undefined,
  });
  return { tried, most, ending, kinds: outcomes.map(({ outcome }) => outcome.kind) };
}

const later = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('sending', () => {
  test('every row is sent once, so many at a time as stated', async () => {
    const { tried, most, ending } = await sent(50, () => later().then(() => ({ productId: 1 })), { concurrency: 5 });
    expect({ once: new Set(tried).size === 50 && tried.length === 50, most, ending }).toEqual({ once: true, most: 5, ending: undefined });
  });

  test('an uncertain row is never sent again', async () => {
    const { tried, kinds } = await sent(3, async (sku) => {
      if (sku === 'S2') throw new CliError('outcome-unknown', 'lost');
      return { productId: 1 };
    });
    expect([tried, kinds.sort()]).toEqual([
      ['S1', 'S2', 'S3'],
      ['created', 'created', 'uncertain'],
    ]);
  });

  test('a refused token ends the sending', async () => {
    const { tried, ending } = await sent(100, () => Promise.reject(new CliError('auth', 'no', { status: 401 })), { concurrency: 1 });
    expect([tried.length, ending?.kind]).toEqual([1, 'auth']);
  });

  test('ten uncertain answers in a row end it', async () => {
    const { tried, ending } = await sent(100, () => Promise.reject(new CliError('outcome-unknown', 'lost')), { concurrency: 1 });
    expect([tried.length, ending?.message]).toEqual([10, 'The store gave no clear answer 10 times in a row: lost']);
  });

  test('twenty refusals before anything is created end it; afterwards they do not', async () => {
    const refuse = (): Promise<never> => Promise.reject(new CliError('refused', 'no', { status: 422 }));
    const [before, after] = [
      await sent(100, refuse, { concurrency: 1 }),
      await sent(100, (sku) => (sku === 'S1' ? Promise.resolve({ productId: 1 }) : refuse()), { concurrency: 1 }),
    ];
    expect([before.tried.length, before.ending?.kind, after.tried.length, after.ending]).toEqual([20, 'refused', 100, undefined]);
  });

  test('Ctrl-C sends no further row and waits for those under way', async () => {
    const stop = new AbortController();
    const { tried, kinds } = await sent(
      100,
      async (sku) => {
        if (sku === 'S6') stop.abort('SIGINT');
        await later();
        return { productId: 1 };
      },
      { stop: stop.signal, concurrency: 3 },
    );
    expect(kinds.length).toBe(tried.length);
    expect(tried.length).toBeLessThan(9);
  });
});
