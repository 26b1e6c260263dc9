import type { Connection } from '../../client/connection.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import { CliError } from '../../errors.ts';
import { formatSpan } from '../../text/numbers.ts';
import { type Examination, type Finding, found, ok, warning } from './check.ts';

/** One product, or why there is none: a small read that needs no ID. */
export const firstPage = (connection: Connection): Promise<NonNullable<Examination['first']>> =>
  listProducts(connection, { limit: '1' }).catch((error: unknown) => {
    if (error instanceof CliError) return error;
    throw error;
  });

const reads = 10;
/** Milliseconds. */
const slow = 2000;

/** How long reads take, one after the other. */
export async function latencyFinding({ connection, session: { context } }: Examination): Promise<Finding> {
  const times: number[] = [];
  for (let read = 0; read < reads; read++) {
    const start = context.clock.elapsed();
    const page = await firstPage(found(connection));
    if (page instanceof CliError) return brokenOff(page, times.length);
    times.push(context.clock.elapsed() - start);
  }
  const [min = 0, median = 0, max = 0] = spread(times).map(Math.round);
  const text = `${reads} reads: fastest ${min} ms, median ${median} ms, slowest ${max} ms`;
  const details = { reads, min, median, max };
  return median > slow
    ? warning(text, 'The store is slow: allow more time with --timeout 2m.', details)
    : ok(text, details);
}

/** The least, the middle and the greatest of them. */
function spread(times: readonly number[]): readonly number[] {
  const sorted = [...times].sort((left, right) => left - right);
  return [sorted[0] ?? 0, sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0];
}

function brokenOff({ message, hint, status, retryAfter }: CliError, done: number): Finding {
  if (status !== 429) return warning(`read ${done + 1} of ${reads} failed: ${message}`, hint);
  const wait = retryAfter === undefined ? '' : `, and asks to wait ${formatSpan(retryAfter)}`;
  return warning(
    `the store limits requests (429) after ${done} reads${wait}`,
    'Wait a moment. Imports adapt to such limits.',
    {
      reads: done,
      retryAfter: retryAfter ?? null,
    },
  );
}
