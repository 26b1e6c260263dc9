import { wayToFind } from '../client/endpoints/noun.ts';
import { hasRecords } from './journal/earlier-rows.ts';
import type { Journal } from './journal/journal.ts';
import type { ImportOptions } from './options.ts';

/**
 * Where only a journal knows who exists: one that knows nobody may be another than that of before. Called before a person is
 * asked, since it matters for the answer.
 */
export async function warnOfFirstImport(
  { noun, warn }: Pick<ImportOptions, 'noun' | 'warn'>,
  journal: Journal | undefined,
  storeId: string,
): Promise<void> {
  const [, many] = noun.names;
  if (wayToFind(noun).by !== 'ids' || storeId.startsWith('sandbox:') || (journal && hasRecords(journal, many))) return;
  await warn(
    `no earlier import of ${many} into this store is known here. Anyone who was imported elsewhere would be sent again: pass the journal of that import with --journal.`,
  );
}
