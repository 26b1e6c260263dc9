import { describe, expect, test } from 'vitest';
import { decisionsOf } from '../../../src/sandbox/faults/decisions.ts';
import { createLimiter, indexLagOf } from '../../../src/sandbox/faults/limits.ts';
import { pickByShare, streamOf } from '../../../src/sandbox/faults/random.ts';

const creation = { method: 'POST', path: '/products' } as const;
const times = <T>(count: number, decide: () => T): readonly T[] => Array.from({ length: count }, decide);

describe('the fault that hits a request', () => {
  test.each([
    [0, 'hang'],
    [0.0999, 'hang'],
    [0.1, 'cut-body'],
    [0.3499, 'cut-body'],
    [0.35, undefined],
    [0.9999, undefined],
  ])('at a draw of %d', (draw, fault) => {
    expect(
      pickByShare(
        [
          ['hang', 0.1],
          ['cut-body', 0.25],
        ],
        draw,
      ),
    ).toBe(fault);
  });

  test.each([
    ['POST', '/products', '5xx-before'],
    ['GET', '/products', 'get-5xx'],
    ['GET', '/baskets/:basketKey', 'get-5xx'],
    ['POST', '/baskets', undefined],
    ['PATCH', '/baskets/:basketKey', undefined],
    ['DELETE', '/orders/:orderId', undefined],
  ] as const)('of %s %s when every request is hit', (method, path, fault) => {
    expect(decisionsOf({ seed: 1, shares: { '5xx-before': 1, 'get-5xx': 1 } }).fault({ method, path })).toBe(fault);
  });

  test('hits about its share', () => {
    const decisions = decisionsOf({ seed: 7, shares: { hang: 0.01, 'reset-after': 0.05 } });
    const hit = times(20_000, () => decisions.fault(creation));
    const count = (name: string) => hit.filter((fault) => fault === name).length;
    expect([Math.abs(count('hang') - 200) < 60, Math.abs(count('reset-after') - 1000) < 120]).toEqual([true, true]);
  });
});

describe('a decision', () => {
  const shares = { '5xx-after': 0.5, 'get-5xx': 0.5 };
  const faultsOf = (seed: number) => {
    const decisions = decisionsOf({ seed, shares });
    return times(40, () => decisions.fault(creation));
  };

  test('for writes does not depend on reads, latencies, delays and coins in between', () => {
    const decisions = decisionsOf({ seed: 1, shares, latency: { least: 1, most: 9 } });
    const between = times(40, () => {
      decisions.fault({ method: 'GET', path: '/products' });
      decisions.latency();
      decisions.delay();
      decisions.coin();
      return decisions.fault(creation);
    });
    expect(between).toEqual(faultsOf(1));
  });

  test('lies within its bounds, and covers them', () => {
    const decisions = decisionsOf({ seed: 3, latency: { least: 20, most: 22 } });
    const coins = times(1000, () => decisions.coin()).filter(Boolean).length;
    const delays = times(1000, () => decisions.delay());
    expect({
      latencies: new Set(times(100, () => decisions.latency())),
      delays:
        delays.every((delay) => delay >= 0 && delay <= 2000) && Math.max(...delays) > 1900 && Math.min(...delays) < 100,
      coins: coins > 400 && coins < 600,
    }).toEqual({ latencies: new Set([20, 21, 22]), delays: true, coins: true });
  });

  test('comes from numbers that do not change between releases', () => {
    const stream = streamOf(42, 'write fault');
    expect(times(3, stream)).toMatchInlineSnapshot(`
      [
        0.6727234937716275,
        0.42722797952592373,
        0.3232240122742951,
      ]
    `);
  });
});

describe('a store that takes 2 requests per second', () => {
  const taken = (moments: readonly number[], perSecond = 2): readonly (string | undefined)[] => {
    let now = 0;
    const clock = { elapsed: () => now, sleep: async () => {} };
    const enter = createLimiter({ seed: 1, rateLimit: perSecond, clock });
    return moments.map((moment) => {
      now = moment;
      try {
        enter()();
        return 'taken';
      } catch (refusal) {
        return (refusal as { details: { headers: Record<string, string> } }).details.headers['Retry-After'];
      }
    });
  };

  test.each([
    ['a burst of one second', [0, 0, 0], ['taken', 'taken', '1']],
    ['room again after half a second', [0, 0, 499, 500, 501], ['taken', 'taken', '1', 'taken', '1']],
    ['no more than a burst after a long rest', [0, 60_000, 60_000, 60_000], ['taken', 'taken', 'taken', '1']],
  ] as const)('%s', (_what, moments, results) => {
    expect(taken(moments)).toEqual(results);
  });

  test('and one of a request in 4 s says how many seconds to wait', () => {
    expect(taken([0, 0, 3000, 4000], 0.25)).toEqual(['taken', '4', '1', 'taken']);
  });
});

test('an index shows products in the order of their creation, each after the lag', () => {
  let now = 0;
  const lag = indexLagOf({ indexLag: 2000, clock: { elapsed: () => now, sleep: async () => {} } });
  const at = (moment: number): number | undefined => {
    now = moment;
    return lag.hiddenFrom();
  };
  lag.created(240);
  now = 500;
  lag.created(241);
  expect([at(500), at(1999), at(2000), at(2499), at(2500)]).toEqual([240, 240, 241, 241, undefined]);
});
