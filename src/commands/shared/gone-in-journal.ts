import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import type { Place } from '../../client/records.ts';
import { noteGone } from '../../import/journal/deleted-records.ts';
import { safe } from '../../text/escape.ts';
import { inStoreJournal } from './store-journal.ts';

/** Records of one noun that are gone. */
interface GoneInStore {
  readonly places: readonly Place[];
  /** The noun whose records the store deletes with them. */
  readonly deletesWith: string | undefined;
}

/**
 * Notes in the journal of the store which records are gone, so that no import believes that they exist. Never fails: what
 * was deleted is deleted.
 */
export async function noteGoneInJournal(
  { context, notice }: Session,
  { storeId }: Connection,
  { places, deletesWith }: GoneInStore,
): Promise<void> {
  const [first] = places;
  if (!first) return;
  const [, noun] = first.names;
  const ids = places.flatMap(({ id }) => id ?? []);
  const noted = await inStoreJournal(context, storeId, (journal) =>
    noteGone(journal, { noun, ids, with: deletesWith }),
  );
  if (noted && 'problem' in noted)
    await notice(
      safe`Imports still count ${places.length === 1 ? `this ${first.names[0]}` : `these ${noun}`} as existing: the journal was not changed. ${noted.problem}`,
    );
}
