import type { Context } from '../context.ts';
import { progressLine } from '../output/progress.ts';
import type { Tally } from './report.ts';

export interface ProgressDisplay {
  /** Shows how far the work is, if it is time to. */
  show(): void;
  /** Takes a line at the terminal away again. */
  end(): Promise<void>;
}

const [redraw, heartbeat] = [100, 10_000];

/** A line that is redrawn at a terminal; elsewhere a line every ten seconds, so that a log shows life and is not flooded. */
export function createProgress({ stderr, clock }: Context, tally: Tally, total: number): ProgressDisplay {
  const startedAt = clock.elapsed();
  let last = startedAt;
  return {
    show() {
      const now = clock.elapsed();
      if (now - last < (stderr.isTerminal ? redraw : heartbeat)) return;
      last = now;
      const line = progressLine({
        done: tally.done,
        total,
        startedAt,
        now,
        rejected: tally.rejected,
        width: stderr.isTerminal ? stderr.columns : undefined,
      });
      void stderr.write(stderr.isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
    },
    end: () => (stderr.isTerminal ? stderr.write('\r\u001b[K') : Promise.resolve()),
  };
}
