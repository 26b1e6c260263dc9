import { hashOf } from '../../../text/hash-set.ts';
import { formatSpan } from '../../../text/numbers.ts';
import { isDeleted } from '../../journal/deleted-records.ts';
import { sentSince } from '../../journal/earlier-rows.ts';
import { type RowRecord, rowsWhere } from '../../journal/rows.ts';
import { isOfNoun } from '../../journal/runs.ts';
import { type Key, keyText } from '../../map/rows/key.ts';
import type { KnownBefore } from '../row-look-up.ts';
import { clear, type Settled } from '../settled.ts';
import { longestShowing } from './id-readings.ts';

/** Whether the record with this ID is that of a row. @param isNew whether the store may show it late */
export type LookAt = (row: { readonly key: Key }, id: string, isNew?: boolean) => Promise<Settled>;

/** Rows of earlier imports that are looked up: so many of the newest, which a restored backup lacks, and of the first. */
const samples = 10;

/**
 * Whether the store still has what the journal knows, as far as some of it tells: a store may have been emptied, or restored
 * from a backup: then it lacks all of these. What was sent a moment ago tells nothing: a store may show it late.
 * Nor does what shop-cli has deleted.
 * @throws CliError when the store does not answer; Stopped
 */
export async function hasWhatIsKnown(lookAt: LookAt, { journal, run, since, options }: KnownBefore): Promise<boolean> {
  const recent = sentSince(journal, since, run.source.noun);
  const found = (order: string): readonly RowRecord[] =>
    rowsWhere(journal, `${ofOthers} ORDER BY ${order} LIMIT ${samples}`, run.source.noun, BigInt(run.id));
  const areGone = async (rows: readonly RowRecord[]): Promise<boolean> => {
    const settled = rows.filter(({ key }) => !recent.has(hashOf(keyText(key))));
    const looked = await Promise.all(settled.map((row) => lookAt(row, String(row.recordId))));
    const [row] = settled;
    // A single person may have been erased.
    if (row === undefined || looked.some((each) => clear(each).kind !== 'absent')) return false;
    await options.hint(waiting(run.source.noun));
    // A store that shows late looks the same as one that was emptied: the first of them is waited for.
    return clear(await lookAt(row, String(row.recordId), true)).kind === 'absent';
  };
  return !(await areGone(found('run, record'))) && !(await areGone(found('run DESC, record DESC')));
}

const waiting = (many: string): string =>
  `The store shows none of the ${many} that earlier imports created. Waiting for one of them (up to ${formatSpan(longestShowing)}): some stores show ${many} late.`;

const ofOthers = `state = 'created' AND record_id IS NOT NULL AND ${isOfNoun('?1')} AND run <> ?2 AND NOT ${isDeleted('?1')}`;
