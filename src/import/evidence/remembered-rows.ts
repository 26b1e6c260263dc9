import { type HashSet, hashOf } from '../../text/hash-set.ts';
import { whenErased } from '../journal/erased.ts';
import { keyText } from '../map/rows/key.ts';
import type { StoredRow } from '../rows/file-rows.ts';
import type { KnownBefore, RowQuestion } from './row-look-up.ts';
import type { RowKnown } from './settled.ts';

/** How far a journal is believed. */
interface Belief {
  /** What was sent a moment ago, if all else that was created is looked up again (`hashOf` of `keyText`). */
  readonly recent: HashSet | undefined;
  /** What the store shows of a row under one of these IDs, if it does. */
  readonly firstShown: (row: StoredRow, ids: readonly (string | undefined)[]) => Promise<RowKnown | undefined>;
}

/**
 * What the journal says of rows that a store does not list. Who is known is read, where that one may be gone by now. What
 * became of other rows is looked up while rows are sent.
 */
export function rememberedRows(
  { journal, run, knownRecords, candidateIds, blocked }: KnownBefore,
  { recent, firstShown }: Belief,
): RowQuestion {
  const blockedTexts = new Set(blocked.map(keyText));
  const erasedAt = whenErased(journal, run.source.noun);
  return async ({ row }) => {
    const text = keyText(row.key);
    const found = knownRecords.found(row.key);
    const mayBeGone = recent?.has(hashOf(text)) === false && found?.recordId !== undefined;
    if (found && !mayBeGone) return { kind: 'remembered', recordId: found.recordId };
    if (!found && blockedTexts.has(text)) return { kind: 'blocked' };
    const shown = await firstShown(row, [found?.recordId, ...(candidateIds.get(row.record) ?? [])]);
    const at = erasedAt.get(text);
    return shown ?? (at === undefined ? { kind: 'new' } : { kind: 'erased', at });
  };
}
