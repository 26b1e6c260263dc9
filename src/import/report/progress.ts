import type { LogEvent } from '../../context.ts';
import { type ProgressDisplay, progressMode, showProgress } from '../../output/progress.ts';
import { formatSpan } from '../../text/numbers.ts';
import type { ImportRun } from '../import-run.ts';
import type { Wait } from '../pace/measurements.ts';
import { noteOf, outcomesOf } from './progress-note.ts';
import { limitText } from './time.ts';

/** For a JSON log. */
export const importStarted = ({ id, options, checked, tally, continued }: ImportRun): LogEvent => ({
  event: 'import_started',
  run: id,
  store: options.store.storeValue(),
  file: options.path,
  rows: checked.rows,
  toSend: tally.notSent,
  continued: continued !== undefined,
  concurrency: options.pace.concurrency,
  perSecond: options.pace.rate ?? null,
});

/** Shows how far an import is: one line that is redrawn at a terminal, a line every ten seconds elsewhere. */
export function createProgress(run: ImportRun): ProgressDisplay {
  const { context, quiet, store } = run.options;
  const { tally, ledger, limiter } = run;
  const { clock, requests, settleTime } = run.store;
  const mode = progressMode(context, { quiet });
  let before = { finished: ledger.finished, at: clock.elapsed() };
  const work = () => {
    const now = clock.elapsed();
    if (ledger.finished !== before.finished) before = { finished: ledger.finished, at: now };
    const { pausedFor, underWay, ratePerSecond = 0 } = limiter.state(now);
    const limit = requests.wait === 'rate' ? limitText(ratePerSecond, run) : undefined;
    const checking = [...settleTime.checking].map((due) => due());
    const stalledFor = now - before.at;
    return {
      done: tally.done,
      total: tally.sendable,
      ...outcomesOf(tally),
      waiting: { rows: checking.length, longest: Math.max(0, ...checking.map((due) => due - now)) },
      // The lines of a log are many, and the first message names the store.
      place: mode === 'bar' ? `on ${store.storeLabel()}` : '',
      note: noteOf({
        now,
        silence: requests.silence,
        pausedFor,
        listed: run.listed,
        limit,
        checking,
        underWay,
        stalledFor,
      }),
    };
  };
  return showProgress(context, mode, work, store.paintStore);
}

/** Each step has its own progress display: the speed of one says nothing about the next. */
export async function withProgress<T>(run: ImportRun, step: () => Promise<T>): Promise<T> {
  run.display = createProgress(run);
  return await step().finally(() => run.display?.end());
}

/** Milliseconds between two samples: rows pay nothing for being measured. */
const interval = 100;

/** Measures finished rows and waits over time, from now until the returned function is called, which `onSample` follows. */
export function measure(run: ImportRun, onSample: (wait: Wait | undefined) => void): () => void {
  const { ledger, timeline, options } = run;
  const { clock, settleTime } = run.store;
  const start = clock.elapsed();
  let finished = ledger.finished;
  const sample = (): void => {
    const now = clock.elapsed() - start;
    const wait = waitOf(run);
    if (wait === 'settle') timeline.maxSettling = Math.max(timeline.maxSettling, settleTime.checking.size);
    timeline.add(now, ledger.finished - finished, wait);
    finished = ledger.finished;
    onSample(wait);
  };
  const stop = options.context.every(interval, sample);
  return () => {
    stop();
    sample();
  };
}

/** What the import waits for; undefined while requests are under way or rows are read. */
function waitOf({ store: { requests, clock, settleTime }, limiter }: ImportRun): Wait | undefined {
  if (requests.wait) return requests.wait;
  return settleTime.checking.size > 0 && limiter.state(clock.elapsed()).underWay === 0 ? 'settle' : undefined;
}

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
  let waitBefore: Wait | undefined;
  let rateBefore: number | null = null;
  return (wait) => {
    const now = run.store.clock.elapsed();
    const isDue = (kind: string): boolean => now - (saidAt.get(kind) ?? Number.NEGATIVE_INFINITY) >= quiet;
    const { ratePerSecond: rate = null, concurrency } = run.limiter.state(now);
    if (wait !== waitBefore && wait && isDue(wait) && sayWait(run, wait, now)) saidAt.set(wait, now);
    waitBefore = wait;
    if (!isOther(rate, rateBefore) || !isDue('rate_changed')) return;
    saidAt.set('rate_changed', now);
    const message = rate === null ? 'No limit on requests per second.' : `Up to ${shown(rate)} requests per second.`;
    const perSecond = rate && shown(rate);
    const before = rateBefore && shown(rateBefore);
    void run.options.hint('', { event: 'rate_changed', perSecond, before, concurrency, message });
    rateBefore = rate;
  };
}

const isOther = (rate: number | null, before: number | null): boolean =>
  rate === null || before === null ? rate !== before : Math.abs(rate - before) > smallestChange * before;

const shown = (rate: number): number => Math.round(rate * 100) / 100;

/** False for a wait that is not worth it. A limit that the user or the store sets is no event. */
function sayWait({ options, limiter, store }: ImportRun, reason: Wait, now: number): boolean {
  const { pausedFor } = limiter.state(now);
  if (reason === 'rate' || (reason === 'store' && pausedFor < shortestPause && !limiter.probing)) return false;
  const why = store.requests.silence?.why ?? null;
  const seconds = reason === 'store' ? Math.round(pausedFor / 100) / 10 : null;
  const message =
    reason === 'store'
      ? `Waiting ${formatSpan(pausedFor)} for the store${why === null ? '' : `: ${why}`}.`
      : 'Waiting until the store shows what was sent.';
  void options.hint('', { event: 'waiting', level: 'warn', reason, seconds, why, message });
  return true;
}
