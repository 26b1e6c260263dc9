import type { Connection } from '../../client/connection.ts';
import { CliError, exitCodes } from '../../errors.ts';
import { type ProgressDisplay, progressMode, showProgress } from '../../output/progress.ts';
import { NumberSet } from '../../text/number-set.ts';
import { countValid, isValid, validRows } from '../check/check.ts';
import { rowsInShard } from '../check/shard.ts';
import { checkRows, type OpenedFile } from '../check-file.ts';
import { compareWithStore } from '../compare/compare.ts';
import type { ComparedRow, Comparison, RowsToCompare } from '../compare/comparison.ts';
import { firstProducts, isRefusal, lookUp, testLookUp } from '../compare/lookup.ts';
import type { ImportOptions } from '../options.ts';
import type { RecordFilter } from '../read/catalogue.ts';
import { untilInterrupted } from '../read/copy.ts';
import { rowsToFix } from '../report/words.ts';
import { existsRefusal } from '../send/existing-rows.ts';
import type { Forecast, ResultOfRecord } from './forecast.ts';
import { describe, printerOf, savePlan, summarise } from './print-forecast.ts';

/** A dry run in progress. */
interface DryRun extends OpenedFile {
  readonly options: ImportOptions;
  readonly forecast: Forecast;
}

/**
 * `--dry-run` and `--save-plan`: shows what would be sent and, if a store is configured, what exists there. Returns the
 * exit code.
 */
export async function dryRun(run: DryRun): Promise<number> {
  const { options, catalogue, hash, forecast, outputs } = run;
  const printer = printerOf(options);
  const checked = await checkRows(options, run, async (refused, why) => {
    forecast.fileChecked(refused);
    await printer.end(forecast, why);
    return forecast.record(why);
  });
  forecast.fileChecked(checked);
  const records = new NumberSet();
  const rows: RowsToCompare['rows'] = (isWanted) =>
    untilInterrupted(rowsInShard(options.shard, validRows(catalogue, checked, isWanted)), options.context.interrupted);
  const toCompare = { rows, count: countValid(checked) - forecast.counts.elsewhere, table: checked.keys };
  const skim: Skim = (resultOf) => {
    // The rows of a shard are known by their keys, and printed rows by their values.
    if (options.shard || printer.printsRows) return undefined;
    const known: ResultOfRecord = (record) => (isValid(checked, record) ? resultOf(record) : undefined);
    return forecast.skim(checked.keys.lastRecord, known, (record) => records.add(record));
  };
  for await (const batch of comparedRows(run, toCompare, skim)) {
    const sent = forecast.add(batch);
    for (const { record } of sent) records.add(record);
    await printer.add(sent);
  }
  if (options.onExisting === 'fail' && forecast.existing.length > 0) {
    const failure = existsRefusal(forecast.existing);
    await printer.end(forecast, failure.message);
    throw failure;
  }
  await describe(options, forecast);
  await printer.end(forecast, null);
  const isWritten = await outputs.reports.write({
    outcome: 'checked',
    record: forecast.record(null),
    faults: checked.faults,
    advice: rowsToFix(undefined, checked.unsendable.invalid, 0),
    description: catalogue.description,
  });
  await summarise(options, forecast);
  await savePlan(options, { hash, forecast, records }, outputs.plan);
  if (checked.unsendable.invalid > 0) return exitCodes['import-incomplete'];
  return isWritten ? 0 : exitCodes.fault;
}

/** Counts the rows that need not be read. Returns those that must be; undefined for all. */
type Skim = (resultOf: ResultOfRecord) => RecordFilter | undefined;

/** The rows that must be read, with what the store has for them; without a store nothing exists. */
async function* comparedRows(
  { options, forecast }: DryRun,
  file: RowsToCompare,
  skim: Skim,
): AsyncGenerator<readonly ComparedRow[]> {
  if (!options.settings.storeNamed) {
    for await (const batch of file.rows(skim(() => 'new')))
      yield batch.map((row) => ({ row, result: { kind: 'new' } }));
    return;
  }
  const { comparison, connection } = await compare(options, file);
  forecast.storeCompared();
  try {
    for await (const batch of comparison.rows(skim((record) => comparison.plainResult(record))))
      yield await Promise.all(batch.map((row) => confirmedNear(row, connection, file)));
  } finally {
    comparison.close();
  }
}

/** The list of a store may have almost this key where its search does not find it. Then an import sends the row. */
async function confirmedNear(
  compared: ComparedRow,
  connection: Connection,
  { table }: RowsToCompare,
): Promise<ComparedRow> {
  const { row, result } = compared;
  if (result.kind !== 'near') return compared;
  const found = await lookUp(connection, row.key, table.isShared).catch((error: unknown) => {
    if (error instanceof CliError && isRefusal(error)) return { kind: 'near' } as const;
    throw error;
  });
  if (found.kind === 'near') return compared;
  if (found.kind === 'absent') return { row, result: { kind: 'new' } };
  return { row, result: found.kind === 'found' ? { ...found, kind: 'same' } : found };
}

/** Reads the store, with the retries of the client: nothing is sent that they could double. */
async function compare(
  options: ImportOptions,
  file: RowsToCompare,
): Promise<{ readonly comparison: Comparison; readonly connection: Connection }> {
  const { connect, context, settings, notice } = options;
  const { randomHex, interrupted } = context;
  const connection = await connect({ connections: 4, signal: interrupted });
  // As an import does: without a reliable search it would send nothing.
  await testLookUp(connection, (await firstProducts(connection)).records, randomHex);
  const { onProgress, display } = progressOf(options);
  const how = { connection, language: settings.language, notice, randomHex, onProgress };
  const comparison = await compareWithStore(file, how).finally(() => display.end());
  return { comparison, connection };
}

function progressOf({ context, quiet, store }: ImportOptions): {
  readonly onProgress: (done: number, total: number | undefined) => void;
  readonly display: ProgressDisplay;
} {
  const mode = progressMode(context, { quiet });
  const work: { done: number; total: number | undefined } = { done: 0, total: undefined };
  const display = showProgress(context, mode, () => ({ ...work }), store.paintStore);
  return {
    display,
    onProgress: (done, total) => {
      work.done = done;
      work.total = total;
      display.show();
    },
  };
}
