import { expect, test } from 'vitest';
import { eachOf, notTried } from '../../../../src/commands/shared/many/each-of.ts';
import { CliError, type FailureKind } from '../../../../src/errors.ts';

const done = { result: 'done', evidence: 'answered' } as const;
const never = new AbortController().signal;
const items = ['a', 'b', 'c', 'd', 'e'];

const failing = (kind: FailureKind, status?: number): CliError => new CliError(kind, `${kind}.`, { status });

/** `a done, b failed` and what stopped the others. */
const told = ({ results, error }: Awaited<ReturnType<typeof eachOf<string>>>) =>
  [[...results].map(([item, { result }]) => `${item} ${result}`).join(', '), error] as const;

/** Does all but `b`, one after the other. */
const withB = (work: () => Promise<never>, interrupted = never) =>
  eachOf(items, async (item) => (item === 'b' ? await work() : done), { atOnce: 1, interrupted });

test.each([failing('refused', 422), failing('not-found', 404), failing('outcome-unknown')])(
  'what concerns one item keeps no other from being tried: %s',
  async (error) => {
    const ended = await withB(() => Promise.reject(error));
    expect(told(ended)).toEqual(['a done, b failed, c done, d done, e done', undefined]);
    expect(ended.results.get('b')).toMatchObject({ reason: error.kind, error, isCutOff: false });
  },
);

test.each([failing('auth', 401), failing('refused', 301), failing('unreachable'), new Error('a bug')])(
  'what concerns all stops the others: %s',
  async (error) => {
    const ended = await withB(() => Promise.reject(error));
    expect(told(ended)).toEqual(['a done, b failed, c not tried, d not tried, e not tried', error]);
  },
);

test('a request that Ctrl-C cut off may have arrived, and stops the others', async () => {
  const controller = new AbortController();
  const error = failing('outcome-unknown');
  const ended = await withB(() => {
    controller.abort();
    return Promise.reject(error);
  }, controller.signal);
  expect(told(ended)).toEqual(['a done, b failed, c not tried, d not tried, e not tried', error]);
  expect(ended.results.get('b')).toMatchObject({ isCutOff: true });
});

test('an item that was waiting when Ctrl-C came was not tried, and says less than a request that may have arrived', async () => {
  const controller = new AbortController();
  const error = failing('outcome-unknown');
  const work = async (item: string): Promise<typeof done> => {
    await Promise.resolve();
    controller.abort();
    if (item === 'b') await Promise.resolve();
    throw item === 'a' ? failing('interrupted') : error;
  };
  const ended = await eachOf(['a', 'b'], work, { atOnce: 2, interrupted: controller.signal });
  expect(told(ended)).toEqual(['a not tried, b failed', error]);
});

test('interrupted between two items, it is stopped without a failure', async () => {
  const controller = new AbortController();
  const work = async () => {
    controller.abort();
    return done;
  };
  const [results, error] = told(await eachOf(['a', 'b'], work, { atOnce: 1, interrupted: controller.signal }));
  expect([results, (error as CliError).kind]).toEqual(['a done, b not tried', 'interrupted']);
});

test('at most so many are under way, in their order, the first alone if asked', async () => {
  const log: string[] = [];
  const work = async (item: string) => {
    log.push(`${item} begins`);
    await Promise.resolve();
    log.push(`${item} ends`);
    return done;
  };
  await eachOf(items, work, { atOnce: 4, isFirstAlone: true, interrupted: never });
  expect(log.slice(0, 6)).toEqual(['a begins', 'a ends', 'b begins', 'c begins', 'd begins', 'e begins']);
});

test('a result may keep the others from being tried, and what is told is each that ended', async () => {
  const seen: string[] = [];
  const ended = await eachOf(items, async (item) => (item === 'c' ? notTried('something is left') : done), {
    atOnce: 1,
    interrupted: never,
    isLast: ({ result }) => result === 'not tried',
    onResult: (item) => void seen.push(item),
  });
  expect([told(ended), seen]).toEqual([
    ['a done, b done, c not tried, d not tried, e not tried', undefined],
    ['a', 'b', 'c'],
  ]);
  expect([ended.results.get('c'), ended.results.get('d')]).toMatchObject([
    { reason: 'something is left' },
    { reason: 'not tried' },
  ]);
});
