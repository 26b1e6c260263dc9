import { Chalk } from 'chalk';
import type { Tone } from '../resources/record.ts';

/**
 * The colours of what a person reads. Only weight and the colours that every terminal has under the same name, whatever its background; never
 * the only sign of anything.
 */
export interface Paints extends Readonly<Record<Tone, Paint>> {
  readonly heading: Paint;
  readonly failure: Paint;
}

type Paint = (text: string) => string;

export function paints(color: boolean): Paints {
  const { bold, dim, green, red } = new Chalk({ level: color ? 1 : 0 });
  return {
    heading: (text) => bold(text),
    quiet: (text) => dim(text),
    failure: (text) => bold.red(text),
    good: (text) => green(text),
    bad: (text) => red(text),
  };
}
