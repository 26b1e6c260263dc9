import { escapeText } from '../text/escape.ts';
import { formatCount, formatSpan } from '../text/numbers.ts';
import { cut, widthOf } from './width.ts';

export interface Progress {
  readonly done: number;
  /** Absent while it is not known. */
  readonly total?: number | undefined;
  /** Done before `startedAt`, in an earlier run: they do not count for the speed. */
  readonly before?: number | undefined;
  /** Milliseconds of the same clock. */
  readonly startedAt: number;
  readonly now: number;
  readonly rejected?: number | undefined;
  /** What is going on beside the work: `waiting 5 s, the store asked for it`. */
  readonly note?: string | undefined;
  /** Columns of the terminal. */
  readonly width?: number | undefined;
}

/**
 * One line about a long task: `  41,200 of 100,000  1,240/s  47 s left  3 rejected`. On a narrow terminal the speed goes first, then the note,
 * then the time left; what still does not fit is cut. The last column stays free, since some terminals wrap there.
 */
export function progressLine(progress: Progress): string {
  const parts = partsOf(progress).filter(({ text }) => text !== '');
  const available = progress.width === undefined ? Number.POSITIVE_INFINITY : progress.width - 1;
  const droppable = [...parts].filter(({ goes }) => goes > 0).sort((left, right) => left.goes - right.goes);
  let shown = parts;
  while (widthOf(lineOf(shown)) > available && droppable.length > 0) {
    const dropped = droppable.shift();
    shown = shown.filter((part) => part !== dropped);
  }
  return cut(lineOf(shown), available);
}

interface Part {
  readonly text: string;
  /** Its turn to go when room is short; 0 stays. */
  readonly goes: number;
}

function partsOf({ done, total, before = 0, startedAt, now, rejected = 0, note = '' }: Progress): readonly Part[] {
  const speed = perSecond(done - before, now - startedAt);
  const left = total !== undefined && total > done && speed > 0 ? `${formatSpan(((total - done) / speed) * 1000)} left` : '';
  return [
    { text: total === undefined ? formatCount(done) : `${formatCount(done)} of ${formatCount(total)}`, goes: 0 },
    { text: speedText(speed), goes: 1 },
    { text: left, goes: 3 },
    { text: rejected > 0 ? `${formatCount(rejected)} rejected` : '', goes: 0 },
    { text: escapeText(note), goes: 2 },
  ];
}

const lineOf = (parts: readonly Part[]): string => `  ${parts.map(({ text }) => text).join('  ')}`;

const perSecond = (count: number, milliseconds: number): number => (milliseconds > 0 && count > 0 ? (count * 1000) / milliseconds : 0);

function speedText(speed: number): string {
  if (speed === 0) return '';
  return speed < 9.95 ? `${speed.toFixed(1)}/s` : `${formatCount(Math.round(speed))}/s`;
}
