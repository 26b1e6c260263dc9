import type { LogEvent } from '../../context.ts';
import { type CliError, exitCodes, signalCode } from '../../errors.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount } from '../../text/numbers.ts';
import type { Ledger } from '../journal/ledger.ts';
import { problemStates } from '../journal/rows.ts';
import { endRun } from '../journal/runs.ts';
import type { Tally } from '../journal/tally.ts';
import type { ImportOptions } from '../options.ts';
import type { RequestQueue } from '../pace/request-queue.ts';
import type { SettleTime } from '../pace/settle-time.ts';
import type { Stopper } from '../pace/stopper.ts';
import type { CheckedFile } from '../rows/check.ts';
import { closingLine, type ImportOutcome } from './outcomes.ts';
import { listProblems, type Outputs, printReport } from './outputs.ts';
import { collectProblems } from './problems.ts';
import type { Progress } from './progress.ts';
import { createReport, interrupted, type Report, recordOf } from './report.ts';
import { printCreated, problemRows } from './row-files.ts';
import { rowsToFix } from './words.ts';

/** A run that has ended, whether or not it is complete. */
interface EndedRun {
  readonly options: ImportOptions;
  readonly checked: CheckedFile;
  readonly ledger: Ledger;
  readonly progress: Progress;
  readonly store: {
    readonly requests: RequestQueue;
    readonly settleTime: SettleTime;
    readonly stopper: Stopper;
  };
}

/** Problems that are listed one by one; the journal and the files have all of them. */
const maxPrinted = 1000;

/**
 * Ends a run: saves the last outcomes, prints the report and the next step. Returns the exit code.
 */
export async function conclude(run: EndedRun, outputs: Outputs): Promise<number> {
  const { options, checked, ledger, store } = run;
  const { tally } = ledger;
  const reason = closeRun(ledger, store.stopper);
  const stopped = reason?.message ?? (options.context.interrupted.aborted ? interrupted : null);
  const advice = [
    ...rowsToFix(options.files.rejected, tally.unsendable.invalid, tally.count('rejected')),
    ...adviceOn(ledger, reason, stopped),
  ];
  const report = reportOn(run, { reason, stopped, advice });
  await listRows(options, checked, report);
  if (options.quiet && options.settings.output === 'table') await printCreated(ledger, options.target);
  else await printReport(options, report.record);
  const isWritten = await outputs.write(report);
  if (reason && tally.count('created') + tally.count('open') + tally.uncertain === 0) throw reason;
  if (reason) await options.notice(`Stopped early: ${withHint(reason)}`, importStopped(reason));
  for (const text of advice) await options.hint(text);
  const { time } = run.progress;
  if (time !== undefined) await options.hint(time);
  await options.hint(`Details: ${escapeText(['shop-cli imports show', ledger.run.id, ...placeOf(options)].join(' '))}`);
  const exitCode = exitCodeOf(tally, store.stopper, isWritten);
  const closing = closingLine(report.outcome, report.counts, options.store.storeLabel());
  await options.hint(closing, importFinished(options, report, exitCode));
  return exitCode;
}

interface Stop {
  readonly reason: CliError | undefined;
  readonly stopped: string | null;
  readonly advice: readonly string[];
}

function reportOn(run: EndedRun, { reason, stopped, advice }: Stop): Report {
  const { options, checked, ledger, progress, store } = run;
  const { tally } = ledger;
  const { requests, settleTime } = store;
  const { time, timeline } = progress;
  const count = problemStates.reduce((sum, state) => sum + tally.count(state), 0);
  const problems = collectProblems(checked.faults, problemRows(ledger), count);
  const facts = {
    run: ledger.run.id,
    store: options.store.storeValue(),
    problems: problems.listed,
    stopped,
    spent: progress.spent,
  };
  return createReport(options, {
    outcome: outcomeOf(tally, stopped),
    record: recordOf(tally, facts),
    problems,
    advice: [reason?.hint, ...advice],
    checked,
    ledger,
    measured: { time, timeline, requests, settleTime, isContinued: ledger.run.continued !== undefined },
  });
}

/** Lists the rows that need attention. The check of the file has listed those that are invalid. */
async function listRows(options: ImportOptions, checked: CheckedFile, { problems }: Report): Promise<void> {
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

function outcomeOf(tally: Tally, stopped: string | null): ImportOutcome {
  if (stopped !== null || hasUnfinishedRows(tally)) return 'stopped';
  return tally.isComplete ? 'complete' : 'incomplete';
}

function exitCodeOf(tally: Tally, stopper: Stopper, isWritten: boolean): number {
  if (stopper.signal.aborted || hasUnfinishedRows(tally)) return exitCodes['import-stopped'];
  if (!tally.isComplete) return exitCodes['import-incomplete'];
  return isWritten ? 0 : exitCodes.fault;
}

const hasUnfinishedRows = (tally: Tally): boolean => tally.notSent + tally.count('open') > 0;

/** The store refused everything and may be fixed before the next run, which sends every row again. */
const isSetAside = (tally: Tally, reason: CliError | undefined): boolean =>
  reason?.kind === 'refused' && tally.count('created') === 0;

/**
 * Saves the last outcomes and the end of the run. Returns why it stopped early, which may be that the journal cannot be
 * written.
 */
function closeRun(ledger: Ledger, stopper: Stopper): CliError | undefined {
  const { journal, run, tally } = ledger;
  const { reason } = stopper;
  try {
    ledger.flush();
    const isOver = !hasUnfinishedRows(tally) && !stopper.signal.aborted;
    const state = isOver ? 'finished' : isSetAside(tally, reason) ? 'set aside' : 'unfinished';
    endRun(journal, run.id, state, reason?.message ?? null);
    return reason;
  } catch (error) {
    return reason ?? (error as CliError);
  }
}

/** The next steps, a sentence each. */
function adviceOn({ run, tally }: Ledger, reason: CliError | undefined, stopped: string | null): readonly string[] {
  const advice: string[] = [];
  if (tally.uncertain > 0)
    advice.push("Uncertain rows may exist in the store. Check each with 'shop-cli products get --sku <sku>'.");
  if (tally.count('duplicate') > 0)
    advice.push('Duplicates: delete all but one in the back office. shop-cli did not delete anything.');
  if (stopped !== null || hasUnfinishedRows(tally)) {
    const next = isSetAside(tally, reason) ? 'send every row' : `continue import ${run.id}`;
    advice.push(`${stopped === interrupted ? 'Interrupted. ' : ''}Rerun the command to ${next}.`);
  }
  return advice;
}
