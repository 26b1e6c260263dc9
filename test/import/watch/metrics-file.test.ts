import { readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Connection } from '../../../src/client/connection.ts';
import type { ApiRequest } from '../../../src/client/request.ts';
import type { ImportOptions } from '../../../src/import/options.ts';
import { exposition } from '../../../src/import/watch/exposition.ts';
import { MetricsFile } from '../../../src/import/watch/metrics-file.ts';
import { createFiles } from '../../../src/system/files.ts';
import { Secrets } from '../../../src/text/redact.ts';
import { inDirectory } from '../../support/directory.ts';
import { complaints, familiesOf, sampleOf } from '../../support/prometheus.ts';
import { canary, type Outcome } from '../../support/run.ts';
import { withStore } from '../../support/store.ts';
import { catalogue, type Product, posts, storeOf, withFile } from '../product-store.ts';

interface Imported {
  readonly outcome: Outcome;
  readonly metrics: string;
  readonly sent: number;
}

interface Importing {
  /** The status of a creation; 201 by default. */
  readonly status?: (sku: string) => number;
  readonly options?: string;
  /** Called before the import. */
  readonly prepare?: (directory: string) => void;
}

/** Imports six rows with `--metrics-file shop.prom`. */
const imported = ({ status = () => 201, options = '', prepare }: Importing = {}): Promise<Imported> =>
  withFile(catalogue(6), async (run, directory) => {
    prepare?.(directory);
    const products: Product[] = [];
    return await withStore(
      storeOf(products, (sku) => ({ status: status(sku) })),
      async (store, seen) => {
        const outcome = await run(store, `--metrics-file shop.prom ${options}`);
        return { outcome, metrics: fileIn(directory), sent: posts(seen) };
      },
    );
  });

function fileIn(directory: string): string {
  try {
    return readFileSync(join(directory, 'shop.prom'), 'utf8');
  } catch {
    return '';
  }
}

test('the file is what Prometheus reads, by its parser and the rules of promtool', async () => {
  const { metrics } = await imported({ status: (sku) => (sku === 'S-1' ? 422 : 201) });
  expect(complaints(metrics)).toEqual([]);
  expect(familiesOf(metrics).map(({ name, type }) => `${type} ${name}`)).toMatchInlineSnapshot(`
    [
      "GAUGE shop_cli_build_info",
      "GAUGE shop_cli_import_running",
      "GAUGE shop_cli_import_success",
      "GAUGE shop_cli_import_start_timestamp_seconds",
      "GAUGE shop_cli_import_end_timestamp_seconds",
      "GAUGE shop_cli_import_last_success_timestamp_seconds",
      "GAUGE shop_cli_import_rows",
      "COUNTER shop_cli_import_requests_total",
      "COUNTER shop_cli_import_throttled_requests_total",
      "HISTOGRAM shop_cli_import_request_duration_seconds",
      "COUNTER shop_cli_import_rows_finished_total",
      "COUNTER shop_cli_import_wait_seconds_total",
      "GAUGE shop_cli_import_request_rate_limit",
      "GAUGE shop_cli_import_concurrency_limit",
      "GAUGE shop_cli_import_requests_in_flight",
      "GAUGE shop_cli_import_settle_time_seconds",
      "GAUGE shop_cli_import_index_lag_seconds",
      "GAUGE shop_cli_import_journal_pending_rows",
      "GAUGE shop_cli_import_journal_size_bytes",
    ]
  `);
  expect(metrics).not.toContain(canary);
});

test('rows are counted by outcome, requests by method and class of status', async () => {
  const { metrics } = await imported({ status: (sku) => (sku === 'S-1' ? 422 : 201) });
  const rows = familiesOf(metrics).find(({ name }) => name === 'shop_cli_import_rows')?.metrics ?? [];
  const byOutcome = Object.fromEntries(rows.map(({ labels, value }) => [labels?.outcome, Number(value)]));
  expect(byOutcome).toMatchObject({ created: 5, rejected: 1, not_sent: 0 });
  expect(rows.reduce((sum, { value }) => sum + Number(value), 0)).toBe(6);
  const ended = (method: string, status: string) =>
    sampleOf(metrics, 'shop_cli_import_requests_total', { method, status });
  expect([ended('POST', '2xx'), ended('POST', '4xx'), ended('POST', '5xx')]).toEqual([5, 1, 0]);
  expect(ended('GET', '2xx')).toBeGreaterThan(0);
});

test('the classes of latencies add up, and the last one has all', async () => {
  const { metrics } = await imported();
  // The parser puts the methods together.
  const of = (method: string, suffix: string): readonly number[] =>
    metrics
      .split('\n')
      .filter((line) => line.startsWith(`shop_cli_import_request_duration_seconds${suffix}{`))
      .filter((line) => line.includes(`method="${method}"`))
      .map((line) => Number(line.split(' ').at(-1)));
  const [buckets, [count]] = [of('POST', '_bucket'), of('POST', '_count')];
  expect(buckets).toEqual([...buckets].sort((left, right) => left - right));
  expect([buckets.at(-1), count]).toEqual([6, 6]);
  expect(of('POST', '_sum')[0]).toBeGreaterThan(0);
});

describe('the last success', () => {
  const [name, end] = ['shop_cli_import_last_success_timestamp_seconds', 'shop_cli_import_end_timestamp_seconds'];

  test('is the end of an import after which every row is in the store', async () => {
    const { metrics, outcome } = await imported();
    expect([outcome.code, sampleOf(metrics, name), sampleOf(metrics, 'shop_cli_import_success')]).toEqual([
      0,
      sampleOf(metrics, end),
      1,
    ]);
  });

  test('is 0 before the first', async () => {
    const { metrics } = await imported({ status: () => 422 });
    expect([sampleOf(metrics, name), sampleOf(metrics, 'shop_cli_import_success')]).toEqual([0, 0]);
  });

  test.each<readonly [string, string | undefined, number]>([
    ['stays that of an earlier import', undefined, 1_700_000_000],
    ['is not that of another store', 'elsewhere.example', 0],
  ])('%s', async (_, store, wanted) => {
    const before = await withStore(
      () => undefined,
      async ({ url }) => new URL(url).host,
    );
    const labels = (host: string) => ({ import: 'shop', store: store ?? host });
    const { metrics } = await withFile(catalogue(1), async (run, directory) =>
      withStore(
        storeOf([], () => ({ status: 422 })),
        async (there) => {
          const sample = { value: 1_700_000_000 };
          const text = exposition(
            [
              { name: 'a', type: 'gauge', help: 'b', samples: [sample] },
              { name, type: 'gauge', help: 'c', samples: [sample] },
            ],
            labels(new URL(there.url).host),
          );
          writeFileSync(join(directory, 'shop.prom'), text);
          await run(there, '--metrics-file shop.prom');
          return { metrics: fileIn(directory), before };
        },
      ),
    );
    expect(sampleOf(metrics, name)).toBe(wanted);
  });
});

test('an invalid file counts as a failure, with its rows', async () => {
  await withFile('sku,name,price\nA-1,One,abc\nA-2,Two,1\n', async (run, directory) => {
    await withStore(
      storeOf([], () => ({ status: 201 })),
      async (store) => {
        const { code } = await run(store, '--metrics-file shop.prom');
        const rows = (outcome: string) => sampleOf(fileIn(directory), 'shop_cli_import_rows', { outcome });
        const running = sampleOf(fileIn(directory), 'shop_cli_import_running');
        expect([code, rows('invalid'), rows('not_sent'), running]).toEqual([2, 1, 1, 0]);
      },
    );
  });
});

test('the node exporter, another user, can read it, whatever the umask', async () => {
  const umask = process.umask(0o077);
  try {
    await withFile(catalogue(1), async (run, directory) =>
      withStore(
        storeOf([], () => ({ status: 201 })),
        async (store) => {
          await run(store, '--metrics-file shop.prom');
          expect(statSync(join(directory, 'shop.prom')).mode & 0o777).toBe(0o644);
        },
      ),
    );
  } finally {
    process.umask(umask);
  }
});

test('a file that the node exporter would not read is said', async () => {
  const { err } = (await imported({ options: '--metrics-file shop.txt' })).outcome;
  expect(err).toContain("Warning: the node exporter only reads files that end with '.prom'.");
});

test('a dry run leaves it alone', async () => {
  const { metrics, outcome } = await imported({
    options: '--dry-run',
    prepare: (at) => writeFileSync(join(at, 'shop.prom'), 'x'),
  });
  expect([outcome.code, metrics]).toEqual([0, 'x']);
});

describe('nothing is sent where the file', () => {
  test.each<readonly [string, string, string, (directory: string) => void]>([
    [
      'is in no directory',
      '--metrics-file none/shop.prom',
      'Cannot write none/shop.prom: no such file or directory.',
      () => undefined,
    ],
    [
      'is a directory',
      '--metrics-file shop.prom',
      'Cannot write shop.prom: is a directory.',
      (at) => void mkdir(join(at, 'shop.prom')),
    ],
    ['is on a full disk', '--metrics-file /dev/full', 'Cannot write /dev/full: disk full.', () => undefined],
    [
      'is the imported one',
      '--metrics-file in.csv',
      '--metrics-file would overwrite the imported file.',
      () => undefined,
    ],
    [
      'links to it',
      '--metrics-file shop.prom',
      '--metrics-file would overwrite the imported file.',
      (at) => symlinkSync('in.csv', join(at, 'shop.prom')),
    ],
    ['is the journal', '--metrics-file j.db', '--journal and --metrics-file name the same file.', () => undefined],
    [
      'is the log of the journal',
      '--metrics-file j.db-wal',
      '--journal and --metrics-file name the same file.',
      () => undefined,
    ],
    ['is the report', '--report shop.prom', '--report and --metrics-file name the same file.', () => undefined],
    [
      'is the list of results',
      '--results shop.prom',
      '--results and --metrics-file name the same file.',
      () => undefined,
    ],
  ])('%s', async (_, options, message, prepare) => {
    const { outcome, sent } = await imported({ options, prepare });
    expect([outcome.code, sent, outcome.err]).toEqual([2, 0, expect.stringContaining(message)]);
  });
});

test('an import goes on where the metrics cannot be written any more, and says so once', async () => {
  await withFile(catalogue(3), async (run, directory) => {
    const answer = storeOf([], () => ({ status: 201 }));
    const at = join(directory, 'metrics');
    await mkdir(at);
    await withStore(
      (request, response, count) => {
        rmSync(at, { recursive: true, force: true });
        answer(request, response, count);
      },
      async (store) => {
        const { code, err } = await run(store, '--metrics-file metrics/shop.prom');
        const said = err.split('\n').filter((line) => line.includes('metrics'));
        expect({ code, said }).toEqual({
          code: 0,
          said: ['Warning: no metrics. Cannot write metrics/shop.prom: no such file or directory. The import goes on.'],
        });
      },
    );
  });
});

test('it is written while the import runs, by a timer that ends with it', async () => {
  await inDirectory(async (directory) => {
    const ticks = new Set<() => void>();
    const context = {
      version: '1.0.0',
      files: createFiles(directory, new Secrets()),
      clock: { now: () => new Date(5000) },
      every: (_: number, tick: () => void) => {
        ticks.add(tick);
        return () => void ticks.delete(tick);
      },
    };
    const options = {
      ...{ context, files: { 'metrics-file': 'shop.prom' }, store: { storeName: () => 'shop.test' } },
      invocation: { startedAt: new Date(1000) },
    };
    const file = await MetricsFile.open(options as unknown as ImportOptions);
    const { onExchange } = file?.watch({} as Connection) ?? {};
    const found = () =>
      sampleOf(fileIn(directory), 'shop_cli_import_requests_total', { method: 'GET', status: 'none' });
    const before = found();
    onExchange?.({ request: { method: 'GET' } as ApiRequest, outcome: 'timeout', milliseconds: 300_000 });
    for (const tick of ticks) tick();
    await expect.poll(() => [before, found()]).toEqual([0, 1]);
    await file?.end(true);
    expect([ticks.size, sampleOf(fileIn(directory), 'shop_cli_import_running')]).toEqual([0, 0]);
  });
});

test('a label keeps to its quotes', () => {
  const text = exposition([{ name: 'a', type: 'gauge', help: 'b', samples: [{ value: 1 }] }], {
    import: 'a"b\\c\nd\u0000\ud800',
    store: 'x',
  });
  expect(text).toBe('# HELP a b\n# TYPE a gauge\na{import="a\\"b\\\\c\\\\nd\\\\u{0}\\\\u{d800}",store="x"} 1\n');
  expect(complaints(text)).toEqual([]);
});
