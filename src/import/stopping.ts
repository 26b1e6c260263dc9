import { gracePeriod } from '../pace/grace.ts';
import { formatCount, formatSpan, inNumber } from '../text/numbers.ts';
import type { ImportOptions } from './options.ts';
import type { Progress } from './words/progress.ts';

/** Says at once what an interrupted import still waits for: without its bar it would look as if it hung. */
export async function tellStopping(options: ImportOptions, { underWay }: Progress): Promise<void> {
  const { hint, context } = options;
  if (underWay === 0) return;
  const requests = `${formatCount(underWay)} ${inNumber('{request|requests}', underWay)}`;
  // Nobody presses a key where a program is stopped by another one.
  const isAtTerminal = context.stdin.isTerminal && context.stderr.isTerminal;
  await hint(
    `Stopping: waiting up to ${formatSpan(gracePeriod)} for ${requests}.${isAtTerminal ? ' Press Ctrl-C again to stop now.' : ''}`,
  );
}
