import { escapeText } from '../../text/escape.ts';
import { cut } from '../../text/words.ts';

/** One of several choices. */
export interface Choice<T> {
  readonly value: T;
  /** Escaped where it is shown. */
  readonly label: string;
  /** What is left of it once it is chosen; the label by default. */
  readonly short?: string;
  /** Shown below it, as far as a line has room; escaped there. */
  readonly below?: string;
}

export type PromptOutput = NodeJS.WritableStream & { readonly rows?: number; readonly columns?: number };

/**
 * How many lines of choices are shown, at most `limit`. The library repeats a question higher than the screen instead
 * of redrawing it.
 */
export const linesFor = (limit: number, { rows = 24 }: PromptOutput): number =>
  Math.max(2, Math.min(limit, rows - otherLines));

/** The question in up to three lines, an empty line and the help. */
const otherLines = 6;

/** A choice as the library takes it: a label, and what is below it. */
export const named =
  ({ columns = 80 }: PromptOutput) =>
  <T>({ value, label, short = label, below = '' }: Choice<T>) => ({
    value,
    name: below === '' ? escapeText(label) : `${escapeText(label)}\n${indent}${cut(escapeText(below), columns - 8)}`,
    short: escapeText(short),
  });

/** Of what is below a choice. */
const indent = '    ';
