import { describe, expect, test } from 'vitest';
import { type Counts, type Simulation, simulate } from './simulator.ts';
import { crowded, gone, mixed, moody, type Parts, rateLimited, shaky, sixteenAtATime, willing } from './stores.ts';

const seeds = [1, 2, 3, 4, 5];
const tenSeeds = [...seeds, 6, 7, 8, 9, 10];
/** Sixteen at once for a minute, then four. */
const changingCrowd = crowded((now) => (now < 60_000 ? 16 : 4));
const alone = (simulation: Simulation): Counts => simulate(simulation)[0] as Counts;

/** The mean over seeds: accepted as a part of what the store allows, refused as a part of all. */
function outcome(simulation: Simulation, perSecond: number): { readonly used: number; readonly refused: number } {
  const all = seeds.map((seed) => alone({ ...simulation, seed }));
  const [accepted, refused] = [sum(all.map((one) => one.accepted)), sum(all.map((one) => one.refused))];
  return { used: accepted / (perSecond * simulation.seconds * seeds.length), refused: refused / (accepted + refused) };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

describe('what a store allows is used, and few requests are refused', () => {
  const said = { saysWhen: true };
  test.each([
    // A limit is known after two or three refusals: in a minute of 120 requests that is much.
    [
      '2/s, Retry-After, for a minute',
      { store: rateLimited({ perSecond: 2, burst: 2, ...said }), seconds: 60 },
      2,
      0.9,
    ],
    ['2/s, Retry-After', { store: rateLimited({ perSecond: 2, burst: 2, ...said }), seconds: 600 }, 2, 0.95],
    ['2/s', { store: rateLimited({ perSecond: 2, burst: 2 }), seconds: 600 }, 2, 0.95],
    ['2/s after a burst of 40', { store: rateLimited({ perSecond: 2, burst: 40 }), seconds: 600 }, 2, 0.95],
    [
      '20/s, Retry-After, for a minute',
      { store: rateLimited({ perSecond: 20, burst: 20, ...said }), seconds: 60 },
      20,
      0.95,
    ],
    ['20/s, Retry-After', { store: rateLimited({ perSecond: 20, burst: 20, ...said }), seconds: 600 }, 20, 0.95],
    ['20/s', { store: rateLimited({ perSecond: 20, burst: 20 }), seconds: 600 }, 20, 0.95],
    ['20/s after a burst of 40', { store: rateLimited({ perSecond: 20, burst: 40 }), seconds: 600 }, 20, 0.95],
    ['200/s, Retry-After', { store: rateLimited({ perSecond: 200, burst: 200, ...said }), seconds: 300 }, 200, 0.95],
    // Each request takes 50 ms in the store and 10 on the way: five sixths are all that there is.
    ['1 at once', { store: crowded(1), seconds: 300 }, 20, 0.8],
    ['4 at once', { store: crowded(4), seconds: 300 }, 80, 0.8],
    ['4 at once, for a minute', { store: crowded(4), seconds: 60 }, 80, 0.8],
    ['12 at once', { store: crowded(12), seconds: 300 }, 240, 0.8],
    ['30/s and 6 at once', { store: rateLimited({ perSecond: 30, burst: 30 }, crowded(6)), seconds: 600 }, 30, 0.95],
  ] as const)('%s', (_, simulation, perSecond, atLeast) => {
    const { used, refused } = outcome(simulation, perSecond);
    expect(used).toBeGreaterThanOrEqual(atLeast);
    expect(refused).toBeLessThanOrEqual(0.03);
  });

  test.each([
    [2, 60, 0.8, 0.05],
    [2, 600, 0.92, 0.03],
    [5, 60, 0.8, 0.03],
    [20, 60, 0.75, 0.03],
    [20, 600, 0.95, 0.03],
    [100, 60, 0.65, 0.03],
    [100, 600, 0.95, 0.03],
  ])(
    'a store of %i/s whose allowance is used up at the start is not crawled to (%i s)',
    (perSecond, seconds, atLeast, atMost) => {
      const { used, refused } = outcome(
        { store: rateLimited({ perSecond, burst: perSecond, left: 0, ...said }), seconds },
        perSecond,
      );
      expect(used).toBeGreaterThanOrEqual(atLeast);
      expect(refused).toBeLessThanOrEqual(atMost);
    },
  );

  test('a store without trouble is used to the ceiling, and never beyond', () => {
    const { accepted, most } = alone({ store: willing, seconds: 60 });
    expect([most, accepted > 0.98 * 60 * (16 / 0.06)]).toEqual([16, true]);
  });

  const slowly = (): number => 500;
  test.each<[string, number, (() => number) | undefined, number]>([
    ['a quick store', 0.02, undefined, 16 / 0.06],
    ['a slow store', 0.02, slowly, 16 / 0.51],
    ['a store that does so rarely', 0.002, undefined, 16 / 0.06],
  ])('%s that refuses some at random is not slowed to a crawl', (...[, part, takes, perSecond]) => {
    expect(outcome({ store: moody(part, takes), seconds: 600 }, perSecond).used).toBeGreaterThan(0.85);
  });

  test('a store that refuses one in 50 at random for a second each is used to 60 of 100 of what is left then', () => {
    // With one in so many refused for a second, that many requests and a second are the least time for all the others.
    const bound = 0.98 / (0.02 + 0.06 / 16);
    const used = tenSeeds.map(
      (seed) => alone({ store: moody(0.02, undefined, 1000), seconds: 300, seed }).accepted / 300 / bound,
    );
    expect(sum(used) / used.length).toBeGreaterThan(0.6);
    expect(Math.min(...used)).toBeGreaterThan(0.5);
  });

  test.each([undefined, 1000])(
    'a store that refuses one in 10 at random does not stop an import (Retry-After %s)',
    (wait) => {
      for (const seed of tenSeeds)
        expect(alone({ store: moody(0.1, undefined, wait), seconds: 300, seed }).accepted / 300).toBeGreaterThan(0.3);
    },
  );

  test.each<[string, () => number, number]>([
    ['a quick store', () => 1, 16 / 0.011],
    ['a slow store', slowly, 16 / 0.51],
  ])('%s that breaks at random, once in 100 requests, is not slowed to a crawl', (...[, takes, perSecond]) => {
    expect(outcome({ store: shaky(0.01, takes), seconds: 120 }, perSecond).used).toBeGreaterThan(0.6);
  });

  const kinds = (part: number): Parts => ({ throttled: part, overloaded: 5 * part, slow: 0 });
  const hanging = { ...kinds(0.01), slow: 0.005 };
  test.each([
    ['1 % 429 and 5 % 5xx, is used from second 10 to 20', kinds(0.01), 10, 20, 0.5],
    ['1 % 429 and 5 % 5xx, is used in the first minute', kinds(0.01), 0, 60, 0.6],
    ['1 % 429 and 5 % 5xx, is used in ten minutes', kinds(0.01), 0, 600, 0.8],
    ['2 % 429 and 10 % 5xx, is used from second 10 to 20', kinds(0.02), 10, 20, 0.28],
    ['2 % 429 and 10 % 5xx, is used in the first minute', kinds(0.02), 0, 60, 0.5],
    ['2 % 429 and 10 % 5xx, is used in ten minutes', kinds(0.02), 0, 600, 0.8],
    ['1 % 429, 5 % 5xx and hangs, is used in the first minute', hanging, 0, 60, 0.6],
    ['1 % 429, 5 % 5xx and hangs, is used in ten minutes', hanging, 0, 600, 0.8],
  ] as const)('a store that fails in several ways at once, %s', (_, parts, from, until, atLeast) => {
    const used = seeds.map((seed) => {
      const counts = alone({ store: mixed(parts), seconds: until, seed });
      return accepted(between(counts, from * 1000, until * 1000)) / ((until - from) * sixteenAtATime(parts));
    });
    expect(sum(used) / seeds.length).toBeGreaterThan(atLeast);
    // A seed in which refusals come early may take most of a minute to get going.
    expect(Math.min(...used)).toBeGreaterThan(atLeast / 10);
  });

  test.each(seeds)(
    'a store that says for how long each time it refuses at random is not slowed down for good (seed %i)',
    (seed) => {
      const parts = { throttled: 0.02, overloaded: 0.15, slow: 0, retryAfter: 1000 };
      const counts = alone({ store: mixed(parts), seconds: 300, seed });
      // A pause of a second for every fifty requests: no more than fifty a second are to be had.
      expect(accepted(between(counts, 60_000, 300_000)) / 240).toBeGreaterThan(8);
    },
  );

  /** The fewest rows a second in any twelve minutes, three at a time. */
  const slowestOf = (parts: Parts): number =>
    Math.min(
      ...seeds.flatMap((seed) => {
        const counts = alone({ store: mixed(parts), seconds: 1800, seed, limits: { ceiling: 3 } });
        const starts = [0, 360_000, 720_000, 1_080_000];
        return starts.map((from) => accepted(between(counts, from, from + 720_000)) / 720);
      }),
    );

  // The rate stood at its lowest of 0.2 a second: with 35 % refused, 0.13 rows.
  test.each([
    ['429', { throttled: 0.35, overloaded: 0, slow: 0 }],
    ['429 with Retry-After', { throttled: 0.35, overloaded: 0, slow: 0, retryAfter: 1000 }],
    ['429 with Retry-After, and 5xx', { throttled: 0.1, overloaded: 0.25, slow: 0, retryAfter: 1000 }],
    ['429 and 5xx', { throttled: 0.1, overloaded: 0.25, slow: 0 }],
    ['5xx', { throttled: 0, overloaded: 0.35, slow: 0 }],
    ['429, 5xx and hangs', { throttled: 0.05, overloaded: 0.25, slow: 0.05 }],
  ] as const)('a store that fails for 35 of 100 requests is not crawled for twelve minutes: %s', (_, parts) => {
    expect(slowestOf(parts)).toBeGreaterThan(0.25);
  });

  test.each([
    [
      '20/s for two',
      { store: rateLimited({ perSecond: 20, burst: 20 }), seconds: 300, limits: { ceiling: 2 } },
      20,
      0.95,
    ],
    [
      '10/s, Retry-After, for four',
      { store: rateLimited({ perSecond: 10, burst: 10, ...said }), seconds: 300, limits: { ceiling: 4 } },
      10,
      0.95,
    ],
  ] as const)('a limit that few at a time reach is no chance: %s', (_, simulation, perSecond, atLeast) => {
    const { used, refused } = outcome(simulation, perSecond);
    expect(used).toBeGreaterThanOrEqual(atLeast);
    expect(refused).toBeLessThanOrEqual(0.03);
  });

  test('a store that accepts fewer requests at once is not sent too many', () => {
    const { refused } = outcome({ store: changingCrowd, seconds: 300 }, 80);
    expect(refused).toBeLessThan(0.01);
  });
});

const between = ({ log }: Counts, from: number, until: number): Counts['log'] =>
  log.filter(({ at }) => at >= from && at < until);
const accepted = (log: Counts['log']): number => log.filter(({ kind }) => kind === 'answered').length;

describe('a limit that changes', () => {
  const [falls, rises] = [120_000, 300_000];
  const changing = rateLimited({ perSecond: (now) => (now < falls || now >= rises ? 20 : 2), burst: 20 });

  test.each(seeds)('from 20/s to 2/s is learned in seconds, and back in three minutes (seed %i)', (seed) => {
    const counts = alone({ store: changing, seconds: 600, seed });
    const low = between(counts, falls, rises);
    // The burst is used up first; a second later nearly everything is taken.
    const firstRefused = low.find(({ kind }) => kind === 'throttled')?.at ?? 0;
    const later = between(counts, firstRefused + 3000, rises);
    expect((later.length - accepted(later)) / later.length).toBeLessThan(0.05);
    expect(accepted(between(counts, rises + 180_000, 600_000)) / (20 * 120)).toBeGreaterThan(0.9);
  });
});

describe('a pause that the store asks for', () => {
  test('of two minutes is kept to the full', () => {
    const asks = { from: 10_000, wait: 120_000 };
    const { log } = alone({
      store: () => (now) =>
        now >= asks.from && now < asks.from + 100
          ? { signal: { kind: 'throttled', retryAfter: asks.wait }, takes: 1 }
          : { signal: { kind: 'answered' }, takes: 50 },
      seconds: 300,
    });
    const first = log.find(({ kind }) => kind === 'throttled')?.at ?? 0;
    const after = log.map(({ at }) => at).filter((at) => at > first + 100);
    expect(Math.min(...after)).toBeGreaterThanOrEqual(first + asks.wait);
  });
});

describe('processes that share a limit', () => {
  test.each(seeds)('use it together, and none starves (seed %i)', (seed) => {
    const store = rateLimited({ perSecond: 20, burst: 20, saysWhen: true });
    const shares = simulate({ store, seconds: 600, seed, processes: 8 }).map((one) => one.accepted / (600 * (20 / 8)));
    expect(sum(shares) / 8).toBeGreaterThan(0.95);
    // Not fair, but nobody stands still: a part of their share, where the busiest has two or three times its own.
    expect(Math.min(...shares)).toBeGreaterThan(0.05);
  });
});

describe('processes that share a budget on one machine', () => {
  const minute = 60_000;
  const half = { from: 2 * minute, until: 5 * minute };
  const acceptedIn = (counts: readonly Counts[], { from, until }: typeof half): number[] =>
    counts.map((one) => accepted(between(one, from, until)));
  /** The smallest and the largest share, where 1 is fair. */
  const extremes = (counts: readonly number[]): number[] => {
    const fair = sum(counts) / counts.length;
    return [Math.min(...counts) / fair, Math.max(...counts) / fair];
  };
  const shared = (perSecond: number, more: Partial<Simulation>): readonly Counts[] =>
    simulate({
      ...{ store: rateLimited({ perSecond, burst: perSecond }), seconds: 300, processes: 4, together: true },
      ...more,
    });

  test.each([
    // Each of eight has a request in four seconds: the limit is hard to find.
    [2, 4, 0.7],
    [2, 8, 0.6],
    [5, 4, 0.85],
    [5, 8, 0.85],
    [20, 4, 0.95],
    [20, 8, 0.95],
    [200, 4, 0.9],
    [200, 8, 0.9],
  ])('a limit of %i/s is divided evenly among %i from the second minute on, and used', (perSecond, processes, used) => {
    const totals = seeds.map((seed) => {
      const counts = acceptedIn(shared(perSecond, { processes, seed }), half);
      const [least = 0, most = 0] = extremes(counts);
      // Of thirty requests of each, one or two more or less are chance.
      const fair = perSecond * 180 < 50 * processes ? 0.3 : 0.2;
      expect([least > 1 - fair, most < 1 + fair]).toEqual([true, true]);
      return sum(counts) / (180 * perSecond);
    });
    expect(sum(totals) / totals.length).toBeGreaterThan(used);
    expect(Math.min(...totals)).toBeGreaterThan(used - 0.1);
  });

  test.each<[string, readonly (readonly [number, number])[], number[]]>([
    ['killed', [[minute, Number.POSITIVE_INFINITY]], [1, 2, 3]],
    ['frozen for two minutes, and takes part again,', [[minute, 3 * minute]], [0, 1, 2, 3]],
    [
      'started late',
      [
        [0, 1],
        [0, 1],
        [minute, minute],
        [0, 3 * minute],
      ],
      [0, 1, 2, 3],
    ],
  ])('one that is %s neither blocks the others nor takes their share', (_, absences, members) => {
    for (const seed of seeds) {
      const counts = shared(20, { absences, seed });
      // While it is away the others use all of the limit, and afterwards each has its part.
      expect(sum(acceptedIn(counts, { from: 1.5 * minute, until: 3 * minute })) / (90 * 20)).toBeGreaterThan(0.85);
      const later = acceptedIn(counts, { from: 3.5 * minute, until: 5 * minute });
      const [least = 0, most = 0] = extremes(members.map((at) => later[at] ?? 0));
      expect([least > 0.8, most < 1.2]).toEqual([true, true]);
    }
  });

  test('what one of them is asked to wait, all wait', () => {
    const asks = { from: 60_000, wait: 30_000 };
    let hasAsked = false;
    const store = () => (now: number) => {
      if (hasAsked || now < asks.from) return { signal: { kind: 'answered' } as const, takes: 50 };
      hasAsked = true;
      return { signal: { kind: 'throttled', retryAfter: asks.wait } as const, takes: 1 };
    };
    const counts = simulate({ store, seconds: 120, processes: 4, together: true });
    const waiting = { from: asks.from + 600, until: asks.from + asks.wait };
    expect(acceptedIn(counts, waiting)).toEqual([0, 0, 0, 0]);
    expect(Math.min(...acceptedIn(counts, { from: waiting.until + 5000, until: 120_000 }))).toBeGreaterThan(0);
  });
});

describe('an outage', () => {
  test('is met with a probe now and then, and ends gently', () => {
    const counts = alone({ store: gone(60_000, 360_000), seconds: 600 });
    expect(counts.probes).toBeLessThanOrEqual(17);
    expect(accepted(between(counts, 420_000, 600_000)) / (180 * (16 / 0.06))).toBeGreaterThan(0.9);
  });

  test('of more than 15 minutes ends the sending', () => {
    const { log } = alone({ store: gone(60_000, 36_000_000), seconds: 3600 });
    expect(Math.max(...log.map(({ at }) => at))).toBeLessThan(60_000 + 16 * 60_000);
  });
});
