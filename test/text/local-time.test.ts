import { expect, test } from 'vitest';
import { localTime, localTimeOf } from '../../src/text/local-time.ts';

/** The time that a text names: the zone of this machine may be any. */
const read = (text: string): number =>
  Date.parse(
    text
      .replace(' UTC', ' +00:00')
      .replace(/ (?=[+-])/, '')
      .replace(' ', 'T'),
  );

test('a time for people is local, and says how far it is from UTC', () => {
  for (const time of [new Date(2026, 0, 31, 13, 5, 9), new Date(2026, 6, 1, 0, 0, 0)]) {
    const text = localTime(time);
    expect([text.slice(11, 16), read(text)]).toEqual([time.toTimeString().slice(0, 5), time.getTime()]);
  }
});

test.each([
  ['2026-01-31 12:00:00', '2026-01-31T12:00:00Z'],
  ['2026-07-31 12:00 UTC', '2026-07-31T12:00:00Z'],
])('%s, which shop-cli wrote, is the same time', (written, iso) => {
  expect(read(localTimeOf(written))).toBe(Date.parse(iso));
});

test('what is no such time stays as it is', () => {
  expect(localTimeOf('2026-01-31')).toBe('2026-01-31');
});
