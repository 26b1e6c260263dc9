import { describe, expect, test } from 'vitest';
import { Latencies } from '../../src/import/pace/latencies.ts';
import { Timeline } from '../../src/import/pace/timeline.ts';
import { reportPage } from '../../src/import/report/html/page.ts';
import { type ImportOutcome, rowsByOutcome } from '../../src/import/report/outcome.ts';
import type { ImportSummary, ListedProblem, Reason } from '../../src/import/report/summary.ts';
import { browserPath, complaintsAbout } from '../support/browser.ts';

/** Four minutes: a slow start, a pause that the store asked for, the rate limit, and the settle time at the end. */
function measured(): NonNullable<ImportSummary['measured']> {
  const timeline = new Timeline();
  for (let at = 0; at < 2400; at++) {
    const isPaused = at > 800 && at < 950;
    const isSettling = at > 2150;
    const rows = isPaused ? 0 : isSettling ? 0.05 : Math.min(at / 20, 11 + 3 * Math.sin(at / 37) + (at % 7) / 3);
    const waits = { store: isPaused ? 100 : 0, settle: isSettling ? 95 : 0, rate: at > 1300 && !isSettling ? 60 : 0 };
    timeline.add(at * 100, (at + 1) * 100, { rows, ...waits });
  }
  const latencies = { send: new Latencies(), 'look-up': new Latencies() };
  for (let at = 0; at < 3000; at++) latencies.send.add(30 * Math.exp(1.4 * Math.sin(at) + Math.cos(at * 7)));
  for (let at = 0; at < 200; at++) latencies['look-up'].add(12 + (at % 40) ** 1.6);
  const unclear = new Map([
    ['status 429', 1204],
    ['status 503', 31],
    ['connection closed', 7],
  ]);
  return { timeline, requests: { latencies, unclear } as never, continued: undefined };
}

const reason = (outcome: Reason['outcome'], field: string | null, example: string, count: number): Reason => ({
  ...{ outcome, field, example, count },
  varies: false,
});

const wrongPrice = 'must be an amount with the decimal mark ",", such as 12,50';
const refused = 'The store shop.example refused the request (422): The price must be at least the purchase price.';

const problems = (count: number): readonly ListedProblem[] =>
  Array.from({ length: count }, (_, at): ListedProblem => {
    const row = { line: 14 + at * 37, key: `TUIN-${String(at).padStart(4, '0')}`, field: null, products: [] };
    const hostile = '<script>alert(1)</script> \u202e"&amp;\u0000';
    if (at % 9 === 4)
      return {
        ...{ ...row, outcome: 'duplicate', message: 'duplicate in the store: products 1201 and 1388' },
        products: ['1201', '1388'],
      };
    if (at % 9 === 7) return { ...row, outcome: 'uncertain', message: 'no clear answer after 5 attempts' };
    if (at % 9 === 2)
      return { ...row, outcome: 'invalid', field: 'Prijs excl. btw', value: '12.5O', message: wrongPrice };
    if (at === 5) return { ...row, key: 'X'.repeat(300), outcome: 'rejected', message: hostile.repeat(30) };
    return { ...row, outcome: 'rejected', field: 'price', message: refused };
  });

const base: ImportSummary = {
  ...{ version: '1.0.0', outcome: 'complete', headline: '', why: undefined, run: 12 },
  ...{ file: 'catalogue-2026-11-22.csv', store: 'shop.example' },
  ...{ startedAt: new Date('2026-11-22T08:30:00Z'), endedAt: new Date('2026-11-22T08:34:07Z') },
  options: ['--rate 60', '--map price="Prijs excl. btw"', '--report-html report.html'],
  reading: [
    'utf-8, semicolons, decimal comma',
    'Columns: sku, naam → name, Prijs excl. btw → price, voorraad → quantity',
  ],
  ...{
    rows: 0,
    differing: 0,
    gone: 0,
    counts: [],
    problems: { listed: [], count: 0, reasons: [] },
    advice: [],
  },
  measured: undefined,
};

const state = (
  outcome: ImportOutcome,
  record: Readonly<Record<string, number>>,
  more: Partial<ImportSummary>,
): ImportSummary => {
  const counts = rowsByOutcome(record);
  return { ...base, outcome, counts, rows: counts.reduce((sum, { count }) => sum + count, 0), ...more };
};

const many = { created: 9120, existing: 430, rejected: 212, uncertain: 3, duplicate: 24, invalid: 40, leftOut: 147 };
const reasons = [
  reason('rejected', 'price', refused, 180),
  reason('invalid', 'Prijs excl. btw', wrongPrice, 40),
  reason('duplicate', null, 'duplicate in the store: products 1201 and 1388', 24),
  reason('uncertain', null, 'no clear answer after 5 attempts', 3),
];
const states: Readonly<Record<string, ImportSummary>> = {
  good: state(
    'complete',
    { created: 11_930, existing: 70 },
    {
      headline: 'Created 11,930 products. 70 existed already.',
      differing: 12,
      gone: 3,
      measured: measured(),
    },
  ),
  many: state('incomplete', many, {
    headline: 'Created 9,120 products. 279 rows need attention.',
    problems: { listed: problems(120), count: 279, reasons },
    advice: [
      "Uncertain rows may exist in the store. Check each with 'shop-cli products get --sku <sku>'.",
      'Rejected rows: fix them and rerun the command. To write them to a separate file, add --rejected rejected.csv.',
    ],
    measured: measured(),
  }),
  stopped: state(
    'stopped',
    { created: 4100, open: 12, notSent: 7900 },
    {
      headline: 'Stopped after 4,100 of 12,012 rows. Created 4,100 products. 12 rows need attention.',
      why: 'The import was interrupted.',
      problems: { listed: problems(12), count: 12, reasons: reasons.slice(2) },
      advice: ['7,900 rows not sent yet. Rerun the command to continue import 12.'],
      measured: { ...measured(), continued: {} as never },
    },
  ),
  invalid: state(
    'invalid',
    { invalid: 14, notSent: 26 },
    {
      headline: '14 of 40 rows are invalid. Nothing was sent.',
      run: undefined,
      problems: { listed: problems(14), count: 14, reasons: reasons.slice(1, 2) },
      advice: ['Fix these lines and rerun the command. To send the other rows, add --skip-invalid.'],
    },
  ),
  'dry-run': state(
    'checked',
    { wouldCreate: 1180, exists: 20 },
    {
      headline: '1,180 products would be created.',
      run: undefined,
    },
  ),
  failed: { ...base, outcome: 'failed', headline: 'The import failed.', why: 'The store shop.example did not answer.' },
};

describe.skipIf(browserPath === undefined)(
  `in a browser (${browserPath ?? 'no Chromium here: set CHROME_PATH'})`,
  () => {
    test.each(Object.keys(states))(
      'the report of an import is readable for everybody, on any screen, light or dark, and asks for nothing: %s',
      async (name) => {
        expect(await complaintsAbout(reportPage(states[name] as ImportSummary), name)).toEqual({});
      },
      300_000,
    );
  },
);
