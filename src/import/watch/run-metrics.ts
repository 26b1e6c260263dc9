import type { ImportRun } from '../import-run.ts';
import type { Tally } from '../journal/tally.ts';
import { type Wait, waits } from '../pace/timeline.ts';
import type { Metric } from './exposition.ts';

/** The rows of the file, by outcome: they add up to all of them. */
export const rowMetric = (tally: Tally | undefined): Metric => ({
  name: 'shop_cli_import_rows',
  type: 'gauge',
  help: 'Rows of the file of the current or last import, by outcome.',
  samples: Object.entries(tally ? rowsByOutcome(tally) : {}).map(([outcome, value]) => ({
    value,
    labels: { outcome },
  })),
});

const rowsByOutcome = (tally: Tally): Readonly<Record<string, number>> => ({
  created: tally.count('created'),
  existing: tally.count('existing'),
  rejected: tally.count('rejected'),
  uncertain: tally.uncertain,
  duplicate: tally.count('duplicate'),
  unplanned: tally.count('unplanned'),
  pending: tally.count('open'),
  not_sent: tally.notSent,
  invalid: tally.unsendable.invalid,
  excluded: tally.unsendable.excluded,
  other_shards: tally.unsendable.otherShards,
});

/** What a run measures while it sends. */
export function runMetrics(run: ImportRun): readonly Metric[] {
  const { ledger, limiter, clock, options, settleTime, journal } = run;
  const { ratePerSecond = Number.POSITIVE_INFINITY, concurrency, underWay } = limiter.state(clock.elapsed());
  const rate = Math.min(ratePerSecond, options.pace.rate ?? Number.POSITIVE_INFINITY);
  const pending = [...ledger.unwritten].length;
  return [
    counter('rows_finished_total', 'Rows that got their outcome.', ledger.finished),
    {
      name: 'shop_cli_import_wait_seconds_total',
      type: 'counter',
      help: 'Time without a request, by what was waited for: the rate limit, the store, or until it shows what was sent.',
      samples: [...waited(run)].map(([reason, value]) => ({ value, labels: { reason } })),
    },
    gauge('request_rate_limit', 'Requests per second that may be sent, learned or set; +Inf: no limit.', rate),
    gauge('concurrency_limit', 'Requests that may be under way at a time.', concurrency),
    gauge('requests_in_flight', 'Requests that are under way.', underWay),
    gauge(
      'settle_time_seconds',
      'Wait until a row that the store does not show is sent again.',
      settleTime.current / 1000,
    ),
    gauge('index_lag_seconds', 'Longest time until the store showed a created product.', settleTime.lag / 1000),
    gauge('journal_pending_rows', 'Outcomes that are not in the journal yet.', pending),
    gauge('journal_size_bytes', 'Size of the journal on disk.', sizeOf(journal.path, options)),
  ];
}

export const gauge = (name: string, help: string, value: number | undefined): Metric => ({
  ...{ name: `shop_cli_import_${name}`, type: 'gauge', help },
  samples: value === undefined ? [] : [{ value }],
});

const counter = (name: string, help: string, value: number): Metric => ({
  ...gauge(name, help, value),
  type: 'counter',
});

function waited({ timeline }: ImportRun): ReadonlyMap<Wait, number> {
  const sums = new Map<Wait, number>(waits.map((reason) => [reason, 0]));
  for (const { amounts } of timeline.intervals())
    for (const reason of waits) sums.set(reason, (sums.get(reason) ?? 0) + amounts[reason] / 1000);
  return sums;
}

/** Journal and write-ahead log. */
const sizeOf = (path: string, { context: { files } }: ImportRun['options']): number =>
  [path, `${path}-wal`].reduce((sum, file) => sum + (files.fileId(file)?.bytes ?? 0), 0);
