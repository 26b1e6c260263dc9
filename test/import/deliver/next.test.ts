import { describe, expect, test } from 'vitest';
import { CliError } from '../../../src/errors.ts';
import type { Action } from '../../../src/import/deliver/actions.ts';
import type { AttemptClass } from '../../../src/import/deliver/classify.ts';
import { afterAnswer, judge } from '../../../src/import/deliver/next.ts';
import { shownByWords } from '../../../src/import/evidence/ids/refused-person.ts';
import { shownByStatus } from '../../../src/import/evidence/refusal.ts';
import type { Settled } from '../../../src/import/evidence/settled.ts';
import { importableCustomers } from '../../../src/resources/importable-customers.ts';

type RowKnowledge = Parameters<typeof judge>[0];
type FoundInStore = Parameters<typeof judge>[1];

const answers = {
  'not-sent': { kind: 'not-sent' },
  created: { kind: 'created', recordId: '7' },
  'created?': { kind: 'created?', recordId: '7' },
  changed: { kind: 'changed', recordId: '7', message: 'other key' },
  rejected: { kind: 'rejected', message: 'no name', field: 'name' },
  'rejected?': { kind: 'rejected?', says: 'wrong', message: 'exists', field: undefined },
  throttled: { kind: 'throttled', retryAfter: 1000 },
  ambiguous: { kind: 'ambiguous' },
  'stop?': { kind: 'stop?', error: new CliError('auth', 'no access') },
} satisfies Readonly<Record<string, AttemptClass>>;

const lookUps = {
  found: { kind: 'found', recordId: '9' },
  absent: { kind: 'absent' },
  duplicate: { kind: 'duplicate', recordIds: ['9', '10'] },
  near: { kind: 'near', code: 'a', recordId: '9' },
  refused: { kind: 'refused', message: 'no' },
  unknown: { kind: 'unknown', message: 'timeout' },
  stopped: { kind: 'stopped' },
} satisfies Readonly<Record<string, Settled>>;

const compared = {
  new: { kind: 'new' },
  same: { kind: 'same', recordId: '9' },
  differs: { kind: 'differs', recordId: '9', urlAbs: null, fields: { name: { store: 'Mug', file: 'Cup' } } },
  duplicate: lookUps.duplicate,
  near: { ...lookUps.near, urlAbs: null },
  refused: { kind: 'refused', message: 'no', error: new CliError('refused', 'no') },
} satisfies Readonly<Record<string, FoundInStore>>;

/** What can be looked up is not believed by words. */
const listed = { refused: shownByStatus };

const inShort = (action: Action): string =>
  action.do === 'finish' ? [action.outcome.state, action.shows].filter(Boolean).join(', ') : action.do;

test('only an answer with the key of the row, a refusal and a changed key need no look-up', () => {
  expect(Object.values(answers).map((answer) => [answer.kind, inShort(afterAnswer(answer, listed))])).toEqual([
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
  { kind: 'created?', found: 'created, created', absent: 'blocked, missing' },
  { kind: 'rejected?', found: 'existing', absent: 'rejected, rejected' },
  { kind: 'stop?', found: 'created, created', absent: 'rejected, rejected' },
  { kind: 'throttled', found: 'created, created', absent: 'send' },
  { kind: 'ambiguous', found: 'created, created', absent: 'send' },
] as const)('what the look-up after "$kind" means', ({ kind, found, absent }) => {
  const others = { duplicate: 'duplicate', near: 'blocked', refused: 'blocked' };
  const actions = Object.entries(lookUps).map(([name, settled]) => [
    name,
    inShort(judge({ row: 'answered', answer: answers[kind], attempts: 1 }, settled)),
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
  const after = (attempts: number) =>
    inShort(judge({ row: 'answered', answer: answers.ambiguous, attempts }, lookUps.absent));
  expect([4, 5].map(after)).toEqual(['send', 'uncertain, lost']);
});

test('a row that is absent, and must not be sent again, is sent by no run; but what the store has said of it stands', () => {
  const absent = { kind: 'absent', doubt: { message: 'look for it', isFinal: true } } as const;
  const after = (kind: keyof typeof answers) =>
    inShort(judge({ row: 'answered', answer: answers[kind], attempts: 2 }, absent));
  expect([after('ambiguous'), after('throttled'), after('rejected?'), after('created?')]).toEqual([
    ...['blocked, lost', 'blocked, lost', 'rejected, rejected', 'blocked, missing'],
  ]);
  const before = (['unsent', 'left open'] as const).map((row) => inShort(judge({ row }, absent)));
  expect(before).toEqual(['blocked, lost', 'blocked, lost']);
});

test('a row that is absent, and that nothing shows to be absent yet, is left open', () => {
  const absent = { kind: 'absent', doubt: { message: 'look for it', isFinal: false } } as const;
  const known: readonly RowKnowledge[] = [
    { row: 'answered', answer: answers.ambiguous, attempts: 2 },
    { row: 'unsent' },
    { row: 'left open' },
  ];
  expect(known.map((row) => inShort(judge(row, absent)))).toEqual(Array(3).fill('leave open'));
});

test('a row that was refused because it exists is "created" if an earlier attempt may have created it', () => {
  const known: RowKnowledge = { row: 'answered', answer: answers['rejected?'], attempts: 2 };
  expect(inShort(judge(known, lookUps.found))).toBe('created, created');
});

/** What follows from each thing that the store may have. */
const judged = (known: RowKnowledge, found: Readonly<Record<string, FoundInStore>>): readonly string[] =>
  Object.values(found).map((each) => inShort(judge(known, each)));

test('a row that was not sent is sent if the store does not have it', () => {
  const actions = ['send', 'existing', 'existing', 'duplicate', 'blocked', 'uncertain'];
  expect(judged({ row: 'unsent' }, compared)).toEqual(actions);
});

test('what earlier imports know of a row is its outcome', () => {
  const known = {
    remembered: { kind: 'remembered', recordId: '9' },
    said: { kind: 'remembered', recordId: undefined },
    blocked: { kind: 'blocked' },
    sent: { kind: 'sent' },
    erased: { kind: 'erased', at: 0 },
  } as const;
  const outcomes = Object.values(known).map((each) => {
    const action = judge({ row: 'unsent' }, each);
    return action.do === 'finish' ? [action.outcome.state, action.outcome.evidence] : action.do;
  });
  expect(outcomes).toEqual([
    ['existing', 'journal'],
    ['existing', 'said'],
    ['blocked', 'journal'],
    ['blocked', 'journal'],
    ['erased', 'journal'],
  ]);
});

const altered = { kind: 'altered', recordIds: ['9', '10'], mayBeOther: false, message: 'it has two' } as const;
const hidden = { kind: 'unreadable', message: 'a 404' } as const;

test('what a store seems to have made of a row is never sent again, and counts as a key that it changed', () => {
  const attempted = { row: 'answered', answer: answers.ambiguous, attempts: 1 } as const;
  const actions = [attempted, { row: 'left open' } as const].map((known) => judge(known, altered));
  const outcome = { state: 'blocked', recordId: '9 10', message: 'not sent again: it has two', evidence: 'read' };
  expect(actions).toEqual(Array(2).fill({ do: 'finish', outcome, shows: 'missing' }));
});

test('a row of which no read can be believed is uncertain, and says whether it was sent', () => {
  const [unsent, sent, created] = (['unsent', 'left open', 'in store'] as const).map((row) => judge({ row }, hidden));
  const uncertain = { state: 'uncertain', evidence: 'none' };
  expect([unsent, sent, created]).toEqual([
    { do: 'finish', outcome: { ...uncertain, message: 'not sent, because it could not be looked up: a 404' } },
    { do: 'finish', outcome: { ...uncertain, message: 'sent, but could not be looked up: a 404' } },
    { do: 'keep' },
  ]);
});

test('a row of which nothing was read is left as it is', () => {
  const unread = { kind: 'unread' } as const;
  expect(inShort(judge({ row: 'left open' }, unread))).toBe('leave open');
  expect(inShort(judge({ row: 'in store', recordId: '9' }, unread))).toBe('keep');
});

test('a row that exists says what differs, and whether it was compared', () => {
  const outcomes = [compared.same, compared.differs, lookUps.found].map((found) => judge({ row: 'unsent' }, found));
  const existing = { state: 'existing', recordId: '9', evidence: 'read' };
  expect(outcomes).toEqual([
    { do: 'finish', outcome: existing },
    { do: 'finish', outcome: { ...existing, message: 'the store differs in name (store Mug, file Cup)' } },
    { do: 'finish', outcome: { ...existing, isCompared: false } },
  ]);
});

test('a row that an earlier import left open is sent again only if it is absent', () => {
  expect(judged({ row: 'left open' }, lookUps)).toEqual([
    ...['created', 'send', 'duplicate', 'blocked', 'blocked', 'leave open', 'leave open'],
  ]);
});

test('a created row that is no longer found is uncertain, and one that could not be looked up stays', () => {
  expect(judged({ row: 'in store', recordId: '9' }, lookUps)).toEqual([
    ...['keep', 'uncertain', 'duplicate', 'uncertain', 'uncertain', 'keep', 'keep'],
  ]);
});

describe('where a noun is looked up by IDs', () => {
  const afterNumbered = (answer: AttemptClass): Action =>
    afterAnswer(answer, { refused: (refusal) => shownByWords(refusal, importableCustomers) });
  const refused = (says: 'wrong' | 'conflict' | 'unclear', message = 'no', field?: string): AttemptClass => ({
    kind: 'rejected?',
    says,
    message,
    field,
  });

  test('only a refusal that speaks of what exists means something else than elsewhere', () => {
    const others = Object.values(answers).filter(({ kind }) => kind !== 'rejected?');
    expect(others.map(afterNumbered)).toEqual(others.map((answer) => afterAnswer(answer, listed)));
  });

  test.each([
    ['that the key is taken', refused('wrong', 'This e-mail address is already in use'), 'existing'],
    ['so of a conflict', refused('conflict', 'This e-mail address is already in use'), 'existing'],
    ['so, but with 200', refused('unclear', 'This e-mail address is already in use'), 'look up'],
    ['that it exists', refused('wrong', 'Customer already exists'), 'existing'],
    ['so of the field of the key', refused('wrong', 'already in use', 'customer[emailAddress]'), 'existing'],
    ['so of a field that nobody knows', refused('wrong', 'already in use', 'login'), 'rejected, rejected'],
    ['that the phone number is taken', refused('wrong', 'This phone number is already in use'), 'rejected, rejected'],
    ['that another request goes on', refused('wrong', 'Another request is already in progress'), 'rejected, rejected'],
    ['so of a conflict', refused('conflict', 'Another request is already in progress'), 'look up'],
    ['what is wrong', refused('wrong', 'The group does not exist'), 'rejected, rejected'],
    ['hardly anything', refused('unclear', 'Conflict'), 'look up'],
  ])('a refusal that says %s', (_, answer, expected) => {
    expect(inShort(afterNumbered(answer))).toBe(expected);
  });

  test('who exists because the store says so was not compared, and has no ID', () => {
    expect(afterNumbered(refused('wrong', 'Customer already exists'))).toEqual({
      do: 'finish',
      outcome: {
        ...{ state: 'existing', isCompared: false, evidence: 'said' },
        message: 'the store says that it exists',
      },
    });
  });

  test('a row is sent as often as its look-up allows, and else five times', () => {
    const actionAfter = (attempts: number, maxAttempts?: number): string =>
      inShort(judge({ row: 'answered', answer: answers.ambiguous, attempts }, { ...lookUps.absent, maxAttempts }));
    expect([1, 2, 3].map((attempts) => actionAfter(attempts, 2))).toEqual([
      'send',
      'uncertain, lost',
      'uncertain, lost',
    ]);
    expect([1, 4, 5].map((attempts) => actionAfter(attempts))).toEqual(['send', 'send', 'uncertain, lost']);
  });

  test('what cannot be shown to be absent is never sent again', () => {
    const unproven: Settled = { kind: 'unproven', message: 'it has the address', recordId: '9' };
    const known: readonly RowKnowledge[] = [
      { row: 'unsent' },
      { row: 'left open' },
      { row: 'answered', answer: answers.ambiguous, attempts: 1 },
      { row: 'in store', recordId: '9' },
    ];
    for (const each of known)
      expect(judge(each, unproven)).toEqual({
        do: 'finish',
        outcome: { state: 'blocked', recordId: '9', message: 'it has the address', evidence: 'none' },
      });
  });
});
