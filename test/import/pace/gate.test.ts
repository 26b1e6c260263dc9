import { expect, test } from 'vitest';
import { Gate } from '../../../src/import/pace/gate.ts';
import { Halt } from '../../../src/import/pace/halt.ts';
import { Pacer, type Ticket } from '../../../src/import/pace/pacer.ts';
import { virtualClock } from '../models/virtual-clock.ts';

test('an answer during an outage is followed by a probe as soon as the pacer lets one go, however long the gate meant to sleep', async () => {
  const clock = virtualClock(0);
  const pacer = new Pacer({ ceiling: 16, maxWait: 900_000 }, 0, () => 0);
  const halt = new Halt({
    interrupted: new AbortController().signal,
    maxErrors: undefined,
    hasCreated: true,
    probe: async () => undefined,
  });
  const probedAt: number[] = [];
  const gate = new Gate({
    ...{ pacer, clock, halt },
    probe: async () => {
      probedAt.push(clock.elapsed());
      return { kind: 'unreachable' };
    },
  });
  const enterAll = async (): Promise<Ticket[]> => {
    const tickets: Ticket[] = [];
    while (pacer.delay(clock.elapsed()) === 0) tickets.push((await gate.enter('send')) as Ticket);
    return tickets;
  };
  for (let round = 0; round < 40; round++)
    for (const ticket of await enterAll()) gate.leave(ticket, { kind: 'answered' });
  const [late, ...others] = await enterAll();
  for (const ticket of others) gate.leave(ticket, { kind: 'unreachable' });
  void gate.enter('send');
  // The next probe is 30 s away.
  while (probedAt.length < 6) await clock.sleep(100);
  await clock.sleep(2000);
  const answeredAt = clock.elapsed();
  gate.leave(late as Ticket, { kind: 'answered' });
  while (probedAt.length < 7) await clock.sleep(100);
  expect((probedAt[6] as number) - answeredAt).toBe(1000);
  halt.stop(new Error('over') as never);
});
