import { Chalk } from 'chalk';

/**
 * The colours of what a person reads. Only weight and the colours that every terminal has under the same name, whatever
 * its background. A colour is never the only sign of anything.
 */
export interface Paints {
  readonly heading: Paint;
  readonly quiet: Paint;
  readonly good: Paint;
  readonly bad: Paint;
  readonly failure: Paint;
  /** The word `Warning:`. */
  readonly warning: Paint;
  /** A question, and what can be chosen or was typed in answer to it. */
  readonly question: Paint;
  readonly answer: Paint;
}

type Paint = (text: string) => string;

export function paints(color: boolean): Paints {
  const { blue, bold, cyan, dim, green, red } = new Chalk({ level: color ? 1 : 0 });
  return {
    heading: (text) => bold(text),
    quiet: (text) => dim(text),
    good: (text) => green(text),
    bad: (text) => red(text),
    failure: (text) => bold.red(text),
    warning: (text) => bold.yellow(text),
    question: (text) => blue(text),
    answer: (text) => cyan(text),
  };
}
