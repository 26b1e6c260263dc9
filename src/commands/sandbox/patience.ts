import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { formatSpan } from '../../text/numbers.ts';

interface Pace {
  /** Highest number of requests per second. */
  readonly rate: number | undefined;
  /** Longest wait for one answer, in milliseconds. */
  readonly maxWait: number;
}

/** How a copy reads: one request at a time, again and again while a store is busy or away. */
export interface Patience {
  /** @throws CliError what the store answers that waiting does not change, or that it says for longer than `maxWait` */
  ask<T>(request: () => Promise<T>): Promise<T>;
  /** Why nothing is read just now; '' while all is well. */
  note(): string;
}

/** Exponential backoff, as in `client/send.ts`; Retry-After is respected in full. In milliseconds. */
const firstWait = 500;
const longestWait = 20_000;

/** Paces the requests of one copy. */
export function createPatience(
  { clock, interrupted }: Pick<Context, 'clock' | 'interrupted'>,
  { rate, maxWait }: Pace,
): Patience {
  let next = 0;
  let note = '';
  const inTurn = async <T>(request: () => Promise<T>): Promise<T> => {
    await clock.sleep(Math.max(0, next - clock.elapsed()), interrupted);
    next = clock.elapsed() + (rate === undefined ? 0 : 1000 / rate);
    return await request();
  };
  /** @throws CliError the error itself, where waiting does not help or lasts too long */
  const waitAfter = (error: unknown, wait: number, deadline: number): void => {
    if (!(error instanceof CliError) || !isPassing(error)) throw error;
    next = clock.elapsed() + Math.max(wait, error.retryAfter ?? 0);
    if (next > deadline) throw error;
    note = `waiting ${formatSpan(next - clock.elapsed())}: ${error.brief ?? 'no clear answer'}`;
  };
  return {
    note: () => note,
    async ask(request) {
      const deadline = clock.elapsed() + maxWait;
      for (let wait = firstWait; ; wait = Math.min(longestWait, 2 * wait)) {
        try {
          const answer = await inTurn(request);
          note = '';
          return answer;
        } catch (error) {
          waitAfter(error, wait, deadline);
        }
      }
    },
  };
}

/** What a store says while it is busy or away: a page of HTML with 200, too. */
const isPassing = ({ kind, status = 0, retryable }: CliError): boolean =>
  retryable || status >= 500 || status === 408 || status === 425 || (kind === 'refused' && status === 200);
