import { expect, test } from 'vitest';
import { progressLine } from '../../src/output/progress.ts';

const running = { done: 41_200, total: 100_000, startedAt: 1000, now: 34_226 };

test.each([
  ['count, total, speed and time left', running, '  41,200 of 100,000  1,240/s  47 s left'],
  ['rejected rows', { ...running, rejected: 1234 }, '  41,200 of 100,000  1,240/s  47 s left  1,234 rejected'],
  ['no time left without a total', { ...running, total: undefined }, '  41,200  1,240/s'],
  ['no speed at the very start', { ...running, now: 1000 }, '  41,200 of 100,000'],
  ['no speed before anything is done', { ...running, done: 0 }, '  0 of 100,000'],
  [
    'what an earlier run did is not counted as speed',
    { ...running, before: 41_100, now: 11_000 },
    '  41,200 of 100,000  10/s  1 h 38 min left',
  ],
  ['slow work with one decimal', { done: 2, total: 4, startedAt: 0, now: 4000 }, '  2 of 4  0.5/s  4 s left'],
  ['nothing left at the end', { ...running, done: 100_000 }, '  100,000 of 100,000  3,010/s'],
  ['a clock that went backwards', { ...running, now: 0 }, '  41,200 of 100,000'],
  ['a note, escaped', { done: 1, startedAt: 0, now: 0, note: 'waiting\u{1b}[2J 5 s' }, '  1  waiting\\u{1b}[2J 5 s'],
])('a line of progress shows %s', (_, progress, line) => {
  expect(progressLine(progress)).toBe(line);
});

test.each([
  [120, '  [============>                 ]  41,200 of 100,000  1,240/s  47 s left  12 rejected  store is busy'],
  [80, '  [===>    ]  41,200 of 100,000  1,240/s  47 s left  12 rejected  store is busy'],
  [60, '  41,200 of 100,000  47 s left  12 rejected  store is busy'],
  [50, '  41,200 of 100,000  47 s left  12 rejected'],
  [40, '  41,200 of 100,000  12 rejected'],
  [20, '  41%  12 rejected'],
  [10, '  41%  1…'],
  [2, '…'],
])('a line of progress fits into %i columns', (width, line) => {
  const shown = progressLine({ ...running, rejected: 12, note: 'store is busy', width });
  expect(shown).toBe(line);
  expect(shown.length).toBeLessThan(width);
});
