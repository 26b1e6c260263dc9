import { expect, test } from 'vitest';
import { CliError } from '../../src/errors.ts';
import { RateLimiter } from '../../src/pace/rate-limiter.ts';
import { type Admission, RequestQueue } from '../../src/pace/request-queue.ts';
import { type VirtualClock, virtualClock } from '../import/models/virtual-clock.ts';
import { stopperOf } from './stoppers.ts';

/** An import that has a queue on this clock. */
function importing(clock: VirtualClock, more: Partial<ConstructorParameters<typeof RequestQueue>[0]> = {}) {
  const limiter = new RateLimiter({ ceiling: 16, maxWait: 900_000 }, 0, () => 0);
  const stopper = stopperOf();
  const probe = async () => ({ kind: 'answered' }) as const;
  return {
    limiter,
    stopper,
    queue: new RequestQueue({ limiter, clock, stopper, signal: stopper.signal, probe, ...more }),
  };
}

test('a store that asks for too long a wait ends an import at once, although no request waits to start', async () => {
  const { stopper, queue } = importing(virtualClock(0));
  queue.leave((await queue.enter('send')) as Admission, { kind: 'throttled', retryAfter: 7_200_000 });
  expect([stopper.signal.aborted, stopper.reason?.message]).toEqual([
    true,
    'The store shop.example asks to wait 2 h, longer than --max-wait allows.',
  ]);
});

test('an answer that comes late ends an outage at once, however late the timer was set', async () => {
  const clock = virtualClock(0);
  const probedAt: number[] = [];
  const probe = async () => {
    probedAt.push(clock.elapsed());
    return { kind: 'unreachable' } as const;
  };
  const { limiter, stopper, queue } = importing(clock, { probe });
  const enterAll = async (): Promise<Admission[]> => {
    const tickets: Admission[] = [];
    while (limiter.delay(clock.elapsed()) === 0) tickets.push((await queue.enter('send')) as Admission);
    return tickets;
  };
  for (let round = 0; round < 40; round++)
    for (const ticket of await enterAll()) queue.leave(ticket, { kind: 'answered' });
  const [late, ...others] = await enterAll();
  for (const ticket of others) queue.leave(ticket, { kind: 'unreachable' });
  const waiting = queue.enter('send');
  // The next probe is 30 s away.
  while (probedAt.length < 6) await clock.sleep(100);
  await clock.sleep(2000);
  const answeredAt = clock.elapsed();
  queue.leave(late as Admission, { kind: 'answered' });
  const admission = (await waiting) as Admission;
  expect([admission.isProbe, admission.startedAt - answeredAt]).toEqual([false, 0]);
  stopper.stop(new CliError('import-stopped', 'The import is over.'));
});

test('an outage is told once, and ends the work after the longest wait that the user allows', async () => {
  const clock = virtualClock(0);
  const told: unknown[] = [];
  const limiter = new RateLimiter({ ceiling: 16, maxWait: 60_000 }, 0, () => 0);
  const probe = async () => ({ kind: 'unreachable', why: 'cannot connect' }) as const;
  const { stopper, queue } = importing(clock, {
    limiter,
    probe,
    onOutage: ({ why }) => told.push([why, clock.elapsed()]),
  });
  for (let failure = 0; failure < 10; failure++) {
    while (limiter.delay(clock.elapsed()) !== 0) await clock.sleep(10);
    queue.leave((await queue.enter('send')) as Admission, { kind: 'unreachable', why: 'cannot connect' });
  }
  const waiting = queue.enter('send');
  while (!stopper.signal.aborted && clock.elapsed() < 900_000) await clock.sleep(1000);
  await waiting;
  expect([told, stopper.reason?.message, clock.elapsed() < 120_000]).toEqual([
    [['cannot connect', expect.any(Number)]],
    expect.stringMatching(/^The store shop\.example has given no clear answer for 1\.?\d? min/),
    true,
  ]);
});

test('when the import is over, no request starts and no timer runs for one that waits', async () => {
  const clock = virtualClock(0);
  const over = new AbortController();
  const sleeping: AbortSignal[] = [];
  const sleep: typeof clock.sleep = (time, signal = over.signal) => {
    sleeping.push(signal);
    return clock.sleep(time, signal);
  };
  const { queue } = importing(clock, { clock: { ...clock, sleep }, signal: over.signal });
  queue.leave((await queue.enter('send')) as Admission, { kind: 'throttled', retryAfter: 600_000 });
  const waiting = queue.enter('look-up');
  over.abort();
  expect([
    await waiting,
    await queue.enter('look-up'),
    sleeping.map(({ aborted }) => aborted),
    clock.elapsed(),
  ]).toEqual([undefined, undefined, [true], 0]);
});
