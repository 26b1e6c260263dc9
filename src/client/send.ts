import type { Connection } from './connection.ts';
import { type Answer, type ApiRequest, type Attempt, exchange, isWrite } from './exchange.ts';
import { failureOf, type Reply, readAnswer, retryAfter } from './failures.ts';

/**
 * Makes one request, again if that is safe and may help, and reads the answer.
 * POST and PATCH are never repeated: the store has no idempotency key, and two products are worse than one error.
 * @throws CliError of every kind from `auth` to `outcome-unknown`; whatever the connection's `guard` throws.
 */
export async function send(connection: Connection, request: ApiRequest): Promise<Reply> {
  const answer = await answerTo(connection, request);
  return answer === 'deleted before' ? { status: 404, json: undefined } : readAnswer(request, answer);
}

/**
 * The same with the answer as it is, whatever its status. `deleted before`: a DELETE whose first answer was lost, and then there was nothing left.
 * @throws CliError when there is no answer
 */
export async function answerTo(connection: Connection, request: ApiRequest): Promise<Answer | 'deleted before'> {
  await connection.guard?.(request);
  const { attempt, unanswered } = await attempts(connection, request);
  if (attempt.kind === 'failure') throw failureOf(request, attempt);
  return unanswered && request.method === 'DELETE' && attempt.status === 404 ? 'deleted before' : attempt;
}

/** Attempts until one is final, and whether an earlier one may have reached the store without an answer. */
async function attempts(
  connection: Connection,
  request: ApiRequest,
): Promise<{ readonly attempt: Attempt; readonly unanswered: boolean }> {
  let unanswered = false;
  for (let repeats = 0; ; repeats++) {
    const attempt = await traced(connection, request);
    const wait = repeats < connection.retries ? waitBeforeRepeat(request, attempt, repeats, connection) : undefined;
    if (wait === undefined) return { attempt, unanswered };
    unanswered ||= attempt.kind === 'failure' ? attempt.sent : attempt.status >= 500;
    await connection.sleep(wait, connection.signal);
  }
}

interface Chance {
  readonly random: () => number;
  readonly now: () => Date;
}

const repeatable = new Set([429, 502, 503, 504]);
const longestRetryAfter = 60_000;

/** Milliseconds to wait before the same request is made again; undefined when it is not. Full jitter, base 0.5 s, at most 20 s; Retry-After in full. */
function waitBeforeRepeat(
  request: ApiRequest,
  attempt: Attempt,
  repeats: number,
  { random, now }: Chance,
): number | undefined {
  if (isWrite(request) && request.method !== 'DELETE') return undefined;
  const jitter = random() * Math.min(20_000, 500 * 2 ** repeats);
  if (attempt.kind === 'failure')
    return ['timeout', 'refused', 'cut', 'unresolved'].includes(attempt.cause) ? jitter : undefined;
  if (!repeatable.has(attempt.status)) return undefined;
  const asked = retryAfter(attempt.headers['retry-after'], now());
  if (asked === undefined) return jitter;
  return asked <= longestRetryAfter ? Math.max(asked, jitter) : undefined;
}

async function traced(connection: Connection, request: ApiRequest): Promise<Attempt> {
  const start = performance.now();
  const attempt = await exchange(connection, request);
  const outcome = attempt.kind === 'answer' ? String(attempt.status) : attempt.cause;
  connection.trace?.(`${request.method} ${request.url} ${outcome} ${Math.round(performance.now() - start)} ms`);
  return attempt;
}
