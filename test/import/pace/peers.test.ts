import { describe, expect, test } from 'vitest';
import { Peers } from '../../../src/import/pace/peers.ts';

const report = { decreases: 3, total: 20, accepted: 5, refused: 1, pausedFor: 0 };

/** What a process sees after reading these notes one after the other, 250 ms apart. */
const seen = (...texts: readonly string[]): ReturnType<Peers['read']> => {
  const peers = new Peers('own');
  const companies = texts.map((text, at) => peers.read(new Map([['other', text]]), at * 250));
  return companies.at(-1) as ReturnType<Peers['read']>;
};
const note = (changes: object): string => JSON.stringify({ ...report, ticket: 1, beat: 1, ...changes });
const names = ({ reports, leader }: ReturnType<Peers['read']>): unknown => [[...reports.keys()], leader];

describe('the notes of other processes', () => {
  test('a note that does not change is of a process that is gone', () => {
    expect(names(seen(note({}), note({}), note({})))).toEqual([[], undefined]);
  });

  test('one that changes is of a process that runs, and the one that was there first leads', () => {
    expect(names(seen(note({}), note({ beat: 2 })))).toEqual([['other'], 'other']);
  });

  test('one that changes no more for three seconds is left out', () => {
    const later = Array.from({ length: 13 }, () => note({ beat: 2 }));
    expect([names(seen(note({}), note({ beat: 2 }), ...later.slice(1)))]).toEqual([[['other'], 'other']]);
    expect([names(seen(note({}), note({ beat: 2 }), ...later))]).toEqual([[[], undefined]]);
  });

  test('a pause counts once', () => {
    const paused = note({ beat: 2, pausedFor: 9000 });
    expect(seen(note({}), paused).reports.get('other')?.pausedFor).toBe(9000);
    expect(seen(note({}), paused, paused).reports.get('other')?.pausedFor).toBe(0);
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
    expect(names(seen(note({}), note({ beat: 2 }), damaged))).toEqual([['other'], 'other']);
    expect(names(seen(damaged, damaged))).toEqual([[], undefined]);
  });

  test('a process that was frozen goes to the end of the row', () => {
    const [first, second] = [new Peers('1'), new Peers('2')];
    let [one, two] = ['', ''];
    const round = (now: number): unknown => {
      first.read(new Map([['2', two]]), now);
      one = first.write(report);
      const { leader } = second.read(new Map([['1', one]]), now + 1);
      two = second.write(report);
      return leader;
    };
    round(0);
    expect([round(250), round(500)]).toEqual(['1', '1']);
    for (let now = 750; now < 10_000; now += 250) {
      second.read(new Map([['1', one]]), now);
      two = second.write(report);
    }
    round(10_000);
    expect(round(10_250)).toBeUndefined();
  });
});
