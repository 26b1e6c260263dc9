import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { closedAfter, type Journal, openJournal } from '../../import/journal/journal.ts';
import { journalPath } from '../../import/journal/path.ts';
import { reasonOf } from '../../people/index/index-faults.ts';

/** What was done in a journal, or why nothing was. */
type InJournal<T> = { readonly done: T } | { readonly problem: string };

/**
 * Changes the journal of a store. Never fails: it is a part of something that is done already. Undefined where there is no
 * journal.
 */
export async function inStoreJournal<T>(
  context: Context,
  storeId: string,
  change: (journal: Journal) => T,
): Promise<InJournal<T> | undefined> {
  const path = journalPath(undefined, storeId, context);
  try {
    if (!(await context.files.exists(path))) return undefined;
    return {
      done: await closedAfter(await openJournal(path, { lock: 0 }, context), async (journal) => change(journal)),
    };
  } catch (error) {
    return { problem: error instanceof CliError ? error.message : `The journal cannot be used (${reasonOf(error)}).` };
  }
}
