import { escapeText } from '../text/escape.ts';
import { formatCount, formatSpan } from '../text/numbers.ts';
import { cut, widthOf } from './width.ts';

export interface Progress {
  readonly done: number;
  /** Absent while it is not known. */
  readonly total?: number | undefined;
  /** Done before `startedAt`: they do not count for the speed. */
  readonly before?: number | undefined;
  /** Milliseconds of the same clock. */
  readonly startedAt: number;
  readonly now: number;
  readonly rejected?: number | undefined;
  /** What is going on beside the work: `waiting 5 s, the store asked for it`. */
  readonly note?: string | undefined;
  /** Columns of the terminal; without one there is no bar. */
  readonly width?: number | undefined;
}

/**
 * One line about a long task: `  [======>      ]  41,200 of 100,000  1,240/s  47 s left  3 rejected`. On a narrow terminal the bar goes first, then the
 * speed, the note and the time left; where not even the count fits, there is a percentage. The last column stays free, since some terminals wrap there.
 */
export function progressLine(progress: Progress): string {
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

function partsOf(progress: Progress): readonly Part[] {
  const { done, total, before = 0, startedAt, now, rejected = 0, note = '' } = progress;
  const speed = perSecond(done - before, now - startedAt);
  const left = total !== undefined && total > done && speed > 0 ? `${formatSpan(((total - done) / speed) * 1000)} left` : '';
  return [
    { text: countText(progress), goes: 0, isCount: true },
    { text: speedText(speed), goes: 1 },
    { text: left, goes: 3 },
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

const perSecond = (count: number, milliseconds: number): number => (milliseconds > 0 && count > 0 ? (count * 1000) / milliseconds : 0);

function speedText(speed: number): string {
  if (speed === 0) return '';
  return speed < 9.95 ? `${speed.toFixed(1)}/s` : `${formatCount(Math.round(speed))}/s`;
}
