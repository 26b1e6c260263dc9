import { expect, test } from 'vitest';
import type { Work } from '../../src/output/progress.ts';
import { atTerminal } from './working.ts';

interface Moment {
  /** Done before the work began to be shown. */
  readonly before?: number;
  /** Milliseconds later. */
  readonly after: number;
  readonly work: Work;
}

/** What is shown of work: at a terminal of this width, or without one in a log. */
async function shown({ before = 0, after, work }: Moment, columns?: number): Promise<string> {
  const { pass, emulator } = atTerminal(columns ?? 200, columns !== undefined, {}, { ...work, done: before });
  await pass(after, work.done - before);
  return emulator.text;
}

const running = { after: 33_226, work: { done: 41_200, total: 100_000 } };

test.each<[string, Moment, string]>([
  ['count, total, speed and time left', running, '  41,200 of 100,000  1,240/s  47 s left'],
  [
    'outcomes, without those that have none',
    { ...running, work: { ...running.work, outcomes: { created: 39_966, existing: 0 }, problems: { rejected: 1234 } } },
    '  41,200 of 100,000  1,234 rejected  39,966 created  1,240/s  47 s left',
  ],
  [
    'no fraction of a second left',
    { after: 10_000, work: { done: 997, total: 1000 } },
    '  997 of 1,000  100/s  1 s left',
  ],
  [
    'waiting rows apart from the time for the others',
    { after: 10_000, work: { done: 100, total: 1000, waiting: { rows: 100, longest: 41_000 } } },
    '  100 of 1,000  10/s  1 min 20 s left',
  ],
  [
    'no time where the longest wait takes longer: the note says until when',
    { after: 10_000, work: { done: 890, total: 1000, waiting: { rows: 100, longest: 41_000 }, note: 'until then' } },
    '  890 of 1,000  89/s  until then',
  ],
  [
    'no speed either where all that is left waits',
    { after: 10_000, work: { done: 19, total: 22, waiting: { rows: 3, longest: 41_000 }, note: 'until then' } },
    '  19 of 22  until then',
  ],
  ['no time left without a total', { ...running, work: { done: 41_200 } }, '  41,200  1,240/s'],
  [
    'what is waited for before anything is done',
    { ...running, work: { done: 0, total: 100_000 } },
    '  0 of 100,000  waiting for the first answer',
  ],
  [
    'what an earlier run did is not counted as speed',
    { ...running, before: 41_100, after: 10_000 },
    '  41,200 of 100,000  10/s  1 h 38 min left',
  ],
  ['slow work with one decimal', { after: 10_000, work: { done: 5, total: 10 } }, '  5 of 10  0.5/s  10 s left'],
  ['nothing left at the end', { ...running, work: { done: 100_000, total: 100_000 } }, '  100,000 of 100,000  3,010/s'],
  ['nothing in the first seconds', { ...running, after: 9999 }, ''],
  [
    'a note, escaped',
    { before: 1, after: 10_000, work: { done: 1, note: 'waiting\u{1b}[2J 5 s' } },
    '  1  waiting\\u{1b}[2J 5 s',
  ],
])('a line of progress shows %s', async (_, moment, line) => {
  expect(await shown(moment)).toBe(line);
});

const busy = { problems: { rejected: 12 }, note: 'store is busy', place: 'on shop.example' };

test.each([
  [120, '  [=======>          ]  41,200 of 100,000  12 rejected  1,240/s  47 s left  store is busy  on shop.example'],
  [90, '  [=====>       ]  41,200 of 100,000  12 rejected  1,240/s  47 s left  store is busy'],
  [80, '  [=====>     ]  41,200 of 100,000  12 rejected  47 s left  store is busy'],
  [70, '  [====>    ]  41,200 of 100,000  12 rejected  1,240/s  store is busy'],
  [60, '  [===>    ]  41,200 of 100,000  12 rejected  store is busy'],
  [50, '  41,200 of 100,000  12 rejected  store is busy'],
  [40, '  41,200 of 100,000  12 rejected'],
  [20, '  41,200 of 100,00…'],
  [10, '  41,200…'],
  [2, '…'],
])('a line of progress fits into %i columns', async (width, line) => {
  const text = await shown({ ...running, work: { ...running.work, ...busy } }, width);
  expect(text).toBe(line);
  expect(text.length).toBeLessThan(width);
});

test.each([
  [996, '  [==========>]  996 of 1,000'],
  [1000, '  [===========]  1,000 of 1,000'],
])('the bar is full at the end only: %i of 1,000', async (done, line) => {
  const text = await shown({ after: 33_226, work: { done, total: 1000 } }, 80);
  expect(text.startsWith(line)).toBe(true);
});

test.each([60, 80, 100, 130])('the bar has one place and one width from first to last at %i columns', async (width) => {
  const others: Partial<Work>[] = [
    {},
    busy,
    { note: `waiting ${'for the store '.repeat(9)}`, outcomes: { created: 1, existing: 40 } },
    { problems: { rejected: 12_345, duplicate: 2345, uncertain: 345 }, place: 'on a-shop-with-a-long-name.example' },
  ];
  const moments = [1, 41_200, 99_999, 100_000].flatMap((done) =>
    others.map((other) => ({ after: 33_226, work: { done, total: 100_000, ...other } })),
  );
  const lines = await Promise.all(moments.map((moment) => shown(moment, width)));
  const bars = lines.map((line) => line.slice(0, line.indexOf(']') + 1));
  expect(new Set(bars.map((bar) => bar.length))).toEqual(new Set([Math.floor(width / 6) + 2]));
  expect(lines.filter((line) => !line.includes(' of 100,000'))).toEqual([]);
});
