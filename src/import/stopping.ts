import type { Context } from '../context.ts';
import { gracePeriod } from '../pace/grace.ts';
import type { Silence } from '../pace/request-queue.ts';
import { localTime } from '../text/local-time.ts';
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

/** Says once in an outage since when, for how long it is waited for, and how to leave. */
export async function tellOutage(
  { notice, context: { clock, stdin, stderr }, store, pace }: SilentImport,
  { since, why }: Silence,
): Promise<void> {
  const begun = new Date(clock.now().getTime() - (clock.elapsed() - since));
  const leave = stdin.isTerminal && stderr.isTerminal ? ' To stop now, press Ctrl-C: the same command continues.' : '';
  await notice(
    `No clear answer from ${store.storeLabel()} since ${localTime(begun, 'second')}: ${why}. Retrying for up to ${formatSpan(pace.maxWait)}.${leave}`,
  );
}

interface SilentImport extends Pick<ImportOptions, 'notice'> {
  readonly context: Pick<Context, 'clock'> & Readonly<Record<'stdin' | 'stderr', { readonly isTerminal: boolean }>>;
  readonly store: Pick<ImportOptions['store'], 'storeLabel'>;
  readonly pace: Pick<ImportOptions['pace'], 'maxWait'>;
}
