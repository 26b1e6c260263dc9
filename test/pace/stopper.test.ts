import { describe, expect, test } from 'vitest';
import { CliError } from '../../src/errors.ts';
import type { Stopper } from '../../src/pace/stopper.ts';
import { stopperOf } from './stoppers.ts';

const refused = new CliError('auth', 'The store refused the token (401).', { status: 401 });

const times = (count: number, act: (at: number) => void): void => {
  for (let at = 0; at < count; at++) act(at);
};

describe('an import is stopped', () => {
  test.each<[string, boolean, (stopped: Stopper) => void, boolean?]>([
    ['by twenty equal refusals before anything was created', true, (it) => times(20, () => it.rejected('no'))],
    ['not by nineteen', false, (it) => times(19, () => it.rejected('no'))],
    ['not by twenty different ones', false, (it) => times(20, (at) => it.rejected(`no ${at}`))],
    [
      'not after something was created',
      false,
      (it) => {
        it.created();
        times(50, () => it.rejected('no'));
      },
    ],
    ['by twenty rows that never appeared before anything was created', true, (it) => times(20, () => it.lost('sent'))],
    ['not by nineteen of them', false, (it) => times(19, () => it.lost('sent'))],
    [
      'not by rows that never appeared after something was created',
      false,
      (it) => {
        it.created();
        times(50, () => it.lost('sent'));
      },
    ],
    ['by a changed key before a row was created with its own', true, (it) => it.changed('a')],
    ['not by two after one was', false, (it) => times(2, () => it.changed('a')), true],
    ['by three after one was', true, (it) => times(3, () => it.changed('a')), true],
    [
      'not by two rows that the store says it created, and does not find',
      false,
      (it) => times(2, () => it.missing('a')),
    ],
    ['by three of them', true, (it) => times(3, () => it.missing('a'))],
  ])('%s', (_, stops, happen, hasCreated = false) => {
    const it = stopperOf({ hasCreated });
    happen(it);
    expect(it.signal.aborted).toBe(stops);
  });

  test('by equal refusals, with the advice to see whether the store has such a row all the same', () => {
    const it = stopperOf({ hasCreated: false });
    times(20, () => it.rejected('no'));
    expect(it.reason?.hint).toContain('look in the back office for one of these rows');
  });

  test('by more rejected rows than --max-errors, also after something was created', () => {
    const it = stopperOf({ maxErrors: 2 });
    it.rejected('a');
    it.rejected('b');
    const before = it.signal.aborted;
    it.rejected('c');
    expect([before, it.reason?.kind, it.reason?.message]).toEqual([
      false,
      'import-stopped',
      '3 rows rejected, over the limit of --max-errors 2. Last message: c',
    ]);
  });

  test('by changed keys, with what to do before the next run creates more of these products', () => {
    const it = stopperOf({});
    times(3, () => it.changed('a'));
    expect(it.reason?.hint).toBe('Before you rerun the command, write all keys in the file as the store keeps them.');
  });

  test('by changed rows about people, whose keys no file is to have: a rerun does not help', () => {
    const it = stopperOf({ isOfPeople: true });
    times(3, () => it.missing('a'));
    expect([it.reason?.kind, it.reason?.message]).toEqual([
      'import-incomplete',
      'The store shop.example changed 3 rows. Last message: a.',
    ]);
  });

  test('by the user, which is no failure', () => {
    const user = new AbortController();
    const it = stopperOf({ interrupted: user.signal });
    user.abort('SIGINT');
    expect([it.signal.aborted, it.reason]).toEqual([true, undefined]);
  });

  test("by a refused token when a harmless read is refused too, with the read's message", async () => {
    const it = stopperOf({ probe: () => Promise.reject(new CliError('auth', 'revoked', { status: 401 })) });
    expect([await it.isOfTheRow(refused), it.reason?.message]).toEqual([false, 'revoked']);
  });

  test('not when the read works: one read for all that ask at once', async () => {
    let probes = 0;
    const it = stopperOf({ probe: async () => ++probes });
    expect([await Promise.all([it.isOfTheRow(refused), it.isOfTheRow(refused)]), probes, it.reason]).toEqual([
      [true, true],
      1,
      undefined,
    ]);
  });

  test('by a write whose token is refused, unless one was accepted', async () => {
    const it = stopperOf({ hasCreated: false });
    expect([await it.isOfTheWrite(refused), it.reason?.hint]).toEqual([false, expect.stringContaining('may write')]);
    const other = stopperOf({ hasCreated: false });
    other.created();
    expect([await other.isOfTheWrite(refused), other.reason]).toEqual([true, undefined]);
  });

  test('by a token that may read and not write', async () => {
    const it = stopperOf();
    for (let asked = 0; asked < 10; asked++) await it.isOfTheRow(refused);
    expect(it.reason).toBe(refused);
  });
});
