import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { CliError } from '../../errors.ts';
import { existingRecords } from '../../import/journal/existing-records.ts';
import { readJournal } from '../../import/journal/journal.ts';
import { journalPath } from '../../import/journal/path.ts';
import type { PeopleIndex } from '../../people/index/people-index.ts';
import { importableCustomers } from '../../resources/importable-customers.ts';
import { safe } from '../../text/escape.ts';

/**
 * Tells an index which customers imports on this machine have created or found, once: it then notes itself whom an import
 * creates. No basket may name them. A journal of `--journal` is not known here.
 */
export async function knowImported(
  { context, notice }: Session,
  { storeId }: Connection,
  index: PeopleIndex,
): Promise<void> {
  if (index.marks.hasImports) return;
  try {
    const path = journalPath(undefined, storeId, context);
    const existing = await readJournal(path, context, async (journal) =>
      journal ? existingRecords(journal, importableCustomers.names[1]) : undefined,
    );
    index.changed.addExisting(existing?.ids ?? []);
    // An import that was killed notes nothing in the index.
    if (existing?.hasUnfinished !== true) index.marks.hasImports = true;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    await notice(safe`${error.message} Customers who were imported may be missing.`);
  }
}
