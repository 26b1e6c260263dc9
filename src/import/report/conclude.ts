import type { LogEvent } from '../../context.ts';
import { type CliError, signalCode } from '../../errors.ts';
import type { RequestQueue } from '../../pace/request-queue.ts';
import type { SettleTime } from '../../pace/settle-time.ts';
import type { Stopper } from '../../pace/stopper.ts';
import { escapeText, safe } from '../../text/escape.ts';
import { formatCount } from '../../text/numbers.ts';
import { changesOf } from '../journal/feeds.ts';
import type { Ledger } from '../journal/ledger.ts';
import { problemStates } from '../journal/rows.ts';
import { endRun } from '../journal/runs.ts';
import type { Tally } from '../journal/tally.ts';
import type { ImportOptions } from '../options.ts';
import type { CheckedFile } from '../rows/check.ts';
import { miscounted } from '../rows/miscounted.ts';
import { annotation } from '../words/annotations.ts';
import { rowCount } from '../words/counts.ts';
import type { FileRefusal } from '../words/file-refusal.ts';
import { annotates, listProblems } from '../words/list-problems.ts';
import { believedText, evidenceText, isUnseen } from '../words/outcomes.ts';
import { collectProblems } from '../words/problems.ts';
import type { Progress } from '../words/progress.ts';
import { adviceOn, hasUnfinishedRows, isSetAside, notKeptTexts } from './advice.ts';
import { exitCodeOf, failingWarnings, importOutcomeOf } from './exit-code.ts';
import { changesIn, changeWarnings } from './feed-changes.ts';
import { closingLine } from './headline.ts';
import type { OutputFiles } from './output-files.ts';
import { printCreated, printReport } from './print-report.ts';
import { createReport, interrupted, invalidRecord, type Report, recordOf } from './report.ts';
import { differingRowsOf, problemRows } from './rows-of-run.ts';
import { tellWhatIsLeft } from './what-is-left.ts';

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
    readonly ownerOf: NonNullable<Report['ownerOf']>;
  };
}

/** Problems that are listed one by one; the journal and the files have all of them. */
const maxPrinted = 1000;

/**
 * Ends a run: saves the last outcomes, prints the report and the next step. Returns the exit code.
 */
export async function conclude(run: EndedRun, outputs: OutputFiles): Promise<number> {
  const { options, checked, ledger, store } = run;
  const { tally } = ledger;
  const reason = await closeRun(ledger, store.stopper);
  for (const text of notKeptTexts(options, ledger)) await options.warn(text);
  const report = reportOn(run, reason);
  await listRows(options, checked, report);
  if (options.quiet && options.settings.output === 'table') await printCreated(ledger, options.target);
  else await printReport(options, report.record);
  await tellEvidence(options, report);
  const isWritten = await outputs.write(report);
  if (reason && tally.count('created') + tally.count('open') + tally.uncertain === 0) throw reason;
  await tellStopped(options, reason);
  for (const step of adviceOn(run, reason)) await options.advise(step);
  const { time } = run.progress;
  if (time !== undefined) await options.hint(time);
  if (ledger.journal.exists())
    await options.hint(
      `Details: ${escapeText(['shop-cli imports show', ledger.run.id, ...placeOf(options)].join(' '))}`,
    );
  await tellWhatIsLeft(run, isWritten ? outputs.pathOf('results') : undefined);
  const exitCode = exitCodeOf(report, isWritten, {
    reason,
    hasWritten: tally.count('created') + tally.uncertain > 0,
  });
  const closing = closingLine(report, {
    ...{ store: options.store.storeLabel(), names: options.noun.names },
    createdBefore: ledger.createdBefore,
  });
  await options.hint(closing, importFinished(options, report, exitCode));
  return exitCode;
}

/** Ends an import whose file is refused: prints and writes the report on it. @throws CliError always, the refusal */
export async function reportRefused(
  options: ImportOptions,
  checked: CheckedFile,
  { why, error }: FileRefusal,
  outputs: OutputFiles,
): Promise<never> {
  const record = invalidRecord(checked, options.store.storeValue(), why);
  const report = createReport(options, { outcome: 'invalid', record, advice: [error.hint], checked });
  if (options.settings.output !== 'table') await printReport(options, report.record);
  await outputs.write(report);
  throw error;
}

async function tellEvidence({ noun, hint }: ImportOptions, { evidence }: Report): Promise<void> {
  if (isUnseen(evidence)) await hint(`${evidenceText(evidence)}.`);
  const believed = noun.isOfPeople && believedText(evidence, noun.names);
  if (believed) await hint(believed);
}

function reportOn(run: EndedRun, reason: CliError | undefined): Report {
  const { options, checked, ledger, progress, store } = run;
  const { tally } = ledger;
  const { requests, settleTime } = store;
  const { time, timeline, spent } = progress;
  const stopped = reason?.message ?? (options.context.interrupted.aborted ? interrupted : null);
  const count = problemStates.reduce((sum, state) => sum + tally.count(state), tally.notKept);
  const problems = collectProblems(checked.faults, problemRows(ledger), count);
  const facts = {
    run: ledger.run.id,
    noun: options.noun.names[1],
    store: options.store.storeValue(),
    problems: problems.listed,
    stopped,
    spent,
    changes: changesOf(ledger.journal, ledger.run.id),
    differingRows: differingRowsOf(ledger.journal, ledger.run.id),
    evidence: ledger.evidence(),
  };
  return createReport(options, {
    outcome: importOutcomeOf(options, tally, stopped),
    record: recordOf(tally, facts),
    problems,
    advice: [reason?.hint, ...adviceOn(run, reason)],
    checked,
    ledger,
    ownerOf: store.ownerOf,
    failingWarnings: failingWarnings(options),
    measured: { time, timeline, requests, settleTime, isContinued: ledger.run.continued !== undefined },
  });
}

/**
 * Lists the rows that need attention. The check of the file has listed those that are invalid. On GitHub Actions what
 * differs or is gone is annotated too.
 */
async function listRows(options: ImportOptions, checked: CheckedFile, report: Report): Promise<void> {
  const { problems } = report;
  const rows = problems.listed.filter(({ outcome }) => outcome !== 'invalid').slice(0, maxPrinted);
  const left = problems.count - checked.faults.count - rows.length;
  const more = left > 0 ? `… and ${formatCount(left)} more rows. See 'shop-cli imports show'.` : undefined;
  await listProblems(options, rows, { more });
  if (!annotates(options.context)) return;
  // The rows of other failures have annotations of their own.
  if (report.failingWarnings > 0)
    await options.context.stderr.command(annotation('error', options.path, report.headline));
  for (const warning of changeWarnings(options.path, changesIn(report))) await options.context.stderr.command(warning);
}

const withHint = ({ message, hint }: CliError): string =>
  hint === undefined ? message : `${message} ${hint.replaceAll('\n', ' ')}`;

async function tellStopped({ notice, context, path }: ImportOptions, reason: CliError | undefined): Promise<void> {
  if (!reason) return context.interrupted.aborted ? await notice('', wasInterrupted) : undefined;
  await notice(safe`Stopped early: ${withHint(reason)}`, importStopped(reason));
  if (annotates(context)) await context.stderr.command(annotation('error', path, `Stopped early: ${withHint(reason)}`));
}

const wasInterrupted: LogEvent = {
  event: 'interrupted',
  level: 'warn',
  message: 'Stopped. Rerun the command to continue.',
};

const importStopped = ({ message, hint }: CliError): LogEvent => ({
  event: 'import_stopped',
  level: 'warn',
  message,
  hint: hint ?? null,
});

/** Always the last event of an import that could send. Its fields are named as in the report. */
export function importFinished({ context }: ImportOptions, report: Report, exitCode: number): LogEvent {
  const { outcome, headline, record, startedAt, endedAt } = report;
  const { problems, goneProducts, differingRows, warnings, ...counts } = record;
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

/**
 * Saves the last outcomes and the end of the run. Returns why it stopped early, which may be that the journal cannot be
 * written, or does not have what was written, or that the counts of the run are not those of the file.
 */
async function closeRun(ledger: Ledger, stopper: Stopper): Promise<CliError | undefined> {
  const { journal, run, tally } = ledger;
  const { reason } = stopper;
  try {
    ledger.flush();
    const isOver = !hasUnfinishedRows(tally) && !stopper.signal.aborted;
    const state = isOver ? 'finished' : isSetAside(tally, reason) ? 'set aside' : 'unfinished';
    endRun(journal, run.id, { state, stopped: reason?.message ?? null, counted: isOver ? tally.counts : undefined });
    await journal.finish();
    return reason ?? (stopper.signal.aborted ? undefined : miscountedIn(tally));
  } catch (error) {
    return reason ?? (error as CliError);
  }
}

/** A run that nothing has stopped has sent each of its rows. */
const miscountedIn = ({ toSend, sendable }: Tally): CliError | undefined =>
  toSend === 0
    ? undefined
    : miscounted(
        `shop-cli found an outcome for ${formatCount(sendable - toSend)} of ${rowCount(sendable)}, and lost count of the others.`,
      );
