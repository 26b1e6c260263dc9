import { type Noun, wayToFind } from '../../client/endpoints/noun.ts';
import type { Values } from '../../resources/file-table.ts';
import { idsByKey } from '../journal/attempts.ts';
import { deletionsOf, type WhenDeleted } from '../journal/deleted-records.ts';
import type { Journal } from '../journal/journal.ts';
import type { FoundRecord } from '../journal/known-records.ts';
import { keysOf, keyText } from '../map/rows/key.ts';
import { type CheckedFile, validRows } from '../rows/check.ts';

/** When the owners of rows were deleted that were, by record: what belonged to them was deleted with them. */
export type DeletedOwners = ReadonlyMap<number, WhenDeleted>;

/**
 * Finds the rows whose owner shop-cli has deleted. The journal does not say whose a row is, so the file is read once more,
 * where any owner was.
 */
export async function deletedOwners(noun: Noun, journal: Journal, checked: CheckedFile): Promise<DeletedOwners> {
  const way = wayToFind(noun);
  const found = new Map<number, WhenDeleted>();
  if (way.by !== 'owner') return found;
  const { owner } = way.noun;
  const deletions = deletionsOf(journal, owner.noun.names[1]);
  if (deletions.size === 0) return found;
  const { deleted } = idsByKey(journal, owner.noun.names[1]);
  const idOf = (values: Values): string | undefined => {
    if (values[owner.id] !== undefined) return String(values[owner.id]);
    const [key] = keysOf(owner.noun, { [owner.noun.key[0]]: values[owner.key] });
    return key && deleted.get(keyText(key));
  };
  for await (const rows of validRows(checked))
    for (const { record, values } of rows) {
      const deletion = deletions.get(idOf(values) ?? '');
      if (deletion) found.set(record, deletion);
    }
  return found;
}

/** Whether a record was deleted with its owner: one that was created later was not. */
export const isDeletedWith = ({ created }: FoundRecord, deletion: WhenDeleted | undefined): boolean =>
  deletion !== undefined && (created === undefined || (created.run <= deletion.lastRun && created.at <= deletion.at));
