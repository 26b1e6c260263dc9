import { describe, expect, test } from 'vitest';
import { Peers } from '../../../src/import/pace/peers.ts';

const report = { decreases: 3, total: 20, noise: 0, accepted: 5, refused: 1, pausedFor: 0 };

/** What a process sees after reading these notes one after the other, 250 ms apart. */
const seen = (...texts: readonly string[]): ReturnType<Peers['read']> => {
  const peers = new Peers();
  const reports = texts.map((text, at) => peers.read(new Map([['other', text]]), at * 250));
  return reports.at(-1) as ReturnType<Peers['read']>;
};
const note = (changes: object): string => JSON.stringify({ ...report, beat: 1, ...changes });
const names = (reports: ReturnType<Peers['read']>): unknown => [...reports.keys()];

describe('the notes of other processes', () => {
  test('a note that does not change is of a process that is gone', () => {
    expect(names(seen(note({}), note({}), note({})))).toEqual([]);
  });

  test('one that changes is of a process that runs', () => {
    expect(names(seen(note({}), note({ beat: 2 })))).toEqual(['other']);
  });

  test('one that changes no more for three seconds is left out', () => {
    const later = Array.from({ length: 13 }, () => note({ beat: 2 }));
    expect(names(seen(note({}), note({ beat: 2 }), ...later.slice(1)))).toEqual(['other']);
    expect(names(seen(note({}), note({ beat: 2 }), ...later))).toEqual([]);
  });

  test('a pause counts once', () => {
    const paused = note({ beat: 2, pausedFor: 9000 });
    expect(seen(note({}), paused).get('other')?.pausedFor).toBe(9000);
    expect(seen(note({}), paused, paused).get('other')?.pausedFor).toBe(0);
  });

  test.each([
    '',
    '{',
    '[]',
    'null',
    note({ beat: 'x' }),
    note({ total: 0 }),
    note({ accepted: -1 }),
    note({ accepted: 1e99 }),
  ])('%s is ignored, and the process stays as it was', (damaged) => {
    expect(names(seen(note({}), note({ beat: 2 }), damaged))).toEqual(['other']);
    expect(names(seen(damaged, damaged))).toEqual([]);
  });
});
