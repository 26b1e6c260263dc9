import { CliError, exitCodes } from '../../errors.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount } from '../../text/numbers.ts';
import type { Rejection } from '../check/check.ts';
import type { ImportRun } from '../import-run.ts';
import type { ImportOptions } from '../options.ts';
import { annotate } from './annotations.ts';
import { KnownRows } from './known-rows.ts';
import { type Outputs, printReport, writeRejected, writeReport } from './outputs.ts';
import { faultProblem, outcomeWord, type Problem, problemOf, reportOf } from './report.ts';
import { writeResults } from './results-file.ts';
import { describeFault, rowCount } from './words.ts';

/** Problems that are listed one by one; the journal and the files have all of them. */
const mostListed = 1000;

/** Ends a run: saves the last outcomes, prints the report and the next step. Returns the exit code. */
export async function conclude(run: ImportRun, outputs: Outputs): Promise<number> {
  const { options, checked, tally, journal, settleTime } = run;
  const reason = closeRun(run);
  const stopped = reason?.message ?? (options.context.interrupted.aborted ? 'interrupted' : null);
  const known = new KnownRows(journal, run.id, run.ledger.unwritten);
  const problems = known.problems(mostListed).map(problemOf);
  const faults = (checked.faults?.listed ?? []).map(faultProblem);
  const report = reportOf(tally, {
    run: run.id,
    store: options.store.storeName(),
    problems: [...faults, ...problems],
    stopped,
  });
  await listProblems(run, problems);
  await annotate(options, problems);
  await printReport(options, report);
  const rejections = outputs.rejected ? rejectionsOf(run, known) : new Map();
  const timing = { settle: settleTime.current, lag: Math.round(settleTime.lag) };
  const isWritten = await writeEach(options, [
    () => writeRejected(options, run.catalogue, rejections, outputs.rejected),
    () => writeResults(run, known, outputs.results),
    () => writeReport({ ...report, ...timing }, outputs.report),
  ]);
  if (reason && tally.count('created') + tally.count('open') + tally.uncertain === 0) throw reason;
  if (reason)
    await options.notice(`Stopped early: ${reason.message}${reason.hint === undefined ? '' : ` ${reason.hint}`}`);
  await adviseNext(run, stopped);
  return exitCodeOf(run, isWritten);
}

function exitCodeOf(run: ImportRun, isWritten: boolean): number {
  if (run.halt.signal.aborted || hasUnfinishedRows(run)) return exitCodes['import-stopped'];
  if (!run.tally.isComplete) return exitCodes['import-incomplete'];
  return isWritten ? 0 : exitCodes.fault;
}

const hasUnfinishedRows = ({ tally }: ImportRun): boolean => tally.notSent + tally.count('open') > 0;

/**
 * Writes each file independently: the report on rows that were sent must not depend on a full disk. False when one
 * failed.
 */
async function writeEach({ notice }: ImportOptions, writes: readonly (() => Promise<void>)[]): Promise<boolean> {
  const failures: CliError[] = [];
  for (const write of writes) {
    await write().catch((error: unknown) => {
      if (!(error instanceof CliError)) throw error;
      failures.push(error);
    });
  }
  for (const { message } of failures)
    await notice(`Warning: ${escapeText(message)} Run 'shop-cli imports show' to see the same information.`);
  return failures.length === 0;
}

/**
 * Saves the last outcomes and the end of the run. Returns why it stopped early, which may be that the journal cannot be
 * written.
 */
function closeRun(run: ImportRun): CliError | undefined {
  const { halt, ledger, journal, tally } = run;
  const { reason } = halt;
  try {
    ledger.flush();
    const isOver = !hasUnfinishedRows(run) && !halt.signal.aborted;
    // The store refused everything and may be fixed before the next run, which sends every row again.
    const isVain = reason?.kind === 'refused' && tally.count('created') === 0;
    journal.endRun(run.id, isOver ? 'finished' : isVain ? 'set aside' : 'unfinished', reason?.message ?? null);
    return reason;
  } catch (error) {
    return reason ?? (error as CliError);
  }
}

async function listProblems({ options: { notice }, tally }: ImportRun, problems: readonly Problem[]): Promise<void> {
  for (const { line, key, outcome, message } of problems) {
    const text = `${outcomeWord(outcome)}: ${message}`;
    await notice(describeFault({ line, value: key ?? '', message: text }));
  }
  const all =
    tally.uncertain +
    (['rejected', 'duplicate', 'unplanned', 'open'] as const).reduce((sum, state) => sum + tally.count(state), 0);
  if (all > problems.length)
    await notice(`… and ${formatCount(all - problems.length)} more rows. See 'shop-cli imports show'.`);
}

async function adviseNext(run: ImportRun, stopped: string | null): Promise<void> {
  const { id, tally, options } = run;
  const { hint, files } = options;
  if (tally.uncertain > 0) {
    await hint("Uncertain rows may exist in the store. Check each with 'shop-cli products get --sku <sku>'.");
  }
  if (tally.count('duplicate') > 0)
    await hint('Duplicates: delete all but one in the back office. shop-cli did not delete anything.');
  if (tally.count('rejected') > 0 && files.rejected === undefined) {
    await hint(
      'Rejected rows: fix them and rerun the command. To write them to a separate file, add --rejected rejected.csv.',
    );
  }
  if (stopped !== null || hasUnfinishedRows(run)) {
    await hint(`${rowCount(tally.notSent)} not sent yet. Rerun the command to continue import ${id}.`);
  }
  await hint(`Details: shop-cli imports show ${id}`);
  if (tally.count('created') > 0) await hint(closingLine(run));
}

/** `✓ Created 12 products on shop.example.`, without the mark where something is left to do. */
function closingLine({ tally, options: { store } }: ImportRun): string {
  const created = tally.count('created');
  const mark = tally.isComplete && tally.notSent === 0 ? '✓ ' : '';
  return `${mark}Created ${formatCount(created)} ${created === 1 ? 'product' : 'products'} on ${store.storeLabel()}.`;
}

function rejectionsOf({ tally, checked }: ImportRun, known: KnownRows): ReadonlyMap<number, Rejection> {
  const found = new Map(checked.rejections);
  if (tally.count('rejected') === 0) return found;
  for (const { record, state, member, message } of known.all()) {
    if (state === 'rejected') found.set(record, { field: member ?? '', message: message ?? '' });
  }
  return found;
}
