import { describe, expect, test } from 'vitest';
import { SendBreaker } from '../../src/pace/send-breaker.ts';

const overloaded = { kind: 'overloaded', why: 'status 500' } as const;
const answered = { kind: 'answered' } as const;

/** The pauses between so many rows that all fail, each sent as soon as that is allowed. */
function pausesOf(breaker: SendBreaker, rows: number, start = 0): readonly number[] {
  const pauses: number[] = [];
  let now = start;
  for (let row = 0; row < rows; row++) {
    breaker.start();
    breaker.end(overloaded, now, now);
    pauses.push(breaker.delay(now) ?? Number.NaN);
    now += pauses.at(-1) ?? 0;
  }
  return pauses;
}

describe('rows that get no clear answer', () => {
  test('from the first one on are sent later and later, up to 30 s', () => {
    expect(pausesOf(new SendBreaker(), 7)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  test('after a row that got one are sent at once, until ten have failed in a row', () => {
    const breaker = new SendBreaker();
    breaker.start();
    breaker.end(answered, 0, 0);
    expect(pausesOf(breaker, 11)).toEqual([...Array(9).fill(0), 1000, 2000]);
  });

  test('do not count where the store is not reached, or asks to wait', () => {
    const breaker = new SendBreaker();
    for (const kind of ['unreachable', 'throttled'] as const) {
      breaker.start();
      breaker.end({ kind, retryAfter: undefined, why: kind }, 0, 0);
    }
    expect([breaker.delay(0), breaker.silence]).toEqual([0, undefined]);
  });

  test('that were under way when the pause began do not prolong it', () => {
    const breaker = new SendBreaker();
    for (let row = 0; row < 3; row++) breaker.start();
    for (const endsAt of [10, 20, 30]) breaker.end(overloaded, 0, endsAt);
    expect(breaker.delay(30)).toBe(1000 - 20);
  });

  test('are sent one at a time', () => {
    const breaker = new SendBreaker();
    pausesOf(breaker, 1);
    breaker.start();
    expect(breaker.delay(5000)).toBeUndefined();
  });

  test('are told once, with the time of the first', () => {
    const breaker = new SendBreaker();
    const told = Array.from({ length: 8 }, (_, at) => {
      breaker.start();
      return breaker.end(overloaded, 100 * at, 100 * at);
    });
    expect([told.indexOf(true), told.filter(Boolean).length, breaker.silence]).toEqual([
      4,
      1,
      { since: 0, why: 'status 500' },
    ]);
  });
});

test('a row that was created without a clear answer ends the pause', () => {
  const breaker = new SendBreaker();
  pausesOf(breaker, 7);
  breaker.answered();
  expect([breaker.isOpen, breaker.delay(0), breaker.silence]).toEqual([false, 0, undefined]);
});

test('once the store is there again after an outage, a row is tried at once, and alone', () => {
  const breaker = new SendBreaker();
  pausesOf(breaker, 7);
  breaker.reached(40_000);
  expect([breaker.delay(40_000), breaker.isOpen]).toEqual([0, true]);
});
