import { wayToFind } from '../client/endpoints/noun.ts';
import { localTime } from '../text/local-time.ts';
import { unpackedCopyOf } from './file/unpacked-copy.ts';
import { changesOf } from './journal/feeds.ts';
import type { Journal } from './journal/journal.ts';
import { countEvidence } from './journal/rows.ts';
import { type RunRecord, refuseJournalOfOtherStore } from './journal/runs.ts';
import type { ImportOptions } from './options.ts';
import { type ImportPlan, refuseOtherFile, shortName } from './plan/plan.ts';
import { importFinished } from './report/conclude.ts';
import { OutputFiles } from './report/output-files.ts';
import { runWithProblems } from './report/past-run.ts';
import { printReport } from './report/print-report.ts';
import { createReport } from './report/report.ts';
import { differingRowsOf } from './report/rows-of-run.ts';
import { verifyRun } from './verify/verify.ts';
import { nounCount } from './words/counts.ts';
import { isUnseen } from './words/outcomes.ts';

/** A plan that was applied to its end. */
export interface AppliedPlan {
  /** Milliseconds since 1970. */
  readonly applied: number;
  readonly run: number;
  /** The report on its import, as JSON. */
  readonly record: Readonly<Record<string, unknown>>;
}

/**
 * The report on the import of a plan, if the journal shows that it left nothing to do: every row is in the store, and each that
 * it created was answered or read.
 */
export function reportIfDone(
  journal: Journal,
  run: RunRecord,
  store: string | null,
): AppliedPlan['record'] | undefined {
  const { problems, journal: _path, sha256: _hash, ...past } = runWithProblems(journal, run, undefined);
  const { file, started, ended, state, inProgress, ...counts } = past;
  const evidence = countEvidence(journal, run.run, []).filter(({ rows }) => rows > 0);
  const isDone =
    state === 'finished' &&
    run.stopped === null &&
    (problems as readonly unknown[]).length === 0 &&
    ['invalid', 'rejected', 'uncertain', 'duplicate', 'unplanned', 'notSent', 'notKept'].every(
      (name) => counts[name] === 0,
    ) &&
    !isUnseen(evidence.filter(({ outcome }) => outcome === 'created'));
  if (!isDone) return undefined;
  return {
    run: run.run,
    store,
    ...counts,
    ...changesOf(journal, run.run),
    evidence,
    goneProducts: [],
    differingRows: differingRowsOf(journal, run.run),
    problems: [],
    timeSpent: null,
  };
}

/**
 * Whether the store has every row of a run, by reading it: what the journal says of them may be old. False for a noun that the
 * API does not list. @throws CliError when the store cannot be read
 */
export async function isInStore(options: ImportOptions, journal: Journal, run: RunRecord): Promise<boolean> {
  const way = wayToFind(options.noun);
  if (way.by !== 'search') return false;
  const { context, notice, progress, store } = options;
  const connection = await options.connect({ connections: 4, signal: context.interrupted });
  refuseJournalOfOtherStore(journal, connection.storeId);
  const reading = { noun: way.noun, connection, context, notice, progress, place: `on ${store.storeLabel()}` };
  return await verifyRun(
    journal,
    run,
    reading,
    async ({ counts, notSent }) => counts.new + counts.duplicate + counts.near + counts.unclear + notSent === 0,
  );
}

/** Ends a repeated application: reports on the first, and sends nothing. Returns the exit code. @throws CliError for another file */
export async function reportApplied(
  options: ImportOptions,
  plan: ImportPlan,
  { applied, run, record }: AppliedPlan,
): Promise<number> {
  const { settings, noun, store, hint, quiet, path, context } = options;
  const copy = await unpackedCopyOf(path, context, options.catalogue, noun.names);
  await copy.file.remove();
  refuseOtherFile(path, copy.hash, plan);
  const outputs = await OutputFiles.open(options);
  try {
    const report = createReport(options, { outcome: 'complete', record });
    if (!quiet || settings.output !== 'table') await printReport(options, report.record);
    const isWritten = await outputs.write(report);
    const exitCode = isWritten ? 0 : 1;
    const all = nounCount(Number(record.created) + Number(record.existing), noun.names);
    await hint(
      `Plan ${shortName(plan)} was already applied on ${localTime(new Date(applied), 'minute')} (import ${run}): ${all} are on ${store.storeLabel()}. Nothing is left to do, and nothing was sent.`,
      importFinished(options, report, exitCode),
    );
    return exitCode;
  } finally {
    await outputs.discard();
  }
}
