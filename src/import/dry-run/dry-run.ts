import type { Connection } from '../../client/connection.ts';
import { exitCodes } from '../../errors.ts';
import { progressMode, showProgress, type Work } from '../../output/progress.ts';
import { checkRows, type OpenedFile } from '../check-file.ts';
import { existsRefusal } from '../deliver/existing-rows.ts';
import { renamedProducts } from '../deliver/renamed-rows.ts';
import { untilInterrupted } from '../file/copy.ts';
import { identityOf } from '../journal/begin-run.ts';
import { type Journal, readJournal } from '../journal/journal.ts';
import { KnownProducts } from '../journal/known-products.ts';
import { refuseJournalOfOtherStore } from '../journal/runs.ts';
import type { RecordFilter } from '../map/catalogue.ts';
import type { Key, SendableRow } from '../map/key.ts';
import { compareByClient } from '../march/client-comparison.ts';
import { factsOfRow } from '../march/facts.ts';
import { search } from '../march/lookup.ts';
import type { ImportOptions } from '../options.ts';
import { collectProblems } from '../report/problems.ts';
import { createReport } from '../report/report.ts';
import { rowsToFix } from '../report/words.ts';
import { type CheckedFile, countValid, type StateRow, validRows } from '../rows/check.ts';
import { FileRows } from '../rows/file-rows.ts';
import { scratchBeside } from '../rows/scratch.ts';
import { type Forecast, sampleSize } from './forecast.ts';
import { describe, type Printer, printerOf, savePlan, summarise } from './print-forecast.ts';

/** A dry run in progress. */
interface DryRun extends OpenedFile {
  readonly options: ImportOptions;
  readonly forecast: Forecast;
  readonly journal: Journal | undefined;
  /** What the journal knows. */
  readonly knownProducts: KnownProducts | undefined;
}

/**
 * `--dry-run` and `--save-plan`: shows what would be sent and, if a store is configured, what exists there. Returns the
 * exit code.
 */
export async function dryRun(run: Omit<DryRun, 'journal' | 'knownProducts'>): Promise<number> {
  const { options, forecast } = run;
  const printer = printerOf(options);
  const reportRefused = async (refused: CheckedFile, why: string) => {
    forecast.fileChecked(refused);
    await printer.end(forecast, why);
    return forecast.record(why);
  };
  const stateRow: StateRow | undefined = options.settings.storeNamed
    ? ({ values }) => ({ states: factsOfRow(options.noun, values) })
    : undefined;
  return await readJournal(options.files.journal, options.context, async (journal) => {
    const knownProducts = journal && new KnownProducts(journal);
    const keys = journal ? new FileRows(scratchBeside(journal.database)) : await FileRows.open();
    const checked = await checkRows(options, run, reportRefused, { keys, stateRow });
    forecast.fileChecked(checked);
    return await forecastRows({ ...run, journal, knownProducts }, checked, printer).finally(() => keys.close());
  });
}

async function forecastRows(run: DryRun, checked: CheckedFile, printer: Printer): Promise<number> {
  const { options, hash, forecast, outputs } = run;
  await compareRows(run, checked);
  if (options.onExisting === 'fail' && forecast.existing.length > 0) {
    const { exists, duplicate } = forecast.counts;
    const failure = existsRefusal(forecast.existing, exists + duplicate, checked);
    await printer.end(forecast, failure.message);
    throw failure;
  }
  await describe(options, forecast);
  forecast.sample = await printRows(run, checked, printer);
  await printer.end(forecast, null);
  const report = createReport(options, {
    outcome: 'checked',
    record: forecast.record(null),
    problems: collectProblems(checked.faults, forecast.held, forecast.counts.notSent),
    advice: rowsToFix(options.files.rejected, checked.unsendable.invalid, 0),
    checked,
  });
  const isWritten = await outputs.write(report);
  await summarise(options, forecast);
  await savePlan(options, { hash, forecast }, outputs.plan);
  if (checked.unsendable.invalid > 0) return exitCodes['import-incomplete'];
  return isWritten ? 0 : exitCodes.fault;
}

/** What the store has for each row of the shard; without a store nothing exists. */
async function compareRows(run: DryRun, checked: CheckedFile): Promise<void> {
  const { options, forecast } = run;
  if (!options.settings.storeNamed) {
    for (const records of checked.keys.records()) forecast.addNew(records);
    return;
  }
  const connection = await options.connect({ connections: 4, signal: options.context.interrupted });
  const { noun, context, quiet, settings, notice, store } = options;
  const { language } = settings;
  const wasInStore = run.knownProducts?.has;
  const mode = progressMode(context, { quiet });
  const progress = (work: () => Work) => showProgress(context, mode, work, store.paintStore);
  // Without a reliable search an import would send nothing.
  const client = { connection, noun, language, wasInStore, notice, context, progress, isLikeImport: true };
  const rows = { rows: checked.keys, count: countValid(checked) - forecast.counts.elsewhere };
  await compareByClient(rows, client, async (comparison) => {
    forecast.storeCompared();
    const reasonFor = renamedIn(run, checked, connection);
    for await (const batch of comparison.rows()) {
      const held = await Promise.all(batch.map(({ row, result }) => result.kind === 'new' && reasonFor?.(row)));
      for (const [at, { row }] of batch.entries()) if (held[at]) forecast.hold(row, held[at]);
      forecast.add(batch.filter((_, at) => !held[at]));
    }
  });
}

/** As an import holds back rows that may be products under another key. @throws CliError `usage` */
function renamedIn(
  { options, hash, journal, knownProducts }: DryRun,
  { keys }: CheckedFile,
  connection: Connection,
): ReturnType<typeof renamedProducts> {
  if (!journal || !knownProducts) return undefined;
  refuseJournalOfOtherStore(journal, connection.storeId);
  const source = identityOf(options, connection.storeId, hash);
  const { noun } = options;
  const searchFor = (key: Key) => search({ connection, noun }, key);
  return renamedProducts({ noun, journal, source, knownProducts, options, keys, searchFor });
}

/** Prints the rows to create, all or the first, and returns the first of them. */
async function printRows(
  { options, forecast: { records } }: DryRun,
  checked: CheckedFile,
  printer: Printer,
): Promise<readonly SendableRow[]> {
  const sample: SendableRow[] = [];
  const isWanted: RecordFilter = (record) => records.has(record) && (printer.printsRows || sample.length < sampleSize);
  if (records.size === 0) return sample;
  for await (const batch of untilInterrupted(validRows(checked, isWanted), options.context.interrupted)) {
    await printer.add(batch);
    sample.push(...batch.slice(0, sampleSize - sample.length));
    if (!printer.printsRows && sample.length >= sampleSize) break;
  }
  return sample;
}
