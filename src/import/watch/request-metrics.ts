import type { Exchanged } from '../../client/connection.ts';
import type { Metric } from './exposition.ts';

/** Upper ends of the classes of latencies, in seconds. A POST may take 120. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120];

const [methods, statusClasses] = [['GET', 'POST'] as const, ['2xx', '3xx', '4xx', '5xx', 'none'] as const];

interface OfMethod {
  /** How many requests ended so, by the class of their status. From 0 on: Prometheus sees no growth to a first value. */
  readonly statuses: Map<string, number>;
  /** How many took up to each bound, and not up to the one before. The last one has no bound. */
  readonly counts: number[];
  seconds: number;
}

/** Counts requests, and how long they took. */
export class RequestMetrics {
  readonly #methods = new Map<string, OfMethod>(methods.map((method) => [method, nothing()]));
  #throttled = 0;

  add({ request: { method }, outcome, milliseconds }: Exchanged): void {
    const known = this.#methods.get(method);
    // An import only reads and creates.
    if (!known) return;
    const status = typeof outcome === 'number' ? `${Math.floor(outcome / 100)}xx` : 'none';
    known.statuses.set(status, (known.statuses.get(status) ?? 0) + 1);
    const at = bounds.findIndex((bound) => milliseconds <= bound * 1000);
    const place = at < 0 ? bounds.length : at;
    known.counts[place] = (known.counts[place] ?? 0) + 1;
    known.seconds += milliseconds / 1000;
    if (outcome === 429) this.#throttled++;
  }

  metrics(): readonly Metric[] {
    const methods = [...this.#methods];
    return [
      {
        name: 'shop_cli_import_requests_total',
        type: 'counter',
        help: 'Requests to the store, by method and class of the HTTP status; none: no answer.',
        samples: methods.flatMap(([method, { statuses }]) =>
          [...statuses].map(([status, value]) => ({ value, labels: { method, status } })),
        ),
      },
      {
        name: 'shop_cli_import_throttled_requests_total',
        type: 'counter',
        help: 'Requests that the store refused because they were too many (429).',
        samples: [{ value: this.#throttled }],
      },
      {
        name: 'shop_cli_import_request_duration_seconds',
        type: 'histogram',
        help: 'Time from a request to the end of its answer.',
        samples: methods.flatMap(([method, known]) => histogram(method, known)),
      },
    ];
  }
}

const nothing = (): OfMethod => ({
  statuses: new Map(statusClasses.map((status) => [status, 0])),
  counts: [...bounds, 0].map(() => 0),
  seconds: 0,
});

function histogram(method: string, { counts, seconds }: OfMethod): Metric['samples'] {
  let sum = 0;
  const buckets = counts.map((count, at) => {
    sum += count;
    return { suffix: '_bucket', value: sum, labels: { method, le: String(bounds[at] ?? '+Inf') } };
  });
  const labels = { method };
  return [...buckets, { suffix: '_sum', value: seconds, labels }, { suffix: '_count', value: sum, labels }];
}
