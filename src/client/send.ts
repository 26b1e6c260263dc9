import type { Connection } from './connection.ts';
import { type ApiRequest, type Attempt, exchange } from './exchange.ts';
import { failureOf, type Reply, readAnswer } from './failures.ts';

/**
 * Makes one request, again if that is safe and may help, and reads the answer.
 * POST and PATCH are never repeated: the store has no idempotency key, and two products are worse than one error.
 * @throws CliError of every kind from `auth` to `outcome-unknown`; whatever the connection's `guard` throws.
 */
export async function send(connection: Connection, request: ApiRequest): Promise<Reply> {
  await connection.guard?.(request);
  let unanswered = false;
  for (let repeats = 0; ; repeats++) {
    const attempt = await traced(connection, request);
    const wait = repeats < connection.retries ? waitBeforeRepeat(request, attempt, repeats, connection) : undefined;
    if (wait === undefined) return conclude(request, attempt, unanswered);
    unanswered ||= attempt.kind === 'failure' ? attempt.sent : attempt.status >= 500;
    await connection.sleep(wait, connection.signal);
  }
}

function conclude(request: ApiRequest, attempt: Attempt, unanswered: boolean): Reply {
  if (attempt.kind === 'failure') throw failureOf(request, attempt);
  // The attempt before, of which nothing was heard, may be the one that deleted it.
  if (request.method === 'DELETE' && attempt.status === 404 && unanswered) return { status: 404, json: undefined };
  return readAnswer(request, attempt);
}

interface Chance {
  readonly random: () => number;
  readonly now: () => Date;
}

const repeatable = new Set([429, 502, 503, 504]);
const longestRetryAfter = 60_000;

/** Milliseconds to wait before the same request is made again; undefined when it is not. Full jitter, base 0.5 s, at most 20 s; Retry-After in full. */
export function waitBeforeRepeat(request: ApiRequest, attempt: Attempt, repeats: number, { random, now }: Chance): number | undefined {
  if (request.method !== 'GET' && request.method !== 'DELETE') return undefined;
  const jitter = random() * Math.min(20_000, 500 * 2 ** repeats);
  if (attempt.kind === 'failure') return ['timeout', 'refused', 'cut', 'unresolved'].includes(attempt.cause) ? jitter : undefined;
  if (!repeatable.has(attempt.status)) return undefined;
  const asked = retryAfter(attempt.headers['retry-after'], now());
  if (asked === undefined) return jitter;
  return asked <= longestRetryAfter ? Math.max(asked, jitter) : undefined;
}

/** Retry-After (RFC 9110, 10.2.3) in milliseconds. A date has a resolution of one second, so one second is added. */
export function retryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const until = Date.parse(header);
  return Number.isNaN(until) || !/GMT$/.test(header) ? undefined : Math.max(0, until - now.getTime()) + 1000;
}

async function traced(connection: Connection, request: ApiRequest): Promise<Attempt> {
  const start = performance.now();
  const attempt = await exchange(connection, request);
  const outcome = attempt.kind === 'answer' ? String(attempt.status) : attempt.cause;
  connection.trace?.(`${request.method} ${request.url} ${outcome} ${Math.round(performance.now() - start)} ms`);
  return attempt;
}
