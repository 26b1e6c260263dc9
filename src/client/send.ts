import { causes } from './causes.ts';
import type { Connection } from './connection.ts';
import { type Answer, type Attempt, exchange } from './exchange.ts';
import { deniedBy, failureOf, isMissing, type Reply, readAnswer } from './failures.ts';
import { errorInAnswer } from './reply/answer.ts';
import { type ApiRequest, isWrite } from './request.ts';
import { retryAfter } from './retry-after.ts';
import { isPassing } from './statuses.ts';

/**
 * Sends a request, retries it where that is safe, and reads the answer.
 * POST and PATCH are never retried: the store has no idempotency key, and two products are worse than one error.
 * @throws CliError of every kind from `auth` to `outcome-unknown`; and what the connection's `guard` throws.
 */
export async function send(connection: Connection, request: ApiRequest): Promise<Reply> {
  const answer = await answerTo(connection, request);
  if (answer === 'deleted before') return { status: 404, text: '', json: undefined };
  const reply = readAnswer(connection, request, answer);
  // What a write may believe of an error beside a record, `saysItWasDone` decides.
  const error = isWrite(request) ? undefined : errorInAnswer(reply.json, request.isList);
  if (error) throw deniedBy(connection, request, error, reply.status);
  return reply;
}

/**
 * The same, without reading the answer. `deleted before`: the first answer to a DELETE was lost, and the retry found
 * nothing.
 * @throws CliError where there is no answer
 */
export async function answerTo(connection: Connection, request: ApiRequest): Promise<Answer | 'deleted before'> {
  if (connection.guard) await connection.guard(request);
  const waiting = connection.waiting?.();
  let last: LastAttempt;
  try {
    last = await attempts(connection, request, waiting?.attempt);
  } finally {
    waiting?.end();
  }
  const { attempt, unanswered } = last;
  if (isWrite(request)) connection.onWrite?.(request.method, request.url.resource);
  if (attempt.kind === 'failure') throw failureOf(connection, request, attempt);
  if (attempt.status < 300) connection.onAccepted?.(request);
  return unanswered && request.method === 'DELETE' && isMissing(attempt.status) ? 'deleted before' : attempt;
}

/** The last attempt, and whether an earlier one may have reached the store. */
interface LastAttempt {
  readonly attempt: Attempt;
  readonly unanswered: boolean;
}

async function attempts(
  connection: Connection,
  request: ApiRequest,
  onAttempt: (number: number, why?: string) => void = () => undefined,
): Promise<LastAttempt> {
  let unanswered = false;
  let why: string | undefined;
  for (let retries = 0; ; retries++) {
    onAttempt(retries + 1, why);
    const attempt = await traced(connection, request);
    const wait =
      retries < maxRetries(connection, attempt) ? waitBeforeRetry(connection, request, attempt, retries) : undefined;
    if (wait === undefined) return { attempt, unanswered };
    unanswered ||= attempt.kind === 'failure' ? attempt.sent : attempt.status >= 500;
    why = attempt.kind === 'failure' ? causes[attempt.cause].brief : `status ${attempt.status}`;
    connection.onRetry?.();
    await connection.sleep(wait, connection.signal);
  }
}

/** With the backoff below, ten retries take 57 s on average. */
const retriesWhenThrottled = 10;

function maxRetries({ retries, manyRequests, isPaced }: Connection, attempt: Attempt): number {
  if (attempt.kind === 'failure' || attempt.status !== 429) return retries;
  if (isPaced) return 0;
  return manyRequests && retries > 0 ? Math.max(retries, retriesWhenThrottled) : retries;
}

/** A DELETE that fails with 500 may have been carried out, and fail again. */
const isRetryable = ({ method }: ApiRequest, status: number): boolean =>
  isPassing(status) && (method === 'GET' || status !== 500);
const maxRetryAfter = 60_000;

/**
 * Milliseconds before the next try; undefined for none. Exponential backoff with full jitter
 * (AWS Architecture Blog, "Exponential Backoff And Jitter"), 0.5 s to 20 s; Retry-After is respected in full.
 */
function waitBeforeRetry(
  { random, now }: Connection,
  request: ApiRequest,
  attempt: Attempt,
  retries: number,
): number | undefined {
  if (isWrite(request) && request.method !== 'DELETE') return undefined;
  const jitter = (): number => random() * Math.min(20_000, 500 * 2 ** retries);
  if (attempt.kind === 'failure') return causes[attempt.cause].isPassing ? jitter() : undefined;
  if (isDoubtfulList(request, attempt)) return retries === 0 ? jitter() : undefined;
  if (!isRetryable(request, attempt.status)) return undefined;
  const wanted = retryAfter(attempt.headers['retry-after'], now());
  if (wanted === undefined) return jitter();
  return wanted <= maxRetryAfter ? Math.max(wanted, jitter()) : undefined;
}

/** Each store has its lists: one 404 may be of a server that is being started, or of another behind the same gateway. */
const isDoubtfulList = ({ isList, url }: ApiRequest, { status }: Answer): boolean =>
  isList === true && isMissing(status) && !url.has('search') && !url.resource.slice(1).includes('/');

async function traced(connection: Connection, request: ApiRequest): Promise<Attempt> {
  const { onExchange } = connection;
  const start = onExchange ? performance.now() : 0;
  const attempt = await exchange(connection, request);
  if (attempt.kind === 'answer' && attempt.headers.date !== undefined) connection.onDate?.(attempt.headers.date);
  const outcome = attempt.kind === 'answer' ? attempt.status : attempt.cause;
  onExchange?.({ request, outcome, milliseconds: performance.now() - start });
  return attempt;
}
