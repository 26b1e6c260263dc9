import { expect, test } from 'vitest';
import { products } from '../../../src/client/endpoints/products.ts';
import { tellOutage } from '../../../src/import/words/outage.ts';
import { virtualClock } from '../models/virtual-clock.ts';

test.each([
  [true, ' To stop now, press Ctrl-C: the same command continues.'],
  [false, ''],
])(
  'a store without clear answers is named with the time, and at a terminal (%s) with how to leave',
  async (isTerminal, leave) => {
    const clock = virtualClock(0);
    const since = clock.elapsed();
    await clock.sleep(11_000);
    const said: string[] = [];
    const context = {
      clock: { ...clock, now: () => new Date('2026-03-01T10:00:11Z') },
      stdin: { isTerminal },
      stderr: { isTerminal },
    };
    const store = { storeLabel: () => 'shop.example' };
    const notice = async (text: string) => void said.push(text);
    await tellOutage(
      { notice, context, store, noun: products, pace: { maxWait: 900_000 } },
      { since, why: 'cannot connect', isThrottled: false },
    );
    expect(said).toEqual([
      expect.stringMatching(
        /^No clear answer from shop\.example since 2026-03-01 \d\d:00:00 \S+: cannot connect\. Retrying for up to 15 min\./,
      ),
    ]);
    expect(said[0]?.endsWith(`15 min.${leave}`)).toBe(true);
  },
);
