import { expect, test } from 'vitest';
import { CliError } from '../../../src/errors.ts';
import type { AttemptClass } from '../../../src/import/deliver/classify.ts';
import {
  type Action,
  afterAnswer,
  afterLookUp,
  correctionOf,
  outcomeOfOpen,
  type Settled,
  showsCreatedThrottled,
} from '../../../src/import/deliver/next.ts';

const answers = {
  'not-sent': { kind: 'not-sent' },
  created: { kind: 'created', productId: '7' },
  'created?': { kind: 'created?', productId: '7' },
  changed: { kind: 'changed', productId: '7', message: 'other key' },
  rejected: { kind: 'rejected', message: 'no name', field: 'name' },
  'rejected?': { kind: 'rejected?', message: 'exists', field: undefined },
  throttled: { kind: 'throttled', retryAfter: 1000 },
  ambiguous: { kind: 'ambiguous' },
  'stop?': { kind: 'stop?', error: new CliError('auth', 'no access') },
} satisfies Readonly<Record<string, AttemptClass>>;

const lookUps = {
  found: { kind: 'found', productId: '9' },
  absent: { kind: 'absent' },
  duplicate: { kind: 'duplicate', productIds: ['9', '10'] },
  near: { kind: 'near', code: 'a', productId: '9' },
  refused: { kind: 'refused', message: 'no' },
  unknown: { kind: 'unknown', message: 'timeout' },
  stopped: { kind: 'stopped' },
} satisfies Readonly<Record<string, Settled>>;

const inShort = (action: Action): string =>
  action.do === 'finish' ? [action.outcome.state, action.shows].filter(Boolean).join(', ') : action.do;

test('only an answer with the key of the row, a refusal and a changed key need no look-up', () => {
  expect(Object.values(answers).map((answer) => [answer.kind, inShort(afterAnswer(answer))])).toEqual([
    ['not-sent', 'send'],
    ['created', 'created, created'],
    ['created?', 'look up'],
    ['changed', 'blocked, changed'],
    ['rejected', 'rejected, rejected'],
    ['rejected?', 'look up'],
    ['throttled', 'look up'],
    ['ambiguous', 'look up'],
    ['stop?', 'probe'],
  ]);
});

test.each([
  { kind: 'created?', found: 'created, created', absent: 'blocked, changed' },
  { kind: 'rejected?', found: 'existing', absent: 'rejected, rejected' },
  { kind: 'stop?', found: 'created, created', absent: 'rejected, rejected' },
  { kind: 'throttled', found: 'created, created', absent: 'send' },
  { kind: 'ambiguous', found: 'created, created', absent: 'send' },
] as const)('what the look-up after "$kind" means', ({ kind, found, absent }) => {
  const others = { duplicate: 'duplicate', near: 'blocked', refused: 'blocked' };
  const actions = Object.entries(lookUps).map(([name, settled]) => [
    name,
    inShort(afterLookUp(answers[kind], settled, 1)),
  ]);
  expect(Object.fromEntries(actions)).toEqual({
    found,
    absent,
    ...others,
    unknown: 'leave open',
    stopped: 'leave open',
  });
});

test('the fifth unclear attempt is the last', () => {
  const after = (attempts: number) => inShort(afterLookUp(answers.ambiguous, lookUps.absent, attempts));
  expect([4, 5].map(after)).toEqual(['send', 'uncertain, lost']);
});

test('a row that was refused because it exists is "created" if an earlier attempt may have created it', () => {
  expect(inShort(afterLookUp(answers['rejected?'], lookUps.found, 2))).toBe('created, created');
});

test('a store creates what it throttles if a look-up finds a row that got no other answer', () => {
  const shown = Object.values(lookUps).filter((settled) => showsCreatedThrottled(answers.throttled, settled, false));
  expect(shown.map(({ kind }) => kind)).toEqual(['found', 'duplicate']);
  expect(showsCreatedThrottled(answers.throttled, lookUps.found, true)).toBe(false);
  expect(showsCreatedThrottled(answers.ambiguous, lookUps.found, false)).toBe(false);
});

test('a row that an earlier import left open is sent again only if it is absent', () => {
  const { found, absent, duplicate, near, refused } = lookUps;
  const outcomes = [found, absent, duplicate, near, refused].map((settled) => outcomeOfOpen(settled).state);
  expect(outcomes).toEqual(['created', 'absent', 'duplicate', 'blocked', 'blocked']);
});

test('a created row that is no longer found is uncertain', () => {
  const corrected = Object.values(lookUps).map((settled) => correctionOf({ product: '9' }, settled)?.state);
  expect(corrected).toEqual([undefined, 'uncertain', 'duplicate', 'uncertain', 'uncertain', undefined, undefined]);
});
