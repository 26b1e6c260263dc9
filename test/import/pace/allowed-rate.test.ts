import { describe, expect, test } from 'vitest';
import { CliError } from '../../../src/errors.ts';
import { parseRate } from '../../../src/import/pace/allowed-rate.ts';

const ratesAt = (text: string, times: readonly string[]): number[] => {
  const { at } = parseRate(text);
  return times.map((time) => at(new Date(time)));
};

describe('a timetable', () => {
  test('begins each rate at its time, and the last one goes on until the first', () => {
    const times = ['07:59', '08:00', '21:59', '22:00', '23:59', '00:00'].map((time) => `2026-06-01T${time}:59Z`);
    expect(ratesAt('08:00 2/s 22:00 20/s UTC', times)).toEqual([20, 2, 2, 20, 20, 20]);
  });

  test('may have times at which nothing is sent', () => {
    expect(ratesAt('08:00 0/s 22:00 20/s UTC', ['2026-06-01T12:00Z', '2026-06-01T23:00Z'])).toEqual([0, 20]);
    expect(parseRate('08:00 0/s 22:00 20/s UTC', 4).text).toBe('nothing from 08:00, 5 per second from 22:00 (UTC)');
  });

  test('says what it allows from a time on, and until when it pauses', () => {
    const { nowText } = parseRate('08:00 0/s 12:00 0/s 22:00 20/s UTC');
    const texts = ['22:00', '08:00', '12:00', '21:59'].map((time) => nowText?.(new Date(`2026-06-01T${time}Z`)));
    expect(texts).toEqual(['20 per second from now on', ...Array(3).fill('paused until 22:00')]);
    const { nowText: beforeMidnight } = parseRate('08:00 2/s 22:00 0/s UTC');
    expect(beforeMidnight?.(new Date('2026-06-01T23:00Z'))).toBe('paused until 08:00');
    expect(parseRate('20/s').nowText).toBeUndefined();
  });

  test.each([
    ['in any order', '22:00 20/s 08:00 2/s UTC'],
    ['with commas and without /s', '8:00 2, 22:00 20, UTC'],
    ['in the zone of the machine', '08:00 2/s 22:00 20/s'],
  ])('is read %s', (_, text) => {
    // The tests run in UTC.
    expect(ratesAt(text, ['2026-06-01T08:00Z', '2026-06-01T22:00Z'])).toEqual([2, 20]);
  });

  test('counts in its own zone, summer and winter', () => {
    const times = ['2026-01-15T06:59Z', '2026-01-15T07:00Z', '2026-07-15T05:59Z', '2026-07-15T06:00Z'];
    expect(ratesAt('08:00 2/s 22:00 20/s Europe/Berlin', times)).toEqual([20, 2, 20, 2]);
  });

  test('a time that spring leaves out begins at the end of the gap', () => {
    // On 29 March 2026, 02:00 is followed by 03:00.
    const times = ['2026-03-29T00:59Z', '2026-03-29T01:00Z', '2026-03-29T06:00Z'];
    expect(ratesAt('02:30 2/s 08:00 20/s Europe/Berlin', times)).toEqual([20, 2, 20]);
  });

  test('a time that autumn has twice begins twice: what a clock on the wall says counts', () => {
    // On 25 October 2026, 02:59 is followed by 02:00.
    const times = ['00:29', '00:30', '00:59', '01:00', '01:29', '01:30', '07:00'].map((t) => `2026-10-25T${t}Z`);
    expect(ratesAt('02:30 2/s 08:00 20/s Europe/Berlin', times)).toEqual([20, 2, 2, 20, 20, 2, 20]);
  });

  test.each([
    ['', '"" is not a rate from 1/s to 10,000/s.'],
    ['fast', '"fast" is not a rate from 1/s to 10,000/s.'],
    ['0/s', '"0/s" is not a rate from 1/s to 10,000/s.'],
    ['10001', '"10001" is not a rate from 1/s to 10,000/s.'],
    ['08:00', '"08:00" is not a rate from 1/s to 10,000/s.'],
    ['08:00 2/s', 'a timetable needs at least two times.'],
    ['08:00 2/s 22:00', 'no rate after 22:00.'],
    ['08:00 2/s 24:00 20/s', '"24:00" is not a time of day from 00:00 to 23:59.'],
    ['08:00 2/s 20/s 22:00', '"20/s" is not a time of day from 00:00 to 23:59.'],
    ['08:00 0/s 22:00 0', 'with 0/s all day nothing is ever sent.'],
    ['08:00 2/s 22:00 10001/s', '"10001/s", after 22:00, is not a rate from 0/s to 10,000/s.'],
    ['08:00 2/s 8:00 20/s', '8:00 occurs twice.'],
    ['08:00 2/s 22:00 20/s Europe/Berln', '"Europe/Berln" is not a time zone. Did you mean Europe/Berlin?'],
    ['08:00 2/s 22:00 20/s UTC CET', '"UTC CET" is not a time zone.'],
  ])('"%s" is refused: %s', (text, problem) => {
    let error: unknown;
    try {
      parseRate(text);
    } catch (thrown) {
      error = thrown;
    }
    const hint = 'Write one rate, --rate 20/s, or a timetable: --rate "08:00 2/s 22:00 20/s Europe/Berlin"';
    expect(error).toEqual(new CliError('usage', `Invalid --rate: ${problem}`, { field: '--rate', hint }));
  });
});
