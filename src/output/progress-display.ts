import type { Context } from '../context.ts';
import { type Progress, progressLine } from './progress.ts';

/** How far the work is. */
export type Work = Pick<Progress, 'done' | 'total' | 'rejected' | 'note'>;

/** `bar`: a line that is redrawn; `lines`: a line from time to time, so that a log shows life and is not flooded. */
export type Manner = 'bar' | 'lines' | 'nothing';

export interface ProgressDisplay {
  /** Shows how far the work is, if it is time to; it also is by itself, while the work waits. */
  show(): void;
  /** Takes the line away again. */
  end(): Promise<void>;
}

/** Milliseconds: what is done sooner needs no display; how often it changes; how much of the past makes the speed. */
const [patience, redraw, heartbeat, memory] = [500, 100, 10_000, 20_000];

/**
 * How progress is shown. Lines are for work whose result is not on standard output, as an import or a list that goes to a file: where data is on
 * standard output and standard error is no terminal, nothing but the data is wanted. Rows that are printed at a terminal are their own progress.
 */
export function mannerOf(
  { stdout, stderr, env }: Pick<Context, 'stdout' | 'stderr' | 'env'>,
  { printsRows }: { readonly printsRows: boolean },
): Manner {
  if (printsRows && stdout.isTerminal) return 'nothing';
  if (stderr.isTerminal && env.TERM !== 'dumb') return 'bar';
  return printsRows && !stderr.isTerminal ? 'nothing' : 'lines';
}

/** Shows how far the work is, until its end or until the user stops it. */
export function showProgress(
  context: Pick<Context, 'stderr' | 'clock' | 'every' | 'interrupted'>,
  manner: Manner,
  work: () => Work,
): ProgressDisplay {
  if (manner === 'nothing') return { show: () => undefined, end: async () => undefined };
  const { stderr, clock, every, interrupted } = context;
  const speed = new Speed(clock.elapsed(), work().done);
  const [first, pause] = manner === 'bar' ? [patience, redraw] : [heartbeat, heartbeat];
  let next = clock.elapsed() + first;
  const show = (): void => {
    const now = clock.elapsed();
    if (now < next || interrupted.aborted) return;
    next = now + pause;
    const { done, ...rest } = work();
    const line = progressLine({ done, ...rest, ...speed.at(now, done), ...(manner === 'bar' ? { width: stderr.columns } : {}) });
    void (manner === 'bar' ? stderr.status(line) : stderr.write(`${line}\n`));
  };
  const stop = every(redraw, show);
  const end = (): Promise<void> => {
    stop();
    interrupted.removeEventListener('abort', end);
    return stderr.status('');
  };
  // At once: a second Ctrl-C ends the process, and the line would stay.
  interrupted.addEventListener('abort', end, { once: true });
  return { show, end };
}

/** The speed of the last seconds: rows that are skipped go by faster than rows that are sent. */
class Speed {
  #marks: { readonly at: number; readonly done: number }[];

  /** @param done before this display began, in an earlier run: that does not count for the speed */
  constructor(now: number, done: number) {
    this.#marks = [{ at: now, done }];
  }

  /** What `progressLine` reckons the speed from. */
  at(now: number, done: number): Required<Pick<Progress, 'startedAt' | 'before' | 'now'>> {
    const last = this.#marks.at(-1);
    if (last && now - last.at >= memory / 10) this.#marks.push({ at: now, done });
    while ((this.#marks[1]?.at ?? now) < now - memory) this.#marks.shift();
    const { at: startedAt, done: before } = this.#marks[0] ?? { at: now, done };
    return { startedAt, before, now };
  }
}
