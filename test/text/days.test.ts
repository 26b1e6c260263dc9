import { expect, test } from 'vitest';
import { dayIn, dayOf, todayWhere } from '../../src/text/days.ts';

/** A Saturday. */
const today = '2026-01-31';

test.each([
  ['2026-01-31', '2026-01-31'],
  ['2024-02-29', '2024-02-29'],
  ['today', '2026-01-31'],
  ['YESTERDAY', '2026-01-30'],
  ['friday', '2026-01-30'],
  ['Sat', '2026-01-24'],
  ['saturday', '2026-01-24'],
  ['last tuesday', '2026-01-27'],
  ['last-sunday', '2026-01-25'],
  ['0d', '2026-01-31'],
  ['7d', '2026-01-24'],
  ['31 days', '2025-12-31'],
  ['24-11-2026', '2026-11-24'],
  ['24.11.2026', '2026-11-24'],
  ['3-4-2026', '2026-04-03'],
  ['24/11/2026', '2026-11-24'],
  ['03/04/2026', undefined],
  ['11/24/2026', undefined],
  ['31-02-2026', undefined],
  ['24-11.2026', undefined],
  ['24-11-26', undefined],
  ['2026-02-29', undefined],
  ['2026-13-01', undefined],
  ['2026-1-1', undefined],
  ['31 february', undefined],
  ['tomorrow', undefined],
  ['last', undefined],
  ['t', undefined],
  ['-7d', undefined],
  ['7', undefined],
  ['', undefined],
])('"%s" on a Saturday is %s', (text, day) => {
  expect(dayOf(text, today)).toBe(day);
});

test.each([
  ['2026-11-24 10:00:00', '2026-11-24'],
  ['2026-11-24T23:30:00-08:00', '2026-11-24'],
  ['0000-00-00 00:00:00', undefined],
  ['24-11-2026', undefined],
  [20_261_124, undefined],
  [null, undefined],
])('a store that writes %j means the day %s', (written, day) => {
  expect(dayIn(written)).toBe(day);
});

test.each([
  ['2026-11-24 12:00:00', '2026-11-24'],
  ['2026-11-25 00:10:00', '2026-11-25'],
  ['2026-11-26 00:10:00', '2026-11-24'],
  ['2026-11-24T23:10:00Z', '2026-11-24'],
  ['2026-11-25T00:20:00+01:00', '2026-11-25'],
  ['2026-11-25 00:20:00+0100', '2026-11-25'],
  ['2026-11-24T09:20:00-14:00', '2026-11-24'],
  ['', '2026-11-24'],
])('at half past eleven at night in UTC, the day of a store that wrote %j is %s', (written, day) => {
  expect(todayWhere(Date.parse('2026-11-24T23:30:00Z'), written)).toBe(day);
});
