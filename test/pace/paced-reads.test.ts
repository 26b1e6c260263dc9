import { expect, test } from 'vitest';
import { listBaskets } from '../../src/client/endpoints/baskets.ts';
import { CliError } from '../../src/errors.ts';
import { signalOfFailedRead } from '../../src/pace/failed-read.ts';
import { type PacedReads, paceReads } from '../../src/pace/paced-reads.ts';
import { RateLimiter } from '../../src/pace/rate-limiter.ts';
import { connectTo } from '../support/connection.ts';
import { virtualClock } from '../support/run.ts';
import { json, serveStore } from '../support/store.ts';

const page = { numRows: 0, data: [] };

/** What is said of waiting, each time that the store is asked for a page; it answers the first and the last of ten. */
async function notesWhile(status: number, headers: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  const notes: unknown[] = [];
  const waiting: { reads?: PacedReads } = {};
  const { url } = await serveStore((_, response, count) => {
    notes.push(waiting.reads?.wait());
    const answers = count === 1 || count >= 10;
    json(response, answers ? 200 : status, answers ? page : { error: { message: 'not now' } }, headers);
  });
  const reads = paceReads(connectTo(url), {
    clock: virtualClock(),
    interrupted: new AbortController().signal,
  } as Parameters<typeof paceReads>[1]);
  waiting.reads = reads;
  for (let time = 0; time < 2; time++) await reads.read((connection) => listBaskets(connection, 1, 0));
  reads.end();
  return notes;
}

test('a store that gives no clear answer is named with the reason and the time', async () => {
  const notes = await notesWhile(502, {});
  expect(notes.slice(0, 2)).toEqual([undefined, undefined]);
  expect(notes.at(-1)).toMatch(/^no clear answer for .*s: status 502$/);
});

test('a store that answers ten times that a request comes too early is there', async () => {
  const limiter = new RateLimiter({ ceiling: 16, maxWait: 900_000 }, 0, () => 0.5);
  const early = signalOfFailedRead(new CliError('refused', 'Too early', { status: 425 }));
  for (let now = 0; now < 12; now++) limiter.end(limiter.start(now), early, now);
  expect([limiter.probing, limiter.stopped, limiter.state(12).pausedFor]).toEqual([false, undefined, 0]);
  const notes = await notesWhile(425, {});
  expect(notes.filter((note) => /waiting as the store asked/.test(String(note)))).toEqual([]);
  expect(notes.length).toBe(10);
});

test('a store that asks to wait is not said to be silent', async () => {
  const notes = await notesWhile(429, { 'retry-after': '20' });
  expect(notes.filter((note) => /no clear answer/.test(String(note)))).toEqual([]);
});
