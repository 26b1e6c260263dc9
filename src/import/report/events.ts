import type { LogEvent } from '../../context.ts';
import { signalCode } from '../../errors.ts';
import type { ImportRun } from '../import-run.ts';
import type { RowFault } from '../map/catalogue.ts';
import type { ImportOptions } from '../options.ts';
import { headlineOf, type ImportOutcome, rowsByOutcome } from './outcome.ts';
import type { Problem } from './report.ts';

/** The events of an import in a JSON log. Their fields are named as in the report. */

export const importStarted = ({ id, options, checked, tally, continued }: ImportRun): LogEvent => ({
  event: 'import_started',
  ...{ run: id, store: options.store.storeName(), file: options.path, rows: checked.rows, toSend: tally.notSent },
  ...{
    continued: continued !== undefined,
    concurrency: options.pace.concurrency,
    perSecond: options.pace.rate ?? null,
  },
});

/** Always the last event of an import that could send. */
export function importFinished(
  { context, invocation }: ImportOptions,
  report: Readonly<Record<string, unknown>>,
  { outcome, exitCode }: { readonly outcome: ImportOutcome; readonly exitCode: number },
): LogEvent {
  const { problems, goneProducts, ...counts } = report;
  const seconds = (context.clock.now().getTime() - invocation.startedAt.getTime()) / 1000;
  const level = outcome === 'complete' ? 'info' : 'warn';
  const { aborted, reason } = context.interrupted;
  const message = headlineOf(outcome, rowsByOutcome(report));
  return {
    event: 'import_finished',
    level,
    message,
    outcome,
    exitCode: aborted ? signalCode(reason) : exitCode,
    seconds,
    ...counts,
  };
}

/** A row that was not imported, or may not have been. */
export const rowFailed = ({ line, key, outcome, field, message, ...more }: Problem): LogEvent => ({
  event: 'row_failed',
  level: outcome === 'open' ? 'warn' : 'error',
  ...{ line, key, outcome, field, message },
  ...more,
});

export const rowWarning = ({ line, column, value, message }: RowFault): LogEvent => ({
  event: 'row_warning',
  level: 'warn',
  ...{ line, field: column ?? null, value: value ?? null, message },
});
