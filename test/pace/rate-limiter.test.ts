import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Signal, Ticket } from '../../src/pace/rate-limiter.ts';
import { RateLimiter } from '../../src/pace/rate-limiter.ts';

const minute = 60_000;
const limiterOf = (limits: { ceiling?: number; rate?: number; maxWait?: number } = {}): RateLimiter =>
  new RateLimiter({ ceiling: 16, maxWait: 15 * minute, ...limits }, 0, () => 0.5);

const [answered, overloaded, unreachable] = [
  { kind: 'answered' },
  { kind: 'overloaded' },
  { kind: 'unreachable' },
] as const;
const throttled = (retryAfter?: number): Signal => ({ kind: 'throttled', retryAfter });

/** A rate limiter whose first requests are answered: after eight rounds, four go at a time. */
function warm(limits: { ceiling?: number; rate?: number; maxWait?: number } = {}, rounds = 8): RateLimiter {
  const limiter = limiterOf(limits);
  for (let round = 0; round < rounds; round++) endAll(limiter, startAll(limiter, 0), answered, 0);
  return limiter;
}

/** Starts all that may start now. */
function startAll(limiter: RateLimiter, now: number, most = 64): Ticket[] {
  const tickets: Ticket[] = [];
  while (tickets.length < most && limiter.delay(now) === 0) tickets.push(limiter.start(now));
  return tickets;
}

const endAll = (limiter: RateLimiter, tickets: readonly Ticket[], signal: Signal, now: number): void => {
  for (const ticket of tickets) limiter.end(ticket, signal, now);
};

describe('the concurrency', () => {
  test('one request at a time at first, then more with every answer, up to the ceiling', () => {
    const limiter = limiterOf();
    const most = Array.from({ length: 40 }, (_, at) => {
      const tickets = startAll(limiter, at * 10);
      endAll(limiter, tickets, answered, at * 10 + 5);
      return tickets.length;
    });
    expect([...most.slice(0, 9), most.at(-1)]).toEqual([1, 1, 1, 1, 2, 2, 3, 3, 4, 16]);
  });

  test('failures of requests that were under way together are one reason to slow down', () => {
    const limiter = warm();
    const tickets = startAll(limiter, 0);
    endAll(limiter, tickets, overloaded, 5);
    expect([tickets.length, limiter.state(5).concurrency]).toEqual([4, 3]);
  });

  test('a failure alone is no pause; the next is, and each later one a longer', () => {
    const limiter = limiterOf();
    const pauses = Array.from({ length: 4 }, (_, at) => {
      const now = at * minute;
      const [first, ...others] = startAll(limiter, now);
      limiter.end(first as Ticket, overloaded, now);
      const { pausedFor } = limiter.state(now);
      endAll(limiter, others, overloaded, now);
      return pausedFor;
    });
    expect(pauses).toEqual([0, 250, 500, 1000]);
  });
});

describe('the request rate', () => {
  test('as fast as it goes until the first refusal, and slower afterwards', () => {
    const limiter = warm({}, 3);
    const tickets = startAll(limiter, 0);
    expect(limiter.state(0).ratePerSecond).toBeUndefined();
    limiter.end(tickets[0] as Ticket, throttled(), 10);
    expect(limiter.state(10).ratePerSecond).toBeCloseTo(3);
  });

  test('a refusal before anything went well is no reason to crawl', () => {
    const limiter = limiterOf();
    endAll(limiter, startAll(limiter, 0), throttled(), 10);
    expect(limiter.state(10).ratePerSecond).toBeCloseTo(1);
    for (let now = 1000; now < 12_000; now += 100) endAll(limiter, startAll(limiter, now), answered, now + 1);
    expect(limiter.state(12_000).ratePerSecond).toBeGreaterThan(7);
  });

  test('never faster than the user allows', () => {
    const limiter = limiterOf({ rate: 10 });
    let started = 0;
    for (let now = 0; now < 10_000; now += 5) {
      const tickets = startAll(limiter, now);
      started += tickets.length;
      endAll(limiter, tickets, answered, now + 1);
    }
    expect(started).toBe(100);
  });

  test('Retry-After is respected in full, with jitter on top', () => {
    const limiter = limiterOf();
    const [first] = startAll(limiter, 0);
    limiter.end(first as Ticket, throttled(30_000), 100);
    expect(limiter.delay(100)).toBe(30_000 * 1.05);
    expect(limiter.delay(30_100)).toBeGreaterThan(0);
  });
});

describe('an outage', () => {
  const failing = (count: number, signal: Signal = unreachable): RateLimiter => {
    const limiter = limiterOf();
    for (let failures = 0, now = 0; failures < count; now += minute) {
      const tickets = startAll(limiter, now, count - failures);
      endAll(limiter, tickets, signal, now);
      failures += tickets.length;
    }
    return limiter;
  };

  test.each([
    ['nine failures in a row', 9, unreachable, false],
    ['ten without a connection', 10, unreachable, true],
    ['ten without an answer', 10, overloaded, true],
    ['ten refusals for being too fast', 10, throttled(1000), false],
  ] as const)('is seen, or not, after %s', (_, count, signal, expected) => {
    expect(failing(count, signal).probing).toBe(expected);
  });

  test('is over when a probe is answered, and one request at a time is sent then', () => {
    const limiter = failing(10);
    const now = 20 * minute;
    const probes = startAll(limiter, now);
    endAll(limiter, probes, answered, now);
    expect([probes.length, limiter.probing, startAll(limiter, now).length]).toEqual([1, false, 1]);
  });

  test('is probed after 1, 2, 4, 8, 16 and then every 30 seconds', () => {
    const limiter = failing(10);
    let now = 9 * minute;
    const pauses = Array.from({ length: 7 }, () => {
      const pause = limiter.delay(now) ?? 0;
      now += pause;
      limiter.end(limiter.start(now), unreachable, now);
      return Math.round(pause / 1000);
    });
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
  });
});

test.each<[string, string, (now: number) => Signal, number?]>([
  ['no connection', 'outage', () => unreachable],
  ['nothing but 429', 'refusals', () => throttled()],
  ['429 that says when to come back', 'refusals', () => throttled(1000)],
  ['429 and failures', 'refusals', (now) => (now % 1000 < 500 ? overloaded : throttled())],
  ['429 and one answer', 'nothing', (now) => (now % (14 * minute) < 5000 ? answered : throttled())],
  ['a longer wait that is allowed', 'nothing', (now) => (now < minute ? throttled(20 * minute) : answered), 30],
])('what ends the sending after 15 minutes of %s: %s', (_, kind, signals, maxWait = 15) => {
  const limiter = new RateLimiter({ ceiling: 4, maxWait: maxWait * minute }, 0, () => 0);
  let now = 0;
  // Requests one after another, as soon as each may go, for an hour at most.
  while (now < 60 * minute && !limiter.stopped) {
    now += limiter.delay(now) ?? 0;
    const ticket = limiter.start(now);
    now += 100;
    limiter.end(ticket, signals(now), now);
  }
  // The request that finds it out may be half a minute late.
  const isInTime = now >= 15 * minute && now < 17 * minute;
  expect([limiter.stopped?.kind ?? 'nothing', isInTime]).toEqual([kind, kind !== 'nothing']);
});

test.each<[string, (now: number) => Signal]>([
  ['nothing but 429', () => throttled()],
  ['429 and failures', (now) => (now % 1000 < 500 ? overloaded : throttled())],
])('%s without a time to wait ends the sending after --max-wait', (_, signals) => {
  const limiter = limiterOf({ maxWait: minute });
  let now = 0;
  while (now < 10 * minute && !limiter.stopped) {
    now += limiter.delay(now) ?? 0;
    const ticket = limiter.start(now);
    now += 100;
    limiter.end(ticket, signals(now), now);
  }
  expect([limiter.stopped?.kind, now >= minute && now < 1.5 * minute]).toEqual(['refusals', true]);
});

test('429 without a time to wait does not end the sending while there are answers in between', () => {
  const limiter = limiterOf({ maxWait: minute });
  for (let now = 0; now < 10 * minute; now += 5000)
    limiter.end(limiter.start(now), now % (minute / 2) === 0 ? answered : throttled(), now + 100);
  expect(limiter.stopped).toBeUndefined();
});

describe('the number of announced rows', () => {
  test('as many as may start at once, and never more than 256', () => {
    const limiter = limiterOf({ ceiling: 64 });
    const windows = [limiter.window(0, 0)];
    for (let now = 0; now < 5000; now += 5) {
      endAll(limiter, startAll(limiter, now), answered, now + 4);
      windows.push(limiter.window(now, 0));
    }
    expect([windows[0], windows.at(-1)]).toEqual([1, 256]);
  });

  test('as many as start while a slow disk writes twice', () => {
    const limiter = limiterOf({ ceiling: 4 });
    for (let now = 0; now < 5000; now += 20) endAll(limiter, startAll(limiter, now), answered, now + 15);
    const [quick, slow] = [limiter.window(5000, 10), limiter.window(5000, 100)];
    expect(slow - 4).toBeCloseTo(4 * (quick - 4), -1);
  });

  test('is one while the store is paused', () => {
    const limiter = limiterOf();
    limiter.end(limiter.start(0), throttled(5000), 0);
    expect(limiter.window(0, 0)).toBe(1);
  });
});

type Step = readonly ['start'] | readonly ['end', number, Signal] | readonly ['wait', number];

const signal = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Signal>(answered) },
  fc.constant<Signal>(overloaded),
  fc.constant<Signal>(unreachable),
  fc.option(fc.nat(20_000), { nil: undefined }).map(throttled),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constant(['start'] as const),
  fc.tuple(fc.constant('end' as const), fc.nat(63), signal),
  fc.tuple(fc.constant('wait' as const), fc.integer({ min: 0, max: 40_000 })),
);

test('whatever happens in whatever order, never more than the ceiling, nothing in a pause, and it always goes on', () => {
  const limits = fc.record({
    ceiling: fc.integer({ min: 1, max: 64 }),
    rate: fc.option(fc.double({ min: 0.1, max: 500, noNaN: true }), { nil: undefined }),
  });
  fc.assert(
    fc.property(
      limits,
      fc.array(step, { maxLength: 300 }),
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (chosen, steps, chance) => {
        const limiter = new RateLimiter({ ...chosen, maxWait: 900_000 }, 0, () => chance);
        const underWay: Ticket[] = [];
        let [now, pausedUntil] = [0, 0];
        for (const one of steps) {
          const delay = limiter.delay(now);
          if (delay === undefined) expect(underWay.length).toBeGreaterThan(0);
          else expect(delay).toBeGreaterThanOrEqual(0);
          if (one[0] === 'wait') now += one[1];
          else if (one[0] === 'start' && delay !== undefined) {
            now += delay;
            expect(now).toBeGreaterThanOrEqual(pausedUntil);
            // What it said to wait is enough.
            expect(limiter.delay(now)).toBe(0);
            underWay.push(limiter.start(now));
          } else if (one[0] === 'end') {
            const [ticket] = underWay.splice(one[1] % Math.max(1, underWay.length), 1);
            if (!ticket) continue;
            limiter.end(ticket, one[2], now);
            if (one[2].kind === 'throttled') pausedUntil = Math.max(pausedUntil, now + (one[2].retryAfter ?? 0));
          }
          expect(underWay.length).toBeLessThanOrEqual(chosen.ceiling);
          expect(limiter.window(now, 0)).toSatisfy((rows: number) => Number.isInteger(rows) && rows >= 1 && rows <= 64);
        }
      },
    ),
  );
});
