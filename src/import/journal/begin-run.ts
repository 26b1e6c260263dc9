import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { NumberSet } from '../../text/number-set.ts';
import { formatCount } from '../../text/numbers.ts';
import type { ImportOptions } from '../options.ts';
import type { ImportPlan } from '../plan/plan.ts';
import { rowsByState } from './earlier-rows.ts';
import { feedOf } from './feeds.ts';
import type { Journal } from './journal.ts';
import { refuseOtherKeys } from './key-options.ts';
import { countStates, hasRowsOfFile } from './rows.ts';
import {
  addRun,
  allRuns,
  endRun,
  type NewRun,
  type RunRecord,
  runsReplacedBy,
  type Source,
  unfinishedRun,
  whenApplied,
} from './runs.ts';
import type { StateCounts } from './seals.ts';

/** A run in the journal: a new one, or an interrupted one that is continued. */
export interface StartedRun {
  readonly id: number;
  /** The record of the interrupted run; undefined for a new one. */
  readonly continued: RunRecord | undefined;
  readonly source: Source;
  /** When this part of it began, on the clock. */
  readonly startedAt: number;
}

/**
 * Identifies a run: the store, the bytes of the file, and every option that changes what is sent, including the plan.
 */
interface Identity {
  readonly store: string;
  /** The file's path, absolute, or `-`. */
  readonly path: string;
  readonly file: string;
  readonly options: string;
  readonly identity: string;
}

export function identityOf(imported: ImportOptions, store: string, file: string): Identity {
  const { catalogue, settings, shard, plan, context } = imported;
  const { language, taxField } = settings;
  const sent = { ...catalogue, language, taxField, shard, plan: plan?.sha256 };
  // Amounts are BigInt, which JSON does not have.
  const options = JSON.stringify(sent, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  const path = imported.path === '-' ? '-' : resolve(context.cwd, imported.path);
  const identity = createHash('sha256').update(`${store}\n${file}\n${options}`).digest('hex');
  return { store, path, file, options, identity };
}

/** The run that this invocation would continue, if there is one and its rows are those of the file. */
const runToContinue = ({ restart }: ImportOptions, journal: Journal, { identity }: Identity): RunRecord | undefined =>
  restart ? undefined : unfinishedRun(journal, identity);

/** The records that the run to continue has created already: nothing sends them again. */
export function createdBefore(options: ImportOptions, journal: Journal, identity: Identity): NumberSet {
  const created = new NumberSet();
  const run = runToContinue(options, journal, identity);
  for (const { state, records } of run ? rowsByState(journal, run.run) : [])
    if (state === 'created') for (const record of records) created.add(record);
  return created;
}

type RowCounts = Pick<NewRun, 'rows' | 'invalid' | 'excluded' | 'otherShards'>;

/**
 * Continues a run or begins one, once the file is checked. A new run replaces unfinished runs of the same part of the file; their open rows
 * are still settled.
 */
export async function beginRun(
  options: ImportOptions,
  journal: Journal,
  identity: Identity,
  counts: RowCounts,
): Promise<StartedRun> {
  const { context, hint, plan } = options;
  const startedAt = context.clock.elapsed();
  if (plan) await refuseUsedPlan(plan, journal, identity);
  const unfinished = runToContinue(options, journal, identity);
  const continued = unfinished && hasRowsOfFile(journal, unfinished.run) ? unfinished : undefined;
  if (continued) {
    await hint(`Continuing import ${continued.run}: ${progressOf(countStates(journal, continued.run), continued)}.`);
    return { id: continued.run, continued, source: continued, startedAt };
  }
  refuseOtherKeys(journal, identity);
  for (const before of replacedBy(journal, identity, unfinished)) {
    const why = whyReplaced(before, identity, unfinished);
    await hint(
      `Replacing unfinished import ${before.run} (${progressOf(countStates(journal, before.run), before)})${why}. Rows that exist in the store are skipped.`,
    );
    endRun(journal, before.run, { state: 'set aside', stopped: before.stopped });
  }
  const started = context.clock.now().getTime();
  const id = addRun(journal, { ...identity, ...counts, started, feed: feedOf(identity.path) });
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

/**
 * A plan is applied once. An unfinished run of it is continued, and one that was set aside before it created anything
 * does not count: every row is looked up again. @throws CliError `usage`
 */
export async function refuseUsedPlan(plan: ImportPlan, journal: Journal, { identity }: Identity): Promise<void> {
  const applied = whenApplied(journal, plan.sha256);
  if (applied === undefined || unfinishedRun(journal, identity)) return;
  const run = allRuns(journal).find((each) => each.identity === identity);
  if (run?.state === 'set aside' && countStates(journal, run.run).created === 0) return;
  throw (await import('../plan/plan.ts')).appliedBefore(plan, applied, run?.run);
}

const progressOf = ({ created, existing }: StateCounts, { rows, excluded, otherShards }: RunRecord): string =>
  `${formatCount(created + existing)} of ${formatCount(rows - excluded - otherShards)} rows are in the store`;
