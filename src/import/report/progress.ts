import type { Context } from '../../context.ts';
import { mannerOf, type ProgressDisplay, showProgress } from '../../output/progress.ts';
import { formatCount, formatSpan } from '../../text/numbers.ts';
import type { Tally } from './tally.ts';

/** What goes on beside the rows that are done. */
interface Beside {
  /** Rows that are being looked up. */
  readonly checking: number;
  /** Products of the store that were read, while it is found out what it has. */
  readonly listed?: number | undefined;
  /** Milliseconds that the store asked to wait. */
  readonly pausedFor: number;
  /** When the store stopped answering, on the context's clock; undefined while it answers. */
  readonly outageSince: number | undefined;
}

/** How far the import is: at a terminal a line that is redrawn, elsewhere a line every ten seconds. Its report comes at the end. */
export function createProgress(context: Context, tally: Tally, beside: () => Beside): ProgressDisplay {
  return showProgress(context, mannerOf(context, { printsRows: false }), () => ({
    done: tally.done,
    total: tally.sendable,
    rejected: tally.count('rejected'),
    note: noteOf(beside(), context.clock.elapsed()),
  }));
}

function noteOf({ checking, listed = 0, pausedFor, outageSince }: Beside, now: number): string {
  if (outageSince !== undefined) return `no answer for ${formatSpan(now - outageSince)}`;
  if (pausedFor >= 1000) return `waiting ${formatSpan(pausedFor)}, the store asks for it`;
  if (listed > 0) return `${formatCount(listed)} products of the store read`;
  return checking > 0 ? `checking ${checking}` : '';
}
