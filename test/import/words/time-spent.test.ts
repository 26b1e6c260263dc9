import { expect, test } from 'vitest';
import { timeSpent, timeText } from '../../../src/import/words/time-spent.ts';
import { Timeline } from '../../../src/pace/measurements.ts';

interface Waits {
  readonly rate?: number;
  readonly store?: number;
  readonly settle?: number;
}

/** The time of an import that waited so many seconds, in that order, and did nothing else for a second. */
function spent(waits: Waits) {
  const timeline = new Timeline();
  let seconds = 1;
  timeline.add(1000, 10);
  for (const wait of ['rate', 'store', 'settle'] as const) {
    seconds += waits[wait] ?? 0;
    timeline.add(seconds * 1000, 10, wait);
  }
  timeline.maxSettling = 3;
  return timeSpent(timeline, { answered: 2 * seconds });
}

/** What is said of it. */
const said = (waits: Waits, ratePerSecond?: number, rate?: number) =>
  timeText(spent(waits), { limiter: { state: () => ({ ratePerSecond }) }, options: { pace: { rate } } });

test('the report has the same numbers, which add up', () => {
  expect(spent({ rate: 580, store: 12, settle: 90 })).toEqual({
    ...{ total: 683_000, rate: 580_000, store: 12_000, settle: 90_000, requests: 1000 },
    ...{ settlingRows: 3, perSecond: 2 },
  });
});

test('a long import says what the time went to', () => {
  expect(said({ rate: 580, store: 12, settle: 90 }, 24_803)).toBe(
    "11 min 23 s: 9 min 40 s waiting for the store's limit, 12 s paused for the store, 1 min 30 s settle time of 3 rows, 1 s requests.",
  );
});

test('a limit of the user is named as such', () => {
  expect(said({ rate: 20 }, undefined, 5)).toBe('21 s: 20 s waiting for --rate 5, 1 s requests.');
});

test('a limit that nobody set is the one of the store', () => {
  expect(said({ rate: 20 })).toBe("21 s: 20 s waiting for the store's limit, 1 s requests.");
});

test('an import of a few seconds says nothing about its time', () => {
  expect(said({ settle: 8 })).toBeUndefined();
});
