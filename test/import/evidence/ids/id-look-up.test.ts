import { expect, test } from 'vitest';
import { customers } from '../../../../src/client/endpoints/imported-customers.ts';
import { CliError } from '../../../../src/errors.ts';
import { IdLookUp } from '../../../../src/import/evidence/ids/id-look-up.ts';
import { IdMarks } from '../../../../src/import/evidence/ids/id-marks.ts';
import type { AttemptSaid } from '../../../../src/import/evidence/row-look-up.ts';
import { keysOf, type SendableRow, withHashedKeys } from '../../../../src/import/map/rows/key.ts';
import { SettleTime } from '../../../../src/pace/settle-time.ts';
import { connectTo } from '../../../support/connection.ts';

const noun = withHashedKeys(customers, Buffer.from('secret'));
const [ann, bob] = [rowOf('Ann'), rowOf('Bob')];

function rowOf(firstName: string): SendableRow {
  const stated = { emailAddress: `${firstName}@shop.test`, firstName, lastName: 'Claes' };
  const [key] = keysOf(noun, stated);
  if (!key) throw new Error('A row has a key.');
  return { record: 1, line: 2, key, values: stated, stated };
}

/** What becomes of Ann, sent after ID 100, where these customers are found and Bob is the next one, with ID 102. */
async function settledAnn(said: AttemptSaid, shown: ReadonlyMap<string, object>, earlier?: number) {
  let now = 0;
  const getById = async (_: unknown, id: string) => {
    const found = shown.get(id);
    if (!found) throw new CliError('not-found', 'No.', { status: 404 });
    return { customerId: id, ...found };
  };
  const sleep = async (time: number) => {
    now += time;
  };
  const lookUp = new IdLookUp(
    {
      connection: connectTo('http://store'),
      noun: { ...noun, getById },
      clock: { now: () => new Date(now), elapsed: () => now, sleep },
      settleTime: new SettleTime(90_000),
      stopped: new AbortController().signal,
      read: (once) => once(),
    },
    {
      marks: new IdMarks(100),
      has: () => false,
      since: (time) => (time <= 95_000 ? 102 : undefined),
      attempts: new Map(),
      most: 8,
      isSent: () => true,
      stop: () => undefined,
    },
  );
  const onDue = (): void => lookUp.order.answered({ ...bob, attempts: 1 }, lookUp.order.leave(true), '102');
  const settled = await lookUp.settle({
    row: ann,
    low: 100,
    unclear: 1,
    endedAt: 0,
    earlier,
    said,
    onDue,
    onLook: () => undefined,
  });
  return now < 90_000 ? { ...settled, isAtOnce: true } : settled;
}

const onlyBob = new Map([['102', bob.stated]]);

test('a customer who is absent may be sent again once, and as often as others where the store throttled the attempt', async () => {
  expect(await settledAnn('nothing', onlyBob)).toEqual({ kind: 'absent', maxAttempts: 2 });
  expect(await settledAnn('throttled', onlyBob)).toEqual({ kind: 'absent', maxAttempts: undefined });
});

test('who is between the marks was created', async () => {
  const both = new Map([...onlyBob, ['101', ann.stated]]);
  expect(await settledAnn('nothing', both)).toMatchObject({ kind: 'found', recordId: '101' });
});

test('an ID that an earlier import got when the settle time was over tells at once, and no earlier one', async () => {
  expect(await settledAnn('nothing', onlyBob, 5000)).toMatchObject({ kind: 'absent', isAtOnce: true });
  expect(await settledAnn('nothing', onlyBob, 6000)).toEqual({ kind: 'absent', maxAttempts: 2 });
});

test('a reply with an ID and nothing else is settled by that ID', async () => {
  const said = { recordId: '101', mark: { low: 100, sentAt: 0 } };
  expect(await settledAnn(said, new Map([['101', ann.stated]]))).toMatchObject({ kind: 'found', recordId: '101' });
});
