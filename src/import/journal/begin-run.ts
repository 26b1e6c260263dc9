import { createHash } from 'node:crypto';
import type { Clock } from '../../context.ts';
import { firstNoun } from '../../resources/file-table.ts';
import { NumberSet } from '../../text/number-set.ts';
import { formatCount } from '../../text/numbers.ts';
import { countDeleted } from './deleted-records.ts';
import { rowsByState } from './earlier-rows.ts';
import { feedOf } from './feed-name.ts';
import type { FeedSource } from './feeds.ts';
import type { Journal } from './journal.ts';
import { refuseOtherKeys } from './key-options.ts';
import { countStates } from './rows.ts';
import { addRun, type NewRun, type RunRecord, runsReplacedBy, type Source, unfinishedRun } from './runs.ts';
import type { StateCounts } from './seals.ts';

/** A run in the journal: a new run, or an interrupted run that is continued. */
export interface StartedRun {
  readonly id: number;
  /** The record of the interrupted run; undefined for a new one. */
  readonly continued: RunRecord | undefined;
  readonly source: Source;
  /** When this part of it began, on the clock. */
  readonly startedAt: number;
}

/** A source, the bytes of its file, and what identifies a run of both. */
export interface Identity extends FeedSource {
  /** SHA-256 of the file. */
  readonly file: string;
  readonly identity: string;
}

/**
 * Identifies a run: by the store, the noun, the bytes of the file, and every option that changes what is sent.
 * @param file the SHA-256 of the file
 */
export function identityOfSource({ store, noun, path, options, typed }: FeedSource, file: string): Identity {
  // As before the journal had nouns: an import that was begun then continues.
  const more = noun === firstNoun ? '' : `\n${noun}`;
  const identity = createHash('sha256').update(`${store}\n${file}\n${options}${more}`).digest('hex');
  return { store, noun, path, typed, file, options, identity };
}

/** How a run begins. */
interface Beginning {
  /** The run that is continued: it has the rows of the file. */
  readonly continued: RunRecord | undefined;
  /** Whether an unfinished run of the same file and options is replaced instead of continued. */
  readonly restart: boolean;
  readonly clock: Clock;
  /** Says which runs are continued or replaced. */
  readonly hint: (text: string) => Promise<void>;
}

/** The run that would be continued, if there is one. None of which records were deleted: it would never send their rows again. */
export function runToContinue(
  journal: Journal,
  { identity }: Identity,
  { restart }: Pick<Beginning, 'restart'>,
): RunRecord | undefined {
  const unfinished = restart ? undefined : unfinishedRun(journal, identity);
  return unfinished && countDeleted(journal, unfinished.run) === 0 ? unfinished : undefined;
}

/** The records that a run has created already: nothing sends them again. */
export function createdBy(journal: Journal, run: number): NumberSet {
  const created = new NumberSet();
  for (const { state, records } of rowsByState(journal, run))
    if (state === 'created') for (const record of records) created.add(record);
  return created;
}

type RowCounts = Pick<NewRun, 'rows' | 'invalid' | 'excluded' | 'elsewhere'>;

/**
 * Continues a run or begins one, once the file is checked. A new run replaces unfinished runs of the same part of the file; their open rows
 * are still settled.
 */
export async function beginRun(
  journal: Journal,
  identity: Identity,
  counts: RowCounts,
  { continued, restart, clock, hint }: Beginning,
): Promise<StartedRun> {
  const startedAt = clock.elapsed();
  if (continued) {
    await hint(`Continuing import ${continued.run}: ${progressOf(countStates(journal, continued.run), continued)}.`);
    return { id: continued.run, continued, source: continued, startedAt };
  }
  refuseOtherKeys(journal, identity);
  const unfinished = runToContinue(journal, identity, { restart });
  const replaced = replacedBy(journal, identity, unfinished);
  for (const before of replaced) {
    const deleted = countDeleted(journal, before.run);
    const why = deleted > 0 ? whyDeleted(deleted, before) : whyReplaced(before, identity, unfinished);
    const progress = progressOf(countStates(journal, before.run), before, deleted);
    await hint(
      `Replacing unfinished import ${before.run} (${progress})${why}. Rows that exist in the store are skipped.`,
    );
  }
  const started = clock.now().getTime();
  const id = addRun(journal, { ...identity, ...counts, started, feed: feedOf(identity.path) }, replaced);
  return { id, continued: undefined, source: identity, startedAt };
}

/**
 * The unfinished runs that a new one takes the place of. Of what came from stdin, only the one of the same file.
 * @param unfinished the run of the same file and options, which an earlier version began and numbered otherwise
 */
const replacedBy = (journal: Journal, identity: Identity, unfinished: RunRecord | undefined): readonly RunRecord[] =>
  identity.path === '-' ? [unfinished ?? []].flat() : runsReplacedBy(journal, identity);

function whyReplaced(before: RunRecord, { identity }: Identity, unfinished: RunRecord | undefined): string {
  if (before.run === unfinished?.run) return ' because an earlier version read the rows of the file differently';
  return before.identity === identity ? '' : ' because the file or the options have changed';
}

const whyDeleted = (deleted: number, { noun }: RunRecord): string =>
  ` because ${formatCount(deleted)} of its ${noun} ${deleted === 1 ? 'was' : 'were'} deleted since`;

/** @param deleted how many of those that it created are gone */
const progressOf = (
  { created, existing }: StateCounts,
  { rows, excluded, elsewhere }: RunRecord,
  deleted = 0,
): string =>
  `${formatCount(created + existing - deleted)} of ${formatCount(rows - excluded - elsewhere)} rows are in the store`;
