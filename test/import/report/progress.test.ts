import { expect, test } from 'vitest';
import { listProducts } from '../../../src/client/endpoints/products.ts';
import type { CliError } from '../../../src/errors.ts';
import { RateLimiter } from '../../../src/import/pace/rate-limiter.ts';
import { type Admission, RequestQueue } from '../../../src/import/pace/request-queue.ts';
import { Stopper } from '../../../src/import/pace/stopper.ts';
import { createProgress } from '../../../src/import/report/progress.ts';
import { signalOfFailedRead } from '../../../src/import/send/classify.ts';
import { connected } from '../../support/connection.ts';
import { timesOut, watchDeadlines } from '../../support/deadline.ts';
import { type Behaviour, json, withStore } from '../../support/store.ts';

/** The line of the heartbeat, twelve seconds after a read of the store failed. */
async function lineAfter(url: string): Promise<string> {
  const error = await connected(url, (connection) =>
    listProducts(connection, { limit: '1' }).then(
      () => expect.unreachable(),
      (failure: CliError) => failure,
    ),
  );
  let now = 0;
  const clock = { elapsed: () => now, now: () => new Date(now), sleep: async () => undefined };
  const limiter = new RateLimiter({ ceiling: 4, maxWait: 900_000 }, 0, () => 0);
  const stopper = new Stopper({
    host: 'shop.example',
    interrupted: new AbortController().signal,
    maxErrors: undefined,
    hasCreated: true,
    probe: async () => undefined,
  });
  const requests = new RequestQueue({ limiter, clock, stopper, probe: async () => ({ kind: 'unreachable' }) });
  requests.leave((await requests.enter('look-up')) as Admission, signalOfFailedRead(error as CliError));
  const lines: string[] = [];
  const context = {
    ...{ stdout: {}, env: {}, clock, every: () => () => undefined, interrupted: new AbortController().signal },
    stderr: { write: async (text: string) => void lines.push(text), status: async () => undefined },
  };
  const tally = { done: 1, sendable: 9, count: () => 0 };
  const store = { storeLabel: () => 'shop.test', paintStore: (text: string) => text };
  const run = { options: { context, store }, tally, limiter, requests, clock, checking: 2, listed: 0 };
  const display = createProgress(run as never);
  now = 12_000;
  display.show();
  await display.end();
  return lines.join('').trim();
}

test.each<readonly [string, Behaviour, string]>([
  ['503', (_, response) => json(response, 503, {}), 'no clear answer for 12 s: status 503'],
  ['a closed connection', (_, response) => response.destroy(), 'no clear answer for 12 s: connection closed'],
  ['no answer', timesOut, 'no clear answer for 12 s: no answer in time'],
  [
    '429',
    (_, response) => json(response, 429, {}, { 'retry-after': '20' }),
    'waiting 8 s as the store asked: status 429',
  ],
  ['404, which is clear', (_, response) => json(response, 404, {}), 'checking 2'],
])('the progress of an import says why the store gives no answer: %s', async (_, behaviour, expected) => {
  watchDeadlines();
  await withStore(behaviour, async ({ url }) => {
    expect(await lineAfter(url)).toBe(`1 of 9  ${expected}`);
  });
});

test('the progress of an import says why the store gives no answer: nothing listens', async () => {
  expect(await lineAfter('http://127.0.0.1:9')).toContain('no clear answer for 12 s: cannot connect');
});
