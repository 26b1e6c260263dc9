import type { Context, LogEvent } from '../context.ts';
import { escapeText } from '../text/escape.ts';
import { formatCount, formatSpan } from '../text/numbers.ts';
import { noTabProgress, showsTabProgress, tabProgress } from './terminal.ts';
import { cut, widthOf } from './width.ts';

/** How far the work is. */
export interface Work {
  /** What is counted, where it is not the same all the time: `baskets`. */
  readonly unit?: string | undefined;
  readonly done: number;
  /** Absent while it is not known. */
  readonly total?: number | undefined;
  /** Where the work is done: `on shop.example`. */
  readonly place?: string | undefined;
  /** What became of what is done: `created`, `existing`. The first is expected, and not said while all have it. */
  readonly outcomes?: Readonly<Record<string, number>> | undefined;
  /** The same for what a person must see: `rejected`. */
  readonly problems?: Readonly<Record<string, number>> | undefined;
  /** What is not done because it waits: so many, and the longest for so many milliseconds. */
  readonly waiting?: { readonly rows: number; readonly longest: number } | undefined;
  /** Why the work waits: `waiting 5 s, the store asked for it`. */
  readonly note?: string | undefined;
}

interface ProgressState extends Work {
  /** How many are done in a second; 0 at the start. */
  readonly speed: number;
  /** Columns of the terminal; without one there is no bar. */
  readonly width?: number | undefined;
}

/** `bar`: a line that is redrawn; `lines`: a line from time to time, so that a log shows life and is not flooded. */
type ProgressMode = 'bar' | 'lines' | 'nothing';

export interface ProgressDisplay {
  /** Shows how far the work is, if it is time to; also redraws on a timer. */
  show(): void;
  /** Removes the line. */
  end(): Promise<void>;
}

/** What nothing is done without, where no other reason is known. */
const firstAnswer = 'waiting for the first answer';

const reasonOf = ({ done, note }: Work): string | undefined => (done === 0 ? note || firstAnswer : note);

/** Milliseconds until the bar appears. */
const patience = 500;
/** Milliseconds between updates of the bar. */
const redraw = 100;
/** Milliseconds between two lines of a log. */
const heartbeat = 10_000;
/** Milliseconds for which the speed is measured. */
const memory = 20_000;

/**
 * Log lines are for work whose result is not on stdout, such as an import. Rows printed at a terminal are progress enough,
 * and a pipe may lead there: while rows are printed, only a file is known to keep them apart.
 */
export function progressMode(
  { stdout, stderr, env }: Pick<Context, 'stdout' | 'stderr' | 'env'>,
  { quiet = false, printsRows = false }: { readonly quiet?: boolean | undefined; readonly printsRows?: boolean },
): ProgressMode {
  if (quiet || (printsRows && !stdout.isFile)) return 'nothing';
  if (stderr.isTerminal && env.TERM !== 'dumb') return 'bar';
  return printsRows && !stderr.isTerminal ? 'nothing' : 'lines';
}

/** Shows how far the work is, until its end or until the user stops it. @param paint colours a finished line */
export function showProgress(
  context: Pick<Context, 'stderr' | 'clock' | 'every' | 'interrupted' | 'env'>,
  mode: ProgressMode,
  work: () => Work,
  paint: (line: string) => string = (line) => line,
): ProgressDisplay {
  if (mode === 'nothing') return { show: () => undefined, end: async () => undefined };
  const { stderr, clock, every, interrupted, env } = context;
  let tab = '';
  let isShown = false;
  let isEnded = false;
  const speed = new Speed(clock.elapsed(), work());
  const pause = mode === 'bar' ? redraw : heartbeat;
  let next = clock.elapsed() + (mode === 'bar' ? patience : heartbeat);
  const show = (): void => {
    const now = clock.elapsed();
    // A read that was under way when another one failed may end later.
    if (isEnded || now < next || interrupted.aborted) return;
    next = now + pause;
    const current = work();
    const note = reasonOf(current);
    const progress = { ...current, note, speed: speed.at(now, current) };
    if (mode === 'bar') {
      // Until something is known of the work, another line says which store is waited for.
      if (note === firstAnswer && !isShown) return;
      isShown = true;
      tab = tabText(progress, env);
      return void stderr.status(tab + paint(progressLine({ ...progress, width: stderr.columns })));
    }
    // Where the result is JSON, a failure leaves nothing but its error: how far the work was, a log says (`--log-format`).
    if (stderr.isHeld) return;
    // The lines of a log are many, and the first message names the store.
    void stderr.write(`${progressLine({ ...progress, place: '' })}\n`, progressEvent(progress));
  };
  const stop = every(redraw, show);
  const end = async (): Promise<void> => {
    isEnded = true;
    stop();
    interrupted.removeEventListener('abort', end);
    if (tab !== '') await stderr.status(noTabProgress);
    tab = '';
    await stderr.status('');
  };
  // At once: a second Ctrl-C ends the process, and the line would stay.
  interrupted.addEventListener('abort', end, { once: true });
  return { show, end };
}

/** The speed of the last seconds: rows that are skipped go by faster than rows that are sent. */
class Speed {
  #marks: { readonly at: number; readonly done: number }[];
  #unit: string | undefined;

  /** What was done before this display began, in an earlier run, does not count for the speed. */
  constructor(now: number, { unit, done }: Work) {
    this.#marks = [{ at: now, done }];
    this.#unit = unit;
  }

  /** How many a second. */
  at(now: number, { unit, done }: Work): number {
    if (unit !== this.#unit) this.#marks = [{ at: now, done }];
    this.#unit = unit;
    const last = this.#marks.at(-1);
    if (last && now - last.at >= memory / 10) this.#marks.push({ at: now, done });
    while ((this.#marks[1]?.at ?? now) < now - memory) this.#marks.shift();
    const [first = { at: now, done }] = this.#marks;
    return done > first.done ? ((done - first.done) * 1000) / (now - first.at) : 0;
  }
}

/**
 * One line about a long task: `  [======>      ]  41,200 of 100,000  3 rejected  1,240/s  47 s left`. The bar is as wide as
 * the terminal lets it be, whatever else is said: it stays where it is. Of the rest is said what has room: first
 * the note, then the time left, the outcomes, the speed and the place. The last column stays free, since some terminals wrap
 * there.
 */
function progressLine(progress: ProgressState): string {
  const bar = barOf(progress);
  const room = progress.width === undefined ? Number.POSITIVE_INFINITY : Math.max(0, progress.width - 1);
  const available = room - (bar === '' ? 0 : widthOf(bar) + 2);
  const parts = partsOf(progress).filter(({ text }) => text !== '');
  let shown = parts.filter(({ goes }) => goes === 0);
  for (const part of parts.filter(({ goes }) => goes > 0).sort((left, right) => right.goes - left.goes)) {
    const more = parts.filter((other) => other === part || shown.includes(other));
    if (widthOf(lineOf(more)) <= available) shown = more;
  }
  return `${bar === '' ? '' : `  ${bar}`}${cut(lineOf(shown), available)}`;
}

/** What comes before the line at a terminal whose tab shows progress. */
function tabText(progress: ProgressState, env: Context['env']): string {
  if (!showsTabProgress(env)) return '';
  return tabProgress(progress.total === undefined ? undefined : shareOf(progress));
}

interface LinePart {
  readonly text: string;
  /** Those with a lower number go first when room is short; 0 stays. */
  readonly goes: number;
}

/** The same for a log: speed in a second, time left in seconds. */
function progressEvent(progress: ProgressState): LogEvent {
  const { unit, done, total = null, outcomes, problems, note, speed } = progress;
  const { left } = paceOf(progress);
  return {
    event: 'progress',
    ...(unit === undefined ? {} : { unit }),
    done,
    total,
    ...outcomes,
    ...problems,
    perSecond: rounded(speed),
    secondsLeft: left === undefined ? null : rounded(left),
    ...(note ? { note } : {}),
  };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** How many seconds are left; undefined where that is not known. */
function paceOf({ done, total = done, speed, waiting }: ProgressState) {
  const { rows, longest } = waiting ?? { rows: 0, longest: 0 };
  const next = Math.max(0, total - done - rows);
  const forNext = next === 0 ? 0 : speed === 0 ? undefined : next / speed;
  const left = total > done && forNext !== undefined ? Math.max(forNext, longest / 1000) : undefined;
  return {
    left,
    /** Nothing else is left: the speed says nothing any more. */
    waitsOnly: rows > 0 && next === 0,
    /** The note says how long. */
    waitsLonger: rows > 0 && longest / 1000 >= (forNext ?? 0),
  };
}

function partsOf(progress: ProgressState): readonly LinePart[] {
  const { place = '', outcomes, problems, note = '', speed } = progress;
  const { left, waitsOnly, waitsLonger } = paceOf(progress);
  return [
    { text: countText(progress), goes: 0 },
    { text: countsText(problems), goes: 0 },
    { text: isAsExpected(progress) ? '' : countsText(outcomes), goes: 3 },
    { text: waitsOnly ? '' : speedText(speed), goes: 2 },
    { text: waitsLonger || left === undefined ? '' : `${formatSpan(Math.max(1, left) * 1000)} left`, goes: 4 },
    { text: escapeText(note), goes: 5 },
    { text: escapeText(place), goes: 1 },
  ];
}

const isAsExpected = ({ done, outcomes = {} }: ProgressState): boolean => Object.values(outcomes)[0] === done;

/** `17 created  2 existing` */
const countsText = (counts: Readonly<Record<string, number>> = {}): string =>
  Object.entries(counts)
    .flatMap(([outcome, count]) => (count > 0 ? `${formatCount(count)} ${outcome}` : []))
    .join('  ');

const lineOf = (parts: readonly LinePart[]): string => `  ${parts.map(({ text }) => text).join('  ')}`;

function countText({ unit, done, total }: ProgressState): string {
  const count = total === undefined ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`;
  return unit === undefined ? count : `${unit} ${count}`;
}

/** A store may give more than it counted. */
const shareOf = ({ done, total = 0 }: ProgressState): number => (total > 0 ? Math.min(1, done / total) : 0);

/** Narrower terminals have no bar. */
const minTerminal = 60;
const maxBar = 32;

/** A sixth of the terminal, in plain characters, which every terminal and every font has. */
function barOf(progress: ProgressState): string {
  const { total, width = 0 } = progress;
  if (total === undefined || width < minTerminal) return '';
  const inside = Math.min(Math.floor(width / 6), maxBar) - 2;
  const share = shareOf(progress);
  // Full at the end only.
  const filled = share === 1 ? inside : Math.min(inside - 1, Math.round(share * inside));
  const head = filled < inside ? '>' : '';
  return `[${'='.repeat(filled)}${head}${' '.repeat(inside - filled - head.length)}]`;
}

function speedText(speed: number): string {
  if (speed === 0) return '';
  return speed < 9.95 ? `${speed.toFixed(1)}/s` : `${formatCount(Math.round(speed))}/s`;
}
