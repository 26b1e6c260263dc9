import type { Connection } from '../client/connection.ts';
import { CliError } from '../errors.ts';
import { formatSpan } from '../text/numbers.ts';
import { askOnce, Stopped } from './ask.ts';
import { signalOfFailedRead } from './failed-read.ts';
import { type OpeningPace, openPace } from './pace.ts';

interface FirstReads extends Pick<OpeningPace, 'context'> {
  readonly limits: NonNullable<OpeningPace['limits']>;
}

const firstPause = 1000;
const longestPause = 30_000;

/**
 * Makes the first reads of a long piece of work, all again until the store gives a clear answer. What it answers clearly
 * is an error at once, and so is a connection that cannot be made: the store URL may be wrong.
 * @throws CliError `unreachable` after `maxWait` without a clear answer, `import-stopped` where the store asks for a longer wait
 */
export async function untilAnswered<T>(
  connection: Connection,
  { context, limits }: FirstReads,
  reads: (connection: Connection) => Promise<T>,
): Promise<T> {
  // One wait is shown for all of its attempts.
  const timeout = Math.min(connection.timeout, limits.maxWait);
  const once: Connection = { ...connection, timeout, isPaced: true, waiting: undefined };
  const probe = () => reads({ ...once, retries: 0 });
  const pace = openPace(once, { context, limits, hasCreated: false, probe });
  const waiting = connection.waiting?.();
  try {
    for (let attempt = 1; ; attempt++) {
      const answer = await askOnce(() => reads(once), { clock: context.clock, ...pace });
      if (!(answer instanceof CliError)) return answer;
      if (!isSilent(answer)) throw answer;
      waiting?.attempt(attempt + 1, `${answer.brief}, retrying for up to ${formatSpan(limits.maxWait)}`);
      const pause = Math.min(firstPause * 2 ** (attempt - 1), longestPause, limits.maxWait);
      await context.clock.sleep(pause, pace.requests.signal);
    }
  } catch (error) {
    if (!(error instanceof Stopped)) throw error;
    throw pace.stopper.reason ?? new CliError('interrupted', 'Stopped.');
  } finally {
    waiting?.end();
    pace.finished.abort();
  }
}

/** Whether the store said nothing that lasts: it asks to wait, or fails. */
function isSilent(failure: CliError): boolean {
  const { kind } = signalOfFailedRead(failure);
  return kind === 'throttled' || kind === 'overloaded';
}
