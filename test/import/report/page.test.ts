import { expect, test } from 'vitest';
import { reportPage } from '../../../src/import/report/page.ts';
import type { Report } from '../../../src/import/report/report.ts';
import { collectProblems } from '../../../src/import/words/problems.ts';
import { Latencies, Timeline } from '../../../src/pace/measurements.ts';
import { canary } from '../../support/run.ts';
import { isThorough } from '../../support/thorough.ts';
import { type Answer, catalogue, serveShop, storeOf } from '../product-store.ts';
import { plainReport } from './reports.ts';

/** The text of a page as a person reads it, a line for each heading, paragraph, cell or term. */
const textOf = (page: string): string =>
  page
    .replace(/^[\s\S]*<body>/, '')
    .replace(/<(title|desc)\b[\s\S]*?<\/\1>/g, '')
    .replace(/<(?!\/?(?:code|small|span|time|b)\b)[^>]*>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#39;/g, "'")
    .replace(/&quot;/g, '"')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');

/** The page that an import of this file writes, and how it ended. */
const pageOf = async (
  text: string,
  options = '',
  answer?: (sku: string) => Answer,
): Promise<{ code: number; page: string; text: string }> => {
  const { run, read } = await serveShop(text, storeOf([{ productId: 40, sku: 'S-1', name: 'Product 1' }], answer));
  const { code } = await run(`--report-html report.html ${options}`);
  const page = await read('report.html');
  return { code, page, text: textOf(page) };
};

test('--report-html of a finished import: the outcome, what was asked, counts, reasons and every row that needs attention', async () => {
  const { code, text } = await pageOf(catalogue(6), '--rate 600', (sku) => ({
    status: sku === 'S-2' || sku === 'S-4' ? 422 : 201,
  }));
  expect(code).toBe(7);
  const shown = text.replace(/127\.0\.0\.1:\d+/g, 'shop.test').replace(/Duration\n.*/, 'Duration\n0 s');
  expect(shown.replace(/^(?:Speed|Answers of the store)$[\s\S]*?(?=^Written by)/m, '')).toMatchInlineSnapshot(`
    "Skip to the rows that need attention
    Needs attention
    Created 3 products. 2 rows need attention.
    Products: in.csv → shop.test, 2026-01-31 12:00:00 UTC
    6 rows in the file
    Created
    3 50.0 %
    Existing
    1 16.7 %
    Rejected
    2 33.3 %
    Evidence: 3 × created, answered; 1 × existing, read.
    What to do next
    Rejected rows: fix them and rerun the command. To write them to a separate file, add --rejected rejected.csv.
    Warnings
    6 rows have no price, or a price of 0: lines 2, 3, 4, ….
    Rows that need attention
    2 problems by reason, the most frequent first.
    2 rows rejected The store shop.test refused the request (422): refused S-2 and similar (evidence: said)
    Line
    Key
    Name
    Problem
    4
    S-2
    Product 2
    The store shop.test refused the request (422): refused S-2
    6
    S-4
    Product 4
    The store shop.test refused the request (422): refused S-4
    The import
    Import of
    products
    File
    in.csv
    Store
    shop.test
    Number
    1 (shop-cli imports show 1)
    Started
    2026-01-31 12:00:00 UTC
    Duration
    0 s
    Options
    --json --journal j.db --concurrency 1 --report-html report.html --rate 600
    Reading
    in.csv: utf-8, commas
    Columns: sku, name
    Written by shop-cli 0.0.0-test, 2026-01-31 12:00:00 UTC."
  `);
});

test.each([
  ['stopped early', catalogue(5), '--max-errors 0', 422, 8, 'Stopped', 'over the limit of --max-errors 0'],
  ['an invalid file', 'sku,name,price\nA,x,abc\nB,y,1\n', '', 201, 2, 'Nothing was sent.', 'must be an amount'],
  ['a dry run', catalogue(3), '--dry-run', 201, 0, '2 products would be created.', 'Existing\n1'],
  ['a dry run of invalid rows', 'sku,name\nA,\n', '--dry-run', 201, 2, 'Nothing was sent.', '1 row in the file'],
  [
    'a dry run of rows that differ',
    'sku,name\nS-1,Other\n',
    '--dry-run',
    201,
    0,
    '',
    'existing rows differs from the store',
  ],
  ['a file that is no text', '\u0001'.repeat(100), '', 201, 2, 'The import failed.', 'not a text file'],
  ['a file with an unusable header', 'a,b\nA,x\n', '', 201, 2, 'The import failed.', 'column'],
])('--report-html is also written of %s', async (_, file, options, status, code, headline, detail) => {
  const { code: ended, text } = await pageOf(file, options, () => ({ status }));
  expect([ended, text]).toEqual([code, expect.stringContaining(headline)]);
  expect(text.toLowerCase()).toContain(detail.toLowerCase());
});

test('texts of a file or a store are text: no element, no invisible character, no secret, and the policy allows no script', async () => {
  const hostile = `<script>alert(1)</script>" onload='x' \u202e\u0007${canary} token=abc&lt;`;
  const file = `sku,name\n<b>&'\u202e,invisible\n<b>,<script>alert(2)</script>\n`;
  const { page } = await pageOf(file, '--skip-invalid', () => ({
    status: 422,
    body: () => ({ error: { message: hostile, field: '<i>' } }),
  }));
  expect({
    elements: page.match(/<(script|i>|img|iframe)| style=/g),
    invisible: page.match(/[^\n\P{C}]/gu),
    isVisible: page.includes('\\u{202e}\\u{7}***') && page.includes('&lt;b&gt;&amp;&#39;\\u{202e}'),
    isRedacted: !page.includes(canary) && !page.includes('token=abc'),
    outside: page.match(/(?:src|href)="(?!#|data:,)[^"]*"|url\((?!#)|@import/g),
    policy: /default-src 'none'; img-src data:; style-src 'sha256-[\w+/=]{44}'/.test(page.replaceAll('&#39;', "'")),
  }).toEqual({ elements: null, invisible: null, isVisible: true, isRedacted: true, outside: null, policy: true });
});

/** The report of an import of a million rows, of which so many are rejected, each with another message. */
const report = (message: string, rows: number): Report => {
  const row = (at: number) => ({ line: at + 2, key: `SKU-${at + 2}`, field: 'price', message: `${at} ${message}` });
  const problems = Array.from({ length: rows }, (_, at) => ({
    ...row(at),
    outcome: 'rejected' as const,
    evidence: 'said' as const,
  }));
  return { ...plainReport, rows: 1_000_000, problems: collectProblems(undefined, problems) };
};

test('a reason opens its rows, each with the value that is wrong, and the page says what to do with invalid rows', async () => {
  const file = 'sku,name,price\nA,x,abc\nB,y,1\nC,z,"<twelve, or>"\nD,,2\n';
  const { code, page, text } = await pageOf(file, '--skip-invalid');
  expect(code).toBe(7);
  const groups = [...page.matchAll(/<details open>([\s\S]*?)<\/details>/g)].map(([, group = '']) =>
    textOf(`<body>${group}`).replaceAll('\n', ' | '),
  );
  expect(groups).toEqual([
    '2 rows invalid price: must be an amount, such as 12.50 | Line | Key | Name | Value | 2 | A | x | abc | 4 | C | z | <twelve, or>',
    '1 row invalid no name: add one | Line | Key | Name | 5 | D',
  ]);
  const advice =
    'Invalid rows: fix them and rerun the command. To write them to a separate file, add --rejected rejected.csv.';
  expect(text).toContain(`What to do next\n${advice}\n`);
});

test.each([
  ['--rejected bad.csv', 'Invalid rows are in bad.csv: fix them there, then import that file.'],
  [
    '--dry-run',
    'Invalid rows: fix them and rerun the command. To write them to a separate file, add --rejected rejected.csv.',
  ],
])('with %s the page says where invalid rows can be fixed', async (options, advice) => {
  const { text } = await pageOf('sku,name\nA,\nB,y\n', `--skip-invalid ${options}`);
  expect(text).toContain(`What to do next\n${advice}\n`);
});

test('5,000 problems of a million rows are a page under 3 MB that says how many are left out', () => {
  const usual = 'The store shop.example refused the request (422): The price must be an amount of at least 0.';
  const page = reportPage(report(usual, 6200));
  expect([
    page.length < 3e6,
    page.match(/<tr><td class="number" data-before/g)?.length,
    textOf(page).includes('6,200 problems by reason, the most frequent first.'),
    textOf(page).includes('1,200 more are not listed here.'),
  ]).toEqual([true, 5000, true, true]);
});

test.runIf(isThorough)('hostile messages are cut', () => {
  const page = reportPage(report('\u202e<&'.repeat(1000), 5000));
  expect(page.length).toBeLessThan(8e6);
});

test('every row in the store is a page without problems', async () => {
  const { code, text } = await pageOf(catalogue(3));
  expect([code, text]).toEqual([0, expect.stringContaining('Created 2 products. 1 already existed.')]);
  expect(text).not.toContain('need attention');
});

test('the page breaks no line between a number and its unit', async () => {
  const { page } = await pageOf(catalogue(3), '', (sku) => ({ status: sku === 'S-2' ? 422 : 201 }));
  expect(page.match(/<small>.*?<\/small>/g)).toEqual(Array(3).fill('<small>33.3\u00a0%</small>'));
  expect(page).toMatch(
    /half answered within [\d.]+\u00a0ms, 99\u00a0% within [\d.]+\u00a0ms, the slowest in [\d.]+\u00a0ms/,
  );
});

test('the page and the report for CI have the warnings about the file', async () => {
  const { run, read } = await serveShop('sku,name,price,ean\nS-8,Lamp,,4006381333932\n', storeOf());
  await run('--report-html report.html --report-junit report.xml');
  const [, warnings = 'none'] =
    /^Warnings\n(line 2, ean "4006381333932": .*\n1 row has no price.*)$/m.exec(textOf(await read('report.html'))) ??
    [];
  expect((await read('report.xml')).replaceAll('&quot;', '"')).toContain(warnings);
});

test('the page shows what an import waited for, and when', () => {
  const page = reportPage({ ...report('', 0), measured: measuredOver(20_000) });
  const [, plot = ''] = /<b>Waits<\/b>[\s\S]*?<svg[^>]*>([\s\S]*?)<\/svg>/.exec(page) ?? [];
  const drawn = [...plot.matchAll(/class="([\w-]+)" x="([\d.]+%)" width="([\d.]+%)" y="0.0" height="24.0"/g)];
  expect(drawn.map(([, ...bar]) => bar)).toEqual([
    ['wait-store', '25%', '25%'],
    ['wait-rate', '50%', '10%'],
    ['wait-settle', '60%', '40%'],
  ]);
  expect(textOf(page)).toMatch(/^Waits .*paused for the store: 20 s.*settle time: 32 s$/m);
});

/** A quarter of the time each of sending and of a pause, a tenth of the rate limit, and then the settle time. */
function measuredOver(quarter: number, isContinued = false): NonNullable<Report['measured']> {
  const timeline = new Timeline();
  timeline.add(quarter, 10);
  timeline.add(2 * quarter, 0, 'store');
  timeline.add(2.4 * quarter, 0, 'rate');
  timeline.add(4 * quarter, 5, 'settle');
  const latencies = { send: new Latencies(), 'look-up': new Latencies() };
  latencies.send.add(20);
  const settleTime = { current: 1800, lag: 0 };
  return { time: undefined, timeline, requests: { latencies, unclear: new Map() }, settleTime, isContinued };
}

test.each([
  ['1,000 rows in a minute', 1000, 15_000, true],
  ['999 rows in a minute', 999, 15_000, false],
  ['1,000 rows in less than a minute', 1000, 14_000, false],
])('of %s, speed is drawn only where that says something', (_, rows, quarter, isDrawn) => {
  const page = reportPage({ ...plainReport, rows, measured: measuredOver(quarter) });
  expect([page.includes('class="plot"'), page.includes('half answered within')]).toEqual([isDrawn, true]);
});

test('the page says what the import was of, and that it was continued', () => {
  const measured = measuredOver(1000, true);
  const page = (noun: string, more: Partial<Report>): string =>
    textOf(reportPage({ ...plainReport, noun, file: 'people.csv', ...more }));
  expect(page('customers', { measured })).toContain(
    'Customers: people.csv → shop.example, 2026-11-22 08:30:00 UTC, continued after an interruption',
  );
  expect(page('customers', { measured })).toContain('Import of\ncustomers');
  expect(page('products', {})).not.toContain('interruption');
});

test('where rows have several problems, the page says how many rows there are', () => {
  const problem = { key: 'A', field: 'price', outcome: 'invalid', evidence: 'none' } as const;
  const faults = [2, 2, 3].map((line, at) => ({ ...problem, line, message: `${at}` }));
  const page = (count: number): string =>
    textOf(reportPage({ ...plainReport, problems: collectProblems(undefined, faults.slice(-count)) }));
  expect(page(3)).toContain('3 problems in 2 rows (a row with several is listed for each) by reason');
  expect(page(2)).toContain('2 problems by reason');
});
