import { expect, test } from 'vitest';
import { listProducts } from '../../../src/client/endpoints/products.ts';
import type { CliError } from '../../../src/errors.ts';
import { Tally } from '../../../src/import/journal/tally.ts';
import type { RowState } from '../../../src/import/rows/states.ts';
import { Progress } from '../../../src/import/words/progress.ts';
import { noteOf, outcomesOf } from '../../../src/import/words/progress-texts.ts';
import { showProgress, type Work } from '../../../src/output/progress.ts';
import { messagesOn } from '../../../src/output/status-line.ts';
import { signalOfFailedRead } from '../../../src/pace/failed-read.ts';
import { RateLimiter } from '../../../src/pace/rate-limiter.ts';
import { type Admission, RequestQueue } from '../../../src/pace/request-queue.ts';
import { Secrets } from '../../../src/text/redact.ts';
import { stopperOf } from '../../pace/stoppers.ts';
import { connectTo } from '../../support/connection.ts';
import { timesOut, watchDeadlines } from '../../support/deadline.ts';
import { type Behaviour, json, serveStore } from '../../support/store.ts';

/** The line of the heartbeat, twelve seconds after a read of the store failed. */
async function lineAfter(url: string): Promise<string> {
  const error = await listProducts(connectTo(url), { limit: '1' }).then(
    () => expect.unreachable(),
    (failure: CliError) => failure,
  );
  let now = 0;
  const clock = { elapsed: () => now, now: () => new Date(now), sleep: async () => undefined };
  const limiter = new RateLimiter({ ceiling: 4, maxWait: 900_000 }, 0, () => 0);
  const stopper = stopperOf();
  const probe = async () => ({ kind: 'unreachable' }) as const;
  const requests = new RequestQueue({ limiter, clock, stopper, signal: stopper.signal, probe });
  requests.leave((await requests.enter('look-up')) as Admission, signalOfFailedRead(error as CliError));
  const lines: string[] = [];
  const log = {
    isTerminal: false,
    columns: 80,
    closed: false,
    fault: undefined,
    write: async (text: string) => void lines.push(text),
  };
  const stderr = messagesOn(log, { env: {}, clock, secrets: new Secrets() });
  const context = { env: {}, clock, every: () => () => undefined, interrupted: new AbortController().signal, stderr };
  const tally = { done: 1, sendable: 9, uncertain: 0, count: () => 0 };
  const store = { storeLabel: () => 'shop.test' };
  const shown = (work: () => Work) => showProgress(context, 'lines', work);
  const progress = new Progress({
    options: { context, store, progress: shown, pace: { rate: undefined } },
    limiter,
    requests,
    ledger: { finished: 1, tally },
    settleTime: { checking: new Set([() => 0, () => 45_000]) },
  });
  progress.begin();
  now = 12_000;
  progress.show();
  await progress.end();
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
  ['404, which is clear', (_, response) => json(response, 404, {}), 'settle time of 2 rows, about 33 s'],
])('the progress of an import says why the store gives no answer: %s', async (_, behaviour, expected) => {
  watchDeadlines();
  const { url } = await serveStore(behaviour);
  expect(await lineAfter(url)).toBe(`1 of 9  ${expected}`);
});

test('the progress of an import says why the store gives no answer: nothing listens', async () => {
  expect(await lineAfter('http://127.0.0.1:9')).toContain('no clear answer for 12 s: cannot connect');
});

const calm = { now: 60_000, silence: undefined, pausedFor: 0, listed: 0, checking: [], underWay: 4, stalledFor: 0 };
const busy = { since: 50_000, why: 'status 503', isThrottled: false };

test.each<readonly [string, Partial<Parameters<typeof noteOf>[0]>, string]>([
  ['nothing while rows are sent', {}, ''],
  ['the store that gives no clear answer', { silence: busy }, 'no clear answer for 10 s: status 503'],
  ['nothing of a short failure', { silence: { ...busy, since: 59_500 } }, ''],
  [
    'the pause that the store asked for',
    { silence: { ...busy, why: 'status 429', isThrottled: true }, pausedFor: 20_000 },
    'waiting 20 s as the store asked: status 429',
  ],
  ['the list that is read', { listed: 1200 }, '1,200 listed in the store'],
  ['a look-up that is due later', { checking: [83_000] }, 'settle time of 1 row, about 23 s'],
  ['the last of several look-ups', { checking: [62_000, 101_000, 70_000] }, 'settle time of 3 rows, about 41 s'],
  ["the store's limit", { limit: "the store's limit" }, "waiting for the store's limit"],
  [
    'the limit, and rows that are not known yet',
    { limit: '--rate 5', checking: [83_000] },
    '--rate 5; settle time of 1 row, about 23 s',
  ],
  ['look-ups that are due', { checking: [59_000] }, 'looking up 1 row'],
  ['answers that take long', { stalledFor: 12_000 }, 'waiting for answers for 12 s'],
  ['one answer', { stalledFor: 12_000, underWay: 1 }, 'waiting for an answer for 12 s'],
  ['nothing of usual answers', { stalledFor: 1900 }, ''],
])('the progress of an import says what it waits for: %s', (_, moment, note) => {
  expect(noteOf({ ...calm, ...moment })).toBe(note);
});

test('the progress of an import counts each outcome, problems apart', () => {
  const tally = new Tally(100, { invalid: 0, excluded: 0, elsewhere: 0 });
  const states: readonly RowState[] = ['created', 'created', 'existing', 'rejected', 'blocked', 'uncertain', 'open'];
  for (const state of states) tally.add(state);
  expect(outcomesOf(tally)).toEqual({
    outcomes: { created: 2, existing: 1 },
    problems: { rejected: 1, duplicate: 0, uncertain: 2 },
  });
});
