import { describe, expect, test } from 'vitest';
import { type ImportOutcome, rowsByOutcome } from '../../src/import/report/headline.ts';
import { reportPage } from '../../src/import/report/page.ts';
import type { Report } from '../../src/import/report/report.ts';
import { collectProblems, type Problem, type Problems } from '../../src/import/words/problems.ts';
import { Latencies, Timeline } from '../../src/pace/measurements.ts';
import { plainReport } from '../import/report/reports.ts';
import { browserPath, complaintsAbout } from '../support/browser.ts';

/** Four minutes: a slow start, a pause that the store asked for, the rate limit, and the settle time at the end. */
function measured(time?: string): NonNullable<Report['measured']> {
  const timeline = new Timeline();
  for (let at = 0; at < 2400; at++) {
    const isPaused = at > 800 && at < 950;
    const isSettling = at > 2150;
    const rows = isPaused ? 0 : isSettling ? 0.05 : Math.min(at / 20, 11 + 3 * Math.sin(at / 37) + (at % 7) / 3);
    const wait = isPaused ? 'store' : isSettling ? 'settle' : at > 1300 ? 'rate' : undefined;
    timeline.add((at + 1) * 100, rows, wait);
  }
  const latencies = { send: new Latencies(), 'look-up': new Latencies() };
  for (let at = 0; at < 3000; at++) latencies.send.add(30 * Math.exp(1.4 * Math.sin(at) + Math.cos(at * 7)));
  for (let at = 0; at < 200; at++) latencies['look-up'].add(12 + (at % 40) ** 1.6);
  const unclear = new Map([
    ['status 429', 1204],
    ['status 503', 31],
    ['connection closed', 7],
  ]);
  const store = { requests: { latencies, unclear }, settleTime: { current: 30_000, lag: 8000 } };
  return { ...store, time, timeline, isContinued: false };
}

const wrongPrice = 'must be an amount with the decimal mark ",", such as 12,50';
const refused = 'The store shop.example refused the request (422): The price must be at least the purchase price.';

const problemAt = (at: number): Problem => {
  const row = {
    line: 14 + at * 37,
    key: `TUIN-${String(at).padStart(4, '0')}`,
    field: null,
    evidence: 'none' as const,
  };
  const hostile = '<script>alert(1)</script> \u202e"&amp;\u0000';
  if (at % 9 === 4) return { ...row, outcome: 'duplicate', message: `the store has it as IDs ${at} and 1388` };
  if (at % 9 === 7) return { ...row, outcome: 'uncertain', message: 'no clear answer after 5 attempts' };
  if (at % 9 === 2)
    return { ...row, outcome: 'invalid', field: 'Prijs excl. btw', value: '12.5O', message: wrongPrice };
  if (at === 5) return { ...row, key: 'X'.repeat(300), outcome: 'rejected', message: hostile.repeat(30) };
  return { ...row, outcome: 'rejected', field: 'price', message: refused };
};

/** @param all more than these, which are not listed */
const problems = (count: number, all = count): Problems =>
  collectProblems(
    { listed: [], count: all - count },
    Array.from({ length: count }, (_, at) => problemAt(at)),
  );

const state = (outcome: ImportOutcome, record: Readonly<Record<string, number>>, more: Partial<Report>): Report => {
  const counts = rowsByOutcome(record);
  return { ...plainReport, outcome, record, counts, rows: counts.reduce((sum, { count }) => sum + count, 0), ...more };
};

const many = { created: 9120, existing: 430, rejected: 212, uncertain: 3, duplicate: 24, invalid: 40, leftOut: 147 };
const states: Readonly<Record<string, Report>> = {
  good: state('complete', { created: 11_930, existing: 70, differing: 12, gone: 3 }, { measured: measured() }),
  many: state('incomplete', many, {
    headline: 'Created 9,120 products. 279 rows need attention.',
    problems: problems(120, 279),
    advice: [
      "Uncertain rows may exist in the store. Check each with 'shop-cli products get --sku <sku>'.",
      'Rejected rows: fix them and rerun the command. To write them to a separate file, add --rejected rejected.csv.',
    ],
    measured: measured(
      "4 min 7 s: 1 min 25 s waiting for the store's limit, 15 s paused for the store, 25 s settle time of 3 rows, 2 min 2 s requests.",
    ),
  }),
  stopped: state(
    'stopped',
    { created: 4100, uncertain: 12, notSent: 7900 },
    {
      why: 'The import was interrupted.',
      problems: problems(12),
      measured: { ...measured(), isContinued: true },
    },
  ),
  invalid: state('invalid', { invalid: 14, notSent: 26 }, { run: undefined, problems: problems(14) }),
  'dry-run': state('checked', { wouldCreate: 1180, exists: 20 }, { run: undefined }),
  failed: { ...plainReport, outcome: 'failed', why: 'The store shop.example did not answer.' },
};

describe.skipIf(browserPath === undefined)(
  `in a browser (${browserPath ?? 'no Chromium here: set CHROME_PATH'})`,
  () => {
    test.each(Object.keys(states))(
      'the report of an import is readable for everybody, on any screen, light or dark, and asks for nothing: %s',
      async (name) => {
        expect(await complaintsAbout(reportPage(states[name] as Report), name)).toEqual({});
      },
      300_000,
    );
  },
);
