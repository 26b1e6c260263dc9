import { describe, expect, test } from 'vitest';
import { changesOf, defineDraft, draftList } from '../../src/resources/draft.ts';
import * as draft from '../../src/resources/draft-fields.ts';

const body = defineDraft(
  {
    name: draft.text('name').required(),
    note: draft.text('note'),
    amount: draft.money('amount'),
    lines: draftList(
      'lines',
      defineDraft({ size: draft.count('size'), mark: draft.code('mark') }, { emptyIsAbsent: true }),
    ),
  },
  { emptyIsAbsent: true },
);
const changes = changesOf(body);

describe('the missing fields of a new record', () => {
  test.each([
    [{}, ['name']],
    [{ name: '' }, ['name']],
    [{ name: ' \t' }, ['name']],
    [{ name: 'Jo' }, []],
  ])('are named: the record %j lacks %j', (values, fields) => {
    expect(body.missing(values)).toEqual(
      fields.map((field) => ({ field, value: '', message: 'is required', missing: '' })),
    );
  });
});

describe('empty JSON in a new record means that the field is absent', () => {
  test.each([
    [{ name: null, amount: '' }, {}],
    [{ name: '', lines: null }, {}],
    [{ lines: [{ size: '', mark: null }] }, { lines: [{}] }],
    [{ amount: 0 }, { amount: { units: 0n, scale: 0 } }],
  ])('as it does in the record %j', (json, value) => {
    expect(body.fromJson(json)).toEqual({ ok: true, value });
  });

  test('but not under an unknown name', () => {
    expect(body.fromJson({ colour: null })).toMatchObject({ ok: false, faults: [{ field: 'colour' }] });
  });

  test('and typed text is never empty in that sense', () => {
    expect(body.fromTyped({ amount: '', note: '' })).toMatchObject({ ok: false, faults: [{ field: 'amount' }] });
  });
});

describe('faults within a list have their place', () => {
  test.each([
    [[{ size: 1.5 }], ['lines[0].size']],
    [
      [{ size: 1 }, { mark: ' a', size: 'x' }],
      ['lines[1].mark', 'lines[1].size'],
    ],
    [[{}, { colour: 1 }], ['lines[1].colour']],
    [['text'], ['lines[0]']],
    [{ size: 1 }, ['lines']],
    ['text', ['lines']],
  ])('as they have in the lines %j', (lines, fields) => {
    const outcome = body.fromJson({ lines });
    expect(outcome.ok ? [] : outcome.faults.map(({ field }) => field)).toEqual(fields);
  });
});

test('an option for a list takes it as JSON, and nothing else', () => {
  const typed = body.fromTyped({ lines: '[{"size":2,"mark":"A"}]' });
  expect([
    typed.ok && body.toJson(typed.value),
    body.fromTyped({ lines: '[{' }).ok,
    body.fromTyped({ lines: '{}' }).ok,
  ]).toEqual([{ lines: [{ size: 2, mark: 'A' }] }, false, false]);
});

describe('an update', () => {
  test.each([
    [
      { note: null, amount: 5 },
      { note: '', amount: 5 },
    ],
    [{ amount: '' }, { amount: '' }],
    [{ note: '' }, { note: '' }],
    [{ name: 'Jo' }, { name: 'Jo' }],
    [{ lines: [] }, { lines: [] }],
  ])('of the fields %j sends %j', (json, sent) => {
    const read = changes.fromJson(json);
    expect(read.ok && changes.toJson(read.value)).toEqual(sent);
  });

  test.each([
    [{}, { field: '', message: 'Nothing to update. Pass at least one field option' }],
    [{ name: null }, { field: 'name', message: 'is required and cannot be cleared' }],
    [{ name: '  ' }, { field: 'name', message: 'is required and cannot be cleared' }],
    [{ lines: null }, { field: 'lines', message: 'cannot be cleared' }],
    [{ amount: 'x' }, { field: 'amount', message: expect.stringContaining('must be an amount') }],
    [{ colour: null }, { field: 'colour', message: 'is not a field of this body' }],
    [null, { field: '', message: 'must be a JSON object' }],
  ])('of the fields %j has one fault', (json, fault) => {
    expect(changes.fromJson(json)).toMatchObject({ ok: false, faults: [fault] });
  });

  test('clears what is named to be unset', () => {
    const typed = changes.fromTyped({ amount: '1.50' }, ['note']);
    expect(typed).toEqual({ ok: true, value: { amount: { units: 150n, scale: 2 }, note: null } });
  });

  test.each([
    [{}, [], ''],
    [{ amount: '' }, [], 'amount'],
    [{ name: '' }, [], 'name'],
    [{}, ['name'], 'name'],
    [{}, ['colour'], 'colour'],
    [{ note: 'a' }, ['note'], 'note'],
  ])('typed as %j without %j has one fault', (typed, unset, field) => {
    expect(changes.fromTyped(typed, unset)).toMatchObject({ ok: false, faults: [{ field }] });
  });
});
