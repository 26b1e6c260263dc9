import type { Connection } from '../client/connection.ts';
import { wayToFind } from '../client/endpoints/noun.ts';
import { hasRecords } from './journal/earlier-rows.ts';
import type { Journal } from './journal/journal.ts';
import type { ImportOptions } from './options.ts';

/** Before the question: where only a journal knows who exists, an empty one matters for the answer. */
export async function tellFirstImport(
  { noun, hint }: ImportOptions,
  journal: Journal,
  { storeId }: Connection,
): Promise<void> {
  const [, many] = noun.names;
  if (wayToFind(noun).by !== 'ids' || storeId.startsWith('sandbox:') || hasRecords(journal, many)) return;
  await hint(
    `No earlier import of ${many} into this store is known here. Anyone who was imported elsewhere would be sent again: pass the journal of that import with --journal.`,
  );
}
