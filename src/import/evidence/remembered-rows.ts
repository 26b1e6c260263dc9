import { type HashSet, hashOf } from '../../text/hash-set.ts';
import { whenErased } from '../journal/erased.ts';
import type { FoundRecord } from '../journal/known-records.ts';
import { keyText } from '../map/rows/key.ts';
import type { StoredRow } from '../rows/file-rows.ts';
import { isDeletedWith } from './deleted-owners.ts';
import type { KnownBefore, RowQuestion } from './row-look-up.ts';
import type { RowKnown } from './settled.ts';

/** How far a journal is believed. */
interface Belief {
  /** What was sent a moment ago, if all else that was created is looked up again (`hashOf` of `keyText`). */
  readonly recent: HashSet | undefined;
  /** What the store shows of a row under one of these IDs, if it does. */
  readonly firstShown: (row: StoredRow, ids: readonly (string | undefined)[]) => Promise<RowKnown | undefined>;
  /** The same of the record with this ID, which shop-cli has deleted: whether the store shows it all the same. */
  readonly stillShown: (row: StoredRow, id: string) => Promise<RowKnown | undefined>;
}

/**
 * What the journal says of rows that a store does not list. Who is known is read, where that one may be gone by now. What
 * became of other rows is looked up while rows are sent.
 */
export function rememberedRows(
  { journal, run, knownRecords, candidateIds, blocked, deletedOwners }: KnownBefore,
  { recent, firstShown, stillShown }: Belief,
): RowQuestion {
  const blockedTexts = new Set(blocked.map(keyText));
  const erasedAt = whenErased(journal, run.source.noun);
  const trustIn = (found: FoundRecord | undefined, row: StoredRow): Trust => {
    if (!found) return 'unknown';
    if (found.isDeleted || isDeletedWith(found, deletedOwners.get(row.record))) return 'deleted';
    const mayBeGone = recent?.has(hashOf(keyText(row.key))) === false && found.recordId !== undefined;
    return mayBeGone ? 'may be gone' : 'believed';
  };
  const shown = async (row: StoredRow, trust: Trust, id: string | undefined): Promise<RowKnown | undefined> => {
    const candidates = candidateIds.get(row.record) ?? [];
    if (trust !== 'deleted') return await firstShown(row, [id, ...candidates]);
    const still = id === undefined ? undefined : await stillShown(row, id);
    return still ?? (await firstShown(row, candidates));
  };
  return async ({ row }) => {
    const text = keyText(row.key);
    const found = knownRecords.found(row.key);
    const trust = trustIn(found, row);
    if (trust === 'believed') return { kind: 'remembered', recordId: found?.recordId };
    if (trust !== 'may be gone' && blockedTexts.has(text)) return { kind: 'blocked' };
    const at = erasedAt.get(text);
    return (await shown(row, trust, found?.recordId)) ?? (at === undefined ? { kind: 'new' } : { kind: 'erased', at });
  };
}

/** Whether what the journal has found of a row is believed. */
type Trust = 'believed' | 'may be gone' | 'deleted' | 'unknown';
