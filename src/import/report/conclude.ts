import { type CliError, exitCodes } from '../../errors.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount } from '../../text/numbers.ts';
import type { ImportRun } from '../import-run.ts';
import type { ImportOptions } from '../options.ts';
import type { Reason } from '../rows/check.ts';
import { annotate } from './ci/annotations.ts';
import { importFinished, rowFailed } from './events.ts';
import { KnownRows } from './known-rows.ts';
import { closingLine, rowsByOutcome } from './outcome.ts';
import { type Outputs, printReport, writeRejected } from './outputs.ts';
import { faultProblem, outcomeWord, type Problem, problemOf, reportOf } from './report.ts';
import type { Ending } from './summary.ts';
import { describeFault, rowCount, rowsToFix } from './words.ts';

/** Problems that are listed one by one; the journal and the files have all of them. */
const mostListed = 1000;

/**
 * Ends a run: saves the last outcomes, prints the report and the next step. Returns the exit code.
 */
export async function conclude(run: ImportRun, outputs: Outputs): Promise<number> {
  const { options, checked, tally, journal } = run;
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
    gone: run.gone,
  });
  await listProblems(run, problems);
  await annotate(options, problems);
  await printReport(options, report);
  const rejections = outputs.rejected ? rejectionsOf(run, known) : new Map();
  const ending = endingOf(run, { report, reason, stopped, known });
  const isWritten = await outputs.reports.write(ending, [
    () => writeRejected(options, run.catalogue, rejections, outputs.rejected),
    async () => outputs.results && (await import('./results-file.ts')).writeResults(run, known, outputs.results),
  ]);
  if (reason && tally.count('created') + tally.count('open') + tally.uncertain === 0) throw reason;
  if (reason)
    await options.notice(`Stopped early: ${reason.message}${reason.hint === undefined ? '' : ` ${reason.hint}`}`, {
      ...{ event: 'import_stopped', level: 'warn', message: reason.message, hint: reason.hint ?? null },
    });
  for (const text of adviceOn(run, stopped)) await options.hint(text);
  await options.hint(`Details: ${escapeText(['shop-cli imports show', run.id, ...placeOf(options)].join(' '))}`);
  const exitCode = exitCodeOf(run, isWritten);
  const closing = closingLine(ending.outcome, rowsByOutcome(report), options.store.storeLabel());
  await options.hint(closing, importFinished(options, report, { outcome: ending.outcome, exitCode }));
  return exitCode;
}

/** The options that say where the journal is, as they were typed: the next command needs them too. */
const placeOf = ({ invocation }: ImportOptions): readonly string[] =>
  invocation.options.filter((option) => /^--(?:store|profile|journal) /.test(option));

interface Conclusion {
  /** The report as JSON, without the times that the run measured. */
  readonly report: Ending['record'];
  readonly reason: CliError | undefined;
  readonly stopped: string | null;
  readonly known: KnownRows;
}

function endingOf(run: ImportRun, { report, reason, stopped, known }: Conclusion): Ending {
  const { settleTime, checked, catalogue } = run;
  return {
    outcome: outcomeOf(run, stopped),
    record: { ...report, settle: settleTime.current, lag: Math.round(settleTime.lag) },
    ...{ faults: checked.faults, known },
    why: reason?.message ?? (stopped && 'The import was interrupted.'),
    advice: [reason?.hint, ...adviceOn(run, stopped)],
    description: catalogue.description,
    run,
  };
}

function outcomeOf(run: ImportRun, stopped: string | null): Ending['outcome'] {
  if (stopped !== null || hasUnfinishedRows(run)) return 'stopped';
  return run.tally.isComplete ? 'complete' : 'incomplete';
}

function exitCodeOf(run: ImportRun, isWritten: boolean): number {
  if (run.stopper.signal.aborted || hasUnfinishedRows(run)) return exitCodes['import-stopped'];
  if (!run.tally.isComplete) return exitCodes['import-incomplete'];
  return isWritten ? 0 : exitCodes.fault;
}

const hasUnfinishedRows = ({ tally }: ImportRun): boolean => tally.notSent + tally.count('open') > 0;

/** The store refused everything and may be fixed before the next run, which sends every row again. */
const isSetAside = ({ stopper, tally }: ImportRun): boolean =>
  stopper.reason?.kind === 'refused' && tally.count('created') === 0;

/**
 * Saves the last outcomes and the end of the run. Returns why it stopped early, which may be that the journal cannot be
 * written.
 */
function closeRun(run: ImportRun): CliError | undefined {
  const { stopper, ledger, journal } = run;
  const { reason } = stopper;
  try {
    ledger.flush();
    const isOver = !hasUnfinishedRows(run) && !stopper.signal.aborted;
    const state = isOver ? 'finished' : isSetAside(run) ? 'set aside' : 'unfinished';
    journal.endRun(run.id, state, reason?.message ?? null);
    return reason;
  } catch (error) {
    return reason ?? (error as CliError);
  }
}

async function listProblems({ options: { notice }, tally }: ImportRun, problems: readonly Problem[]): Promise<void> {
  for (const problem of problems) {
    const { line, key, outcome, message } = problem;
    const text = `${outcomeWord(outcome)}: ${message}`;
    await notice(describeFault({ line, value: key ?? '', message: text }), rowFailed(problem));
  }
  const all =
    tally.uncertain +
    (['rejected', 'duplicate', 'unplanned', 'open'] as const).reduce((sum, state) => sum + tally.count(state), 0);
  if (all > problems.length)
    await notice(`… and ${formatCount(all - problems.length)} more rows. See 'shop-cli imports show'.`);
}

/** The next steps, a sentence each. */
function adviceOn(run: ImportRun, stopped: string | null): readonly string[] {
  const { id, tally } = run;
  const steps: readonly (readonly [isNeeded: boolean, text: string])[] = [
    [
      tally.uncertain > 0,
      "Uncertain rows may exist in the store. Check each with 'shop-cli products get --sku <sku>'.",
    ],
    [
      tally.count('duplicate') > 0,
      'Duplicates: delete all but one in the back office. shop-cli did not delete anything.',
    ],
    [
      stopped !== null || hasUnfinishedRows(run),
      `${rowCount(tally.notSent)} not sent yet. ${isSetAside(run) ? 'Rerun the command to send every row.' : `Rerun the command to continue import ${id}.`}`,
    ],
  ];
  const toFix = rowsToFix(run.options.files.rejected, tally.unsendable.invalid, tally.count('rejected'));
  return [...toFix, ...steps.flatMap(([isNeeded, text]) => (isNeeded ? [text] : []))];
}

function rejectionsOf({ tally, checked }: ImportRun, known: KnownRows): ReadonlyMap<number, readonly Reason[]> {
  const found = new Map(checked.rejections);
  if (tally.count('rejected') === 0) return found;
  for (const { record, state, field, message } of known.all()) {
    if (state === 'rejected') found.set(record, [{ field: field ?? '', message: message ?? '' }]);
  }
  return found;
}
