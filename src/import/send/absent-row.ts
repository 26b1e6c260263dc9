import { CliError } from '../../errors.ts';
import { firstProducts, productCount } from '../compare/lookup.ts';
import type { ImportRun } from '../import-run.ts';
import type { RowInFlight } from '../journal/ledger.ts';
import { ask, Stopped } from './ask.ts';
import { keepsKeysLike } from './keys-kept.ts';

/** The most attempts for a row. Each follows a look-up that said "absent". */
const mostAttempts = 5;

/** What to do with a row that was sent and is not found after the settle time. */
type AbsentRow =
  | { readonly kind: 'retry' }
  | { readonly kind: 'uncertain' | 'changed'; readonly message: string }
  | { readonly kind: 'stopped' };

/**
 * A store that changes keys does not find what it created. So until it has shown that it keeps keys like this one, a
 * row is sent again only if the store did not grow, and a third time only if that is certain.
 */
export async function judgeAbsent(row: RowInFlight, run: ImportRun): Promise<AbsentRow> {
  if (!run.unchangedKeys.covers(row.key)) {
    const count = await countProducts(run);
    if (count === 'stopped') return { kind: 'stopped' };
    const message = otherKeyIn(count, row, run);
    if (message && !(await keepsKeysLike(row.key, run))) return { kind: 'changed', message };
  }
  if (row.attempts < mostAttempts) return { kind: 'retry' };
  return {
    kind: 'uncertain',
    message: `sent ${row.attempts} times without a clear answer, and not found in the store`,
  };
}

/** Why the row may be in a store with so many products, under another key. */
function otherKeyIn(count: number, { attempts }: RowInFlight, { growth }: ImportRun): string | undefined {
  if (growth.exceeds(count)) return grownMessage;
  return attempts > 1 && !growth.isNone(count) ? sentTwiceMessage : undefined;
}

/** Whether the store seems to have created a row that it refused, under another key. */
export async function mayHaveOtherKey(row: RowInFlight, run: ImportRun): Promise<boolean> {
  if (run.unchangedKeys.covers(row.key)) return false;
  const count = await countProducts(run);
  return count !== 'stopped' && run.growth.exceeds(count) && !(await keepsKeysLike(row.key, run));
}

/** NaN if the store does not say. */
async function countProducts(run: ImportRun): Promise<number | 'stopped'> {
  try {
    return productCount(await ask(() => firstProducts(run.connection), run));
  } catch (error) {
    if (error instanceof Stopped) return 'stopped';
    if (error instanceof CliError) return Number.NaN;
    throw error;
  }
}

export const grownMessage =
  'the store has more products than it confirmed: this row may be one of them, under another key';

export const sentTwiceMessage = 'sent twice without a clear answer: the store may have it under another key';
