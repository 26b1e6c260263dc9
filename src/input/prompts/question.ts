import type { Choice } from './choice.ts';

/** What is wrong with an answer; undefined for a right one. */
export type AnswerCheck = (text: string) => string | undefined | Promise<string | undefined>;

/** A question that is answered with text; escaped where it is shown. */
export interface TextQuestion {
  readonly message: string;
  /** Typed in advance, to be changed or accepted. */
  readonly initial?: string;
  /** Shown dim and typed over; Enter accepts it, Backspace removes it. */
  readonly suggestion?: string;
  /** What is wrong with an answer; undefined for a valid one. */
  readonly fault: AnswerCheck;
  /** Whether a wrong answer is removed, so that the next one is typed from the start. */
  readonly isClearedByFault?: true;
}

/** The choices for a typed text. The signal aborts when more is typed. */
export type Find<T> = (typed: string, signal: AbortSignal) => readonly Choice<T>[] | Promise<readonly Choice<T>[]>;
