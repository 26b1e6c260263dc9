import type { Context, LogEvent } from '../context.ts';
import { escapeText } from '../text/escape.ts';
import { formatCount, formatSpan } from '../text/numbers.ts';
import { cut, widthOf } from './width.ts';

/** How far the work is. */
export type Work = Pick<Progress, 'done' | 'total' | 'place' | 'rejected' | 'note'>;

/** `bar`: a line that is redrawn; `lines`: a line from time to time, so that a log shows life and is not flooded. */
type ProgressMode = 'bar' | 'lines' | 'nothing';

export interface ProgressDisplay {
  /** Shows how far the work is, if it is time to; also redraws on a timer. */
  show(): void;
  /** Removes the line. */
  end(): Promise<void>;
}

/** Milliseconds until the display appears, between its updates, and for measuring the speed. */
const [patience, redraw, heartbeat, memory] = [500, 100, 10_000, 20_000];

/**
 * Log lines are for work whose result is not on stdout, such as an import. With data on stdout and no terminal, nothing
 * is shown. Rows printed at a terminal are progress enough.
 */
export function progressMode(
  { stdout, stderr, env }: Pick<Context, 'stdout' | 'stderr' | 'env'>,
  { quiet = false, printsRows = false }: { readonly quiet?: boolean | undefined; readonly printsRows?: boolean },
): ProgressMode {
  if (quiet || (printsRows && stdout.isTerminal)) return 'nothing';
  if (stderr.isTerminal && env.TERM !== 'dumb') return 'bar';
  return printsRows && !stderr.isTerminal ? 'nothing' : 'lines';
}

/** Shows how far the work is, until its end or until the user stops it. @param paint colours a finished line */
export function showProgress(
  context: Pick<Context, 'stderr' | 'clock' | 'every' | 'interrupted'>,
  mode: ProgressMode,
  work: () => Work,
  paint: (line: string) => string = (line) => line,
): ProgressDisplay {
  if (mode === 'nothing') return { show: () => undefined, end: async () => undefined };
  const { stderr, clock, every, interrupted } = context;
  const speed = new Speed(clock.elapsed(), work().done);
  const [first, pause] = mode === 'bar' ? [patience, redraw] : [heartbeat, heartbeat];
  let next = clock.elapsed() + first;
  const show = (): void => {
    const now = clock.elapsed();
    if (now < next || interrupted.aborted) return;
    next = now + pause;
    const { done, ...rest } = work();
    const progress = { done, ...rest, ...speed.at(now, done) };
    if (mode === 'bar') void stderr.status(paint(progressLine({ ...progress, width: stderr.columns })));
    else void stderr.write(`${progressLine(progress)}\n`, progressEvent(progress));
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

  /** The start of the measured interval, for `progressLine`. */
  at(now: number, done: number): Required<Pick<Progress, 'startedAt' | 'before' | 'now'>> {
    const last = this.#marks.at(-1);
    if (last && now - last.at >= memory / 10) this.#marks.push({ at: now, done });
    while ((this.#marks[1]?.at ?? now) < now - memory) this.#marks.shift();
    const { at: startedAt, done: before } = this.#marks[0] ?? { at: now, done };
    return { startedAt, before, now };
  }
}

interface Progress {
  readonly done: number;
  /** Absent while it is not known. */
  readonly total?: number | undefined;
  /** Done before `startedAt`: they do not count for the speed. */
  readonly before?: number | undefined;
  /** Milliseconds of the same clock. */
  readonly startedAt: number;
  readonly now: number;
  /** Where the work is done: `on shop.example`. */
  readonly place?: string | undefined;
  readonly rejected?: number | undefined;
  /** Why the work waits: `waiting 5 s, the store asked for it`. */
  readonly note?: string | undefined;
  /** Columns of the terminal; without one there is no bar. */
  readonly width?: number | undefined;
}

/**
 * One line about a long task: `  [======>      ]  41,200 of 100,000  1,240/s  47 s left  3 rejected`. On a narrow
 * terminal the bar goes first, then the speed, the note, the time left and the place; where not even the count fits,
 * there is a percentage. The last column stays free, since some terminals wrap there.
 */
function progressLine(progress: Progress): string {
  const available = progress.width === undefined ? Number.POSITIVE_INFINITY : Math.max(0, progress.width - 1);
  const parts = partsOf(progress).filter(({ text }) => text !== '');
  const droppable = parts.filter(({ goes }) => goes > 0).sort((left, right) => left.goes - right.goes);
  let shown = parts;
  for (const part of droppable) {
    if (widthOf(lineOf(shown)) <= available) break;
    shown = shown.filter((other) => other !== part);
  }
  const line = lineOf(shown);
  if (widthOf(line) > available)
    return cut(lineOf(shown.map((part) => (part.isCount ? { ...part, text: shareText(progress) } : part))), available);
  const bar = progress.width === undefined ? '' : barOf(progress, available - widthOf(line) - 2);
  return bar === '' ? line : lineOf([{ text: bar, goes: 0 }, ...shown]);
}

interface Part {
  readonly text: string;
  /** Its turn to go when room is short; 0 stays. */
  readonly goes: number;
  readonly isCount?: true;
}

/** The same for a log: speed in a second, time left in seconds. */
function progressEvent(progress: Progress): LogEvent {
  const { done, total = null, rejected = null, note } = progress;
  const { speed, left } = paceOf(progress);
  return {
    event: 'progress',
    ...{ done, total, rejected, perSecond: rounded(speed), secondsLeft: left === undefined ? null : rounded(left) },
    ...(note ? { note } : {}),
  };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** How many a second, and how many seconds are left; undefined where that is not known. */
function paceOf({ done, total, before = 0, startedAt, now }: Progress): { speed: number; left: number | undefined } {
  const speed = perSecond(done - before, now - startedAt);
  return { speed, left: total !== undefined && total > done && speed > 0 ? (total - done) / speed : undefined };
}

function partsOf(progress: Progress): readonly Part[] {
  const { place = '', rejected = 0, note = '' } = progress;
  const { speed, left } = paceOf(progress);
  return [
    { text: countText(progress), goes: 0, isCount: true },
    { text: escapeText(place), goes: 4 },
    { text: speedText(speed), goes: 1 },
    { text: left === undefined ? '' : `${formatSpan(left * 1000)} left`, goes: 3 },
    { text: rejected > 0 ? `${formatCount(rejected)} rejected` : '', goes: 0 },
    { text: escapeText(note), goes: 2 },
  ];
}

const lineOf = (parts: readonly Part[]): string => `  ${parts.map(({ text }) => text).join('  ')}`;

const countText = ({ done, total }: Progress): string =>
  total === undefined ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`;

/** `41%`, or the count where the total is not known. Never 100% before the end. */
function shareText(progress: Progress): string {
  return progress.total ? `${Math.floor(shareOf(progress) * 100)}%` : formatCount(progress.done);
}

/** A store may give more than it counted. */
const shareOf = ({ done, total = 0 }: Progress): number => (total > 0 ? Math.min(1, done / total) : 0);

const [shortestBar, longestBar] = [10, 32];

/** In plain characters, which every terminal and every font has. */
function barOf(progress: Progress, room: number): string {
  if (progress.total === undefined || room < shortestBar) return '';
  const inside = Math.min(room, longestBar) - 2;
  const filled = Math.round(shareOf(progress) * inside);
  const head = filled < inside ? '>' : '';
  return `[${'='.repeat(filled)}${head}${' '.repeat(inside - filled - head.length)}]`;
}

/** Time has passed: nothing is shown at the very start. */
const perSecond = (count: number, milliseconds: number): number => (count > 0 ? (count * 1000) / milliseconds : 0);

function speedText(speed: number): string {
  if (speed === 0) return '';
  return speed < 9.95 ? `${speed.toFixed(1)}/s` : `${formatCount(Math.round(speed))}/s`;
}
