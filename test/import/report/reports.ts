import type { Report } from '../../../src/import/report/report.ts';
import { collectProblems } from '../../../src/import/words/problems.ts';

/** The report of an import of which nothing special is to be said. */
export const plainReport: Report = {
  ...{
    version: '1.0.0',
    outcome: 'complete',
    headline: 'Created 11,930 products.',
    why: undefined,
    run: 12,
    noun: 'products',
  },
  ...{ file: 'catalogue-2026-11-22.csv', store: 'shop.example' },
  ...{ startedAt: new Date('2026-11-22T08:30:00Z'), endedAt: new Date('2026-11-22T08:34:07Z') },
  options: ['--rate 60', '--map price="Prijs excl. btw"', '--report-html report.html'],
  warnings: [],
  failingWarnings: 0,
  reading: [
    'utf-8, semicolons, decimal comma',
    'Columns: sku, naam → name, Prijs excl. btw → price, voorraad → quantity',
  ],
  ...{ rows: 0, counts: [], problems: collectProblems(undefined, []), record: {}, evidence: [], advice: [] },
  measured: undefined,
};
