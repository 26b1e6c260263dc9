import type { Context } from '../../context.ts';
import type { Silence } from '../../pace/request-queue.ts';
import { localTime } from '../../text/local-time.ts';
import { formatSpan } from '../../text/numbers.ts';
import type { Names } from './counts.ts';

/** Says once in an outage since when, for how long it is waited for, and how to leave. */
export async function tellOutage(
  { notice, context: { clock, stdin, stderr }, store, pace, noun }: SilentImport,
  { since, why, isOfRows }: Silence,
): Promise<void> {
  const begun = new Date(clock.now().getTime() - (clock.elapsed() - since));
  const leave = stdin.isTerminal && stderr.isTerminal ? ' To stop now, press Ctrl-C: the same command continues.' : '';
  const to = isOfRows ? ` to new ${noun.names[1]}` : '';
  await notice(
    `No clear answer from ${store.storeLabel()}${to} since ${localTime(begun, 'second')}: ${why}. Retrying for up to ${formatSpan(pace.maxWait)}.${leave}`,
  );
}

interface SilentImport {
  readonly notice: (text: string) => Promise<void>;
  readonly context: Pick<Context, 'clock'> & Readonly<Record<'stdin' | 'stderr', { readonly isTerminal: boolean }>>;
  readonly store: { readonly storeLabel: () => string };
  readonly noun: { readonly names: Names };
  /** Milliseconds. */
  readonly pace: { readonly maxWait: number };
}
