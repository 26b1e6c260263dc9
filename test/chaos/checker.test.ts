import { describe, expect, test } from 'vitest';
// @ts-expect-error The chaos run is plain JavaScript: nothing compiles it.
import { compareStore, falseClaims, listedAsMissing, wrongEnd, wrongReport, wrongRival } from './checker.mjs';

const products = (...skus: readonly string[]) => skus.map((sku, at) => ({ id: at + 1, sku }));

describe('the checker sees', () => {
  test.each([
    ['nothing where all is well', ['a', 'b'], { lost: [], duplicated: [], unexpected: [] }],
    ['a product that is lost', ['a'], { lost: ['b'], duplicated: [], unexpected: [] }],
    ['one that is there twice', ['a', 'b', 'a'], { lost: [], duplicated: ['a'], unexpected: [] }],
    ['one that nobody asked for', ['a', 'b', 'c'], { lost: [], duplicated: [], unexpected: ['c'] }],
    ['a key that the store has changed', ['a', 'B'], { lost: ['b'], duplicated: [], unexpected: ['B'] }],
  ])('in the store, %s', (_, found, verdict) => {
    expect(compareStore(['a', 'b'], products(...found))).toEqual(verdict);
  });

  test('one that is there twice although the store writes its key otherwise', () => {
    expect(compareStore(['A', 'B'], products('a', 'A'), { foldsKeys: true })).toEqual({
      lost: [],
      duplicated: ['a'],
      unexpected: [],
    });
  });

  test('nobody lost whom an import lists as missing, or who is there by himself, and nobody twice who registered again', () => {
    const found = [...products('a'), { id: 9, sku: 'a', isOwn: false }, { id: 8, sku: 'b', isOwn: false }];
    const all = { lost: ['c'], duplicated: [], unexpected: [] };
    expect(compareStore(['a', 'b', 'c'], found)).toEqual(all);
    const claims = ['rejected', 'uncertain', 'created'].map((outcome, at) => ({
      key: 'xcb'[at],
      outcome,
      id: '',
    }));
    expect(compareStore(['a', 'b', 'c'], found, { listed: listedAsMissing(claims) })).toEqual({ ...all, lost: [] });
  });

  test('who exists because the store says so, by the key alone', () => {
    const claims = ['a', 'b'].map((key) => ({ key, outcome: 'existing', id: '' }));
    expect(falseClaims(claims, products('a')).map(({ key }: { key: string }) => key)).toEqual(['b']);
  });

  const end = { code: 0, signal: null, strokes: [] as string[], sent: true, report: {} };
  test.each([
    ['an exit code that no import has', { ...end, code: 10 }, 'exit code 10'],
    ['a crash', { ...end, code: 1, sent: false }, 'exit code 1'],
    ['a refusal after something was sent', { ...end, code: 5 }, 'exit code 5'],
    ['an end by a signal that nobody sent', { ...end, code: null, signal: 'SIGABRT' }, 'ended by SIGABRT'],
    ['the code of another signal', { ...end, code: 130, strokes: ['SIGTERM'] }, 'exit code 130'],
    [
      'a report that was not written',
      { ...end, code: 143, strokes: ['SIGTERM'], report: undefined },
      'exit code 143 without a report',
    ],
    ['nothing wrong with a kill', { ...end, code: null, signal: 'SIGKILL', report: undefined }, undefined],
    [
      'nothing wrong with a signal before the program listens',
      { ...end, code: null, signal: 'SIGTERM', strokes: ['SIGTERM', 'SIGKILL'], sent: false },
      undefined,
    ],
    [
      'an end by a signal after rows were sent, without a report',
      { ...end, code: null, signal: 'SIGINT', strokes: ['SIGINT'], report: undefined },
      'ended by SIGINT',
    ],
    [
      'nothing wrong with a signal after the report, while Node ends the process',
      { ...end, code: null, signal: 'SIGINT', strokes: ['SIGINT'] },
      undefined,
    ],
    ['nothing wrong with a safe stop', { ...end, code: 8 }, undefined],
    [
      'nothing wrong with a refusal before anything was sent',
      { ...end, code: 5, sent: false, report: undefined },
      undefined,
    ],
    ['nothing wrong with the code of the signal', { ...end, code: 130, strokes: ['SIGINT'] }, undefined],
  ])('in how an import ended, %s', (_, ended, verdict) => {
    expect(wrongEnd(ended)).toBe(verdict);
  });

  test.each([
    ['nothing wrong with a refusal while another import runs', { code: 9, sent: false }, false, undefined],
    ['nothing wrong with a refusal of a hard link', { code: 2, sent: false }, true, undefined],
    ['a refusal of a journal with one name', { code: 2, sent: false }, false, 'exit code 2'],
    ['rows sent with a hard link', { code: 0, sent: true }, true, 'it sent with a hard link to the journal'],
  ])('in how an import that was refused ended, %s', (_, ended, isLinked, verdict) => {
    expect(wrongRival({ ...end, ...ended }, isLinked)).toBe(verdict);
  });

  const counts = {
    rows: 3,
    invalid: 0,
    elsewhere: 0,
    created: 2,
    existing: 1,
    rejected: 0,
    uncertain: 0,
    duplicate: 0,
    notSent: 0,
  };
  test.each([
    ['counts that do not add up', { ...counts, created: 1 }, 7, 'the counts add up to 2, not to 3'],
    [
      'success without every row',
      { ...counts, created: 1, uncertain: 1 },
      0,
      'exit code 0 with 2 of 3 rows in the store',
    ],
    ['failure with every row', counts, 7, 'exit code 7 with all 3 rows in the store'],
    ['nothing wrong with success', counts, 0, undefined],
  ])('in the report of an import, %s', (_, report, code, verdict) => {
    expect(wrongReport(report, code, 3)).toBe(verdict);
  });

  test('rows that were reported as created, and are missing or another product', () => {
    const claims = [
      { key: 'a', outcome: 'created', id: '1' },
      { key: 'b', outcome: 'existing', id: '1' },
      { key: 'c', outcome: 'created', id: '9' },
      { key: 'd', outcome: 'not sent', id: '' },
    ];
    expect(falseClaims(claims, products('a', 'b')).map(({ key }: { key: string }) => key)).toEqual(['b', 'c']);
  });
});
