import type { ImportRun } from '../import-run.ts';
import type { Wait } from '../pace/timeline.ts';

/** Milliseconds between two samples: rows pay nothing for being measured. */
const interval = 100;

/** Measures finished rows and waits over time, from now until the returned function is called, which `onSample` follows. */
export function measure(run: ImportRun, onSample: (wait: Wait | undefined) => void): () => void {
  const { clock, ledger, timeline, options } = run;
  const start = clock.elapsed();
  let [before, finished] = [0, ledger.finished];
  const sample = (): void => {
    const now = clock.elapsed() - start;
    const wait = waitOf(run);
    timeline.add(before, now, { rows: ledger.finished - finished, ...(wait && { [wait]: now - before }) });
    [before, finished] = [now, ledger.finished];
    onSample(wait);
  };
  const stop = options.context.every(interval, sample);
  return () => {
    stop();
    sample();
  };
}

/** What the import waits for; undefined while requests are under way or rows are read. */
function waitOf({ requests, limiter, clock, checking }: ImportRun): Wait | undefined {
  if (requests.wait) return requests.wait;
  return checking > 0 && limiter.state(clock.elapsed()).underWay === 0 ? 'settle' : undefined;
}
