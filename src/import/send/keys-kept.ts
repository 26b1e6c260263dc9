import type { ImportRun } from '../import-run.ts';
import type { Key } from '../read/row.ts';
import { lookUpUntilKnown } from './settle.ts';

/** How many rows are looked up. */
const samples = 5;

/**
 * Whether the store keeps keys like this one as they were sent: only then does "absent" say something. If no look-up of
 * this import has shown it, rows show it that earlier imports, or earlier parts of this one, created: a store that has
 * one of them under exactly the key that was sent changed nothing in it.
 */
export async function keepsKeysLike(key: Key, run: ImportRun): Promise<boolean> {
  const { unchangedKeys, journal } = run;
  if (unchangedKeys.covers(key)) return true;
  const alike = unchangedKeys.mostAlike(key, journal.createdLately());
  // Spread, since the latest may not show up yet, and of the earliest some may be deleted.
  const rows = alike.filter((_, at) => at % Math.ceil(alike.length / samples) === 0);
  const looked = await Promise.all(rows.map(async (row) => ({ row, settled: await lookUpUntilKnown(row, run) })));
  for (const { row, settled } of looked) if (settled.kind === 'found') unchangedKeys.note(row);
  return unchangedKeys.covers(key);
}
