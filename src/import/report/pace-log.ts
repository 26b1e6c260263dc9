import { formatSpan } from '../../text/numbers.ts';
import type { ImportRun } from '../import-run.ts';
import type { Wait } from '../pace/timeline.ts';

/** Milliseconds between two events of one kind: a store that pauses every second does not flood the log. */
const quiet = 10_000;
/** Milliseconds. Shorter pauses are not said. */
const shortestPause = 1000;
/** Smaller changes of the rate are not said. */
const smallestChange = 0.1;

/**
 * Says in a JSON log that the import waits, and at which pace it goes on. To be called with each measurement.
 */
export function paceLog(run: ImportRun): (wait: Wait | undefined) => void {
  if (!run.options.context.stderr.isJson) return () => undefined;
  const saidAt = new Map<string, number>();
  let [waitBefore, rateBefore]: [Wait | undefined, number | null] = [undefined, null];
  return (wait) => {
    const now = run.clock.elapsed();
    const isDue = (kind: string): boolean => now - (saidAt.get(kind) ?? Number.NEGATIVE_INFINITY) >= quiet;
    const { ratePerSecond: rate = null, concurrency } = run.limiter.state(now);
    if (wait !== waitBefore && wait && isDue(wait) && sayWait(run, wait, now)) saidAt.set(wait, now);
    waitBefore = wait;
    if (!isOther(rate, rateBefore) || !isDue('rate_changed')) return;
    saidAt.set('rate_changed', now);
    const message = rate === null ? 'No limit on requests per second.' : `Up to ${shown(rate)} requests per second.`;
    const [perSecond, before] = [rate && shown(rate), rateBefore && shown(rateBefore)];
    void run.options.hint('', { event: 'rate_changed', perSecond, before, concurrency, message });
    rateBefore = rate;
  };
}

const isOther = (rate: number | null, before: number | null): boolean =>
  rate === null || before === null ? rate !== before : Math.abs(rate - before) > smallestChange * before;

const shown = (rate: number): number => Math.round(rate * 100) / 100;

/** False for a wait that is not worth it. A limit that the user or the store sets is no event. */
function sayWait({ options, limiter, requests }: ImportRun, reason: Wait, now: number): boolean {
  const { pausedFor, outageSince } = limiter.state(now);
  if (reason === 'rate' || (reason === 'store' && pausedFor < shortestPause && outageSince === undefined)) return false;
  const why = requests.silence?.why ?? null;
  const seconds = reason === 'store' ? Math.round(pausedFor / 100) / 10 : null;
  const message =
    reason === 'store'
      ? `Waiting ${formatSpan(pausedFor)} for the store${why === null ? '' : `: ${why}`}.`
      : 'Waiting until the store shows what was sent.';
  void options.hint('', { event: 'waiting', level: 'warn', reason, seconds, why, message });
  return true;
}
