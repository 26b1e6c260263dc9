import type { LogEvent } from '../../context.ts';
import { type CliError, exitCodes, signalCode } from '../../errors.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount } from '../../text/numbers.ts';
import type { ImportRun } from '../import-run.ts';
import { problemStates } from '../journal/rows.ts';
import { endRun } from '../journal/runs.ts';
import type { ImportOptions } from '../options.ts';
import { closingLine, type ImportOutcome } from './outcomes.ts';
import { listProblems, type Outputs, printReport } from './outputs.ts';
import { collectProblems } from './problems.ts';
import { createReport, type Report, recordOf } from './report.ts';
import { printCreated, problemRows, rejectionsOf, writeRejected, writeResults } from './row-files.ts';
import { timeSpent, timeText } from './time.ts';
import { rowsToFix } from './words.ts';

/** Problems that are listed one by one; the journal and the files have all of them. */
const maxPrinted = 1000;

/** Why an import stopped early that the user stopped. */
const interrupted = 'interrupted';

/**
 * Ends a run: saves the last outcomes, prints the report and the next step. Returns the exit code.
 */
export async function conclude(run: ImportRun, outputs: Outputs): Promise<number> {
  const { options, catalogue, tally } = run;
  const reason = closeRun(run);
  const stopped = reason?.message ?? (options.context.interrupted.aborted ? interrupted : null);
  const advice = adviceOn(run, stopped);
  const report = reportOn(run, { reason, stopped, advice });
  await listRows(run, report);
  if (options.quiet && options.settings.output === 'table') await printCreated(run);
  else await printReport(options, report.record);
  const isWritten = await outputs.write(report, {
    rejected: (file) => writeRejected(options, catalogue, rejectionsOf(run), file),
    results: (file) => writeResults(run, file),
  });
  if (reason && tally.count('created') + tally.count('open') + tally.uncertain === 0) throw reason;
  if (reason) await options.notice(`Stopped early: ${withHint(reason)}`, importStopped(reason));
  for (const text of advice) await options.hint(text);
  if (report.time !== undefined) await options.hint(report.time);
  await options.hint(`Details: ${escapeText(['shop-cli imports show', run.id, ...placeOf(options)].join(' '))}`);
  const exitCode = exitCodeOf(run, isWritten);
  const closing = closingLine(report.outcome, report.counts, options.store.storeLabel());
  await options.hint(closing, importFinished(options, report, exitCode));
  return exitCode;
}

interface Stop {
  readonly reason: CliError | undefined;
  readonly stopped: string | null;
  readonly advice: readonly string[];
}

function reportOn(run: ImportRun, { reason, stopped, advice }: Stop): Report {
  const { options, checked, tally, catalogue, id, gone } = run;
  const count = problemStates.reduce((sum, state) => sum + tally.count(state), 0);
  const problems = collectProblems(checked.faults, problemRows(run), count);
  const spent = timeSpent(run);
  const facts = { run: id, store: options.store.storeValue(), problems: problems.listed, stopped, gone, spent };
  return createReport(options, {
    outcome: outcomeOf(run, stopped),
    record: recordOf(tally, facts),
    problems,
    why: reason?.message ?? (stopped && 'The import was interrupted.'),
    advice: [reason?.hint, ...advice],
    description: catalogue.description,
    checked,
    measured: { ...run, ...run.store },
    time: timeText(spent, run),
  });
}

/** Lists the rows that need attention. The check of the file has listed those that are invalid. */
async function listRows({ options, checked }: ImportRun, { problems }: Report): Promise<void> {
  const rows = problems.listed.filter(({ outcome }) => outcome !== 'invalid').slice(0, maxPrinted);
  const left = problems.count - checked.faults.count - rows.length;
  const more = left > 0 ? `… and ${formatCount(left)} more rows. See 'shop-cli imports show'.` : undefined;
  await listProblems(options, rows, more);
}

const withHint = ({ message, hint }: CliError): string => (hint === undefined ? message : `${message} ${hint}`);

const importStopped = ({ message, hint }: CliError): LogEvent => ({
  event: 'import_stopped',
  level: 'warn',
  message,
  hint: hint ?? null,
});

/** Always the last event of an import that could send. Its fields are named as in the report. */
function importFinished({ context }: ImportOptions, report: Report, exitCode: number): LogEvent {
  const { outcome, headline, record, startedAt, endedAt } = report;
  const { problems, goneProducts, ...counts } = record;
  const { aborted, reason } = context.interrupted;
  return {
    event: 'import_finished',
    level: outcome === 'complete' ? 'info' : 'warn',
    message: headline,
    outcome,
    exitCode: aborted ? signalCode(reason) : exitCode,
    seconds: (endedAt.getTime() - startedAt.getTime()) / 1000,
    ...counts,
  };
}

/** The options that say where the journal is, as they were typed: the next command needs them too. */
const placeOf = ({ invocation }: ImportOptions): readonly string[] =>
  invocation.options.filter((option) => /^--(?:store|profile|journal) /.test(option));

function outcomeOf(run: ImportRun, stopped: string | null): ImportOutcome {
  if (stopped !== null || hasUnfinishedRows(run)) return 'stopped';
  return run.tally.isComplete ? 'complete' : 'incomplete';
}

function exitCodeOf(run: ImportRun, isWritten: boolean): number {
  if (run.store.stopper.signal.aborted || hasUnfinishedRows(run)) return exitCodes['import-stopped'];
  if (!run.tally.isComplete) return exitCodes['import-incomplete'];
  return isWritten ? 0 : exitCodes.fault;
}

const hasUnfinishedRows = ({ tally }: ImportRun): boolean => tally.notSent + tally.count('open') > 0;

/** The store refused everything and may be fixed before the next run, which sends every row again. */
const isSetAside = ({ store: { stopper }, tally }: ImportRun): boolean =>
  stopper.reason?.kind === 'refused' && tally.count('created') === 0;

/**
 * Saves the last outcomes and the end of the run. Returns why it stopped early, which may be that the journal cannot be
 * written.
 */
function closeRun(run: ImportRun): CliError | undefined {
  const { ledger, journal } = run;
  const { stopper } = run.store;
  const { reason } = stopper;
  try {
    ledger.flush();
    const isOver = !hasUnfinishedRows(run) && !stopper.signal.aborted;
    const state = isOver ? 'finished' : isSetAside(run) ? 'set aside' : 'unfinished';
    endRun(journal, run.id, state, reason?.message ?? null);
    return reason;
  } catch (error) {
    return reason ?? (error as CliError);
  }
}

/** The next steps, a sentence each. */
function adviceOn(run: ImportRun, stopped: string | null): readonly string[] {
  const { id, tally } = run;
  const advice = [...rowsToFix(run.options.files.rejected, tally.unsendable.invalid, tally.count('rejected'))];
  if (tally.uncertain > 0)
    advice.push("Uncertain rows may exist in the store. Check each with 'shop-cli products get --sku <sku>'.");
  if (tally.count('duplicate') > 0)
    advice.push('Duplicates: delete all but one in the back office. shop-cli did not delete anything.');
  if (stopped !== null || hasUnfinishedRows(run)) {
    const next = isSetAside(run) ? 'send every row' : `continue import ${id}`;
    advice.push(`${stopped === interrupted ? 'Interrupted. ' : ''}Rerun the command to ${next}.`);
  }
  return advice;
}
