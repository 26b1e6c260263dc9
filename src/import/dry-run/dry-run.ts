import type { Connection } from '../../client/connection.ts';
import { type ListedNoun, type Noun, wayToFind } from '../../client/endpoints/noun.ts';
import { exitCodes } from '../../errors.ts';
import { acceptFile } from '../accept-file.ts';
import { decide } from '../deliver/decide.ts';
import { refuseExisting } from '../deliver/existing-rows.ts';
import { judge } from '../deliver/next.ts';
import { renamedProducts } from '../deliver/renamed-rows.ts';
import { deletedOwners } from '../evidence/deleted-owners.ts';
import { askedOfJournal } from '../evidence/journal-alone.ts';
import type { RowQuestion } from '../evidence/row-look-up.ts';
import { fieldBefore, warnOfFewerRows } from '../feed-before.ts';
import { warnOfFirstImport } from '../first-import.ts';
import { identityOf } from '../identity.ts';
import { blockedKeys, hasRecords } from '../journal/earlier-rows.ts';
import { type Journal, readJournal } from '../journal/journal.ts';
import { refuseLostSecret } from '../journal/key-secret.ts';
import { KnownRecords } from '../journal/known-records.ts';
import { fileRowsOf } from '../journal/rows.ts';
import { refuseJournalOfOtherStore } from '../journal/runs.ts';
import type { Key } from '../map/rows/key.ts';
import { compareByClient } from '../march/client-comparison.ts';
import { factsOfRow } from '../march/facts.ts';
import { search } from '../march/lookup.ts';
import type { ComparedRow } from '../march/results.ts';
import { StoreTest } from '../march/store-test.ts';
import type { ImportOptions } from '../options.ts';
import type { OpenedFile } from '../report/output-files.ts';
import { createReport } from '../report/report.ts';
import type { CheckedFile, StateRow } from '../rows/check.ts';
import { FileRows } from '../rows/file-rows.ts';
import { rowsToFix } from '../words/check-texts.ts';
import { commonText } from '../words/common-texts.ts';
import { type FileRefusal, refusalOfWarnings } from '../words/file-refusal.ts';
import { collectProblems } from '../words/problems.ts';
import { bodiesToSend } from './bodies.ts';
import type { Forecast } from './forecast.ts';
import { describe, printBodies, printRecord, savePlan, summarise } from './print-forecast.ts';
import { forecastSent, onlyJournalKnows } from './sent-rows.ts';
import { warnOfUnowned } from './unowned-rows.ts';

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
  const { options, forecast } = run;
  const stateRow: StateRow | undefined =
    // What a person is called is in no table: nothing is compared there.
    options.settings.storeNamed && !options.noun.hashKey
      ? ({ stated }) => ({ states: factsOfRow(options.noun, stated) })
      : undefined;
  return await readJournal(options.files.journal, options.context, async (journal) => {
    const keys = journal ? fileRowsOf(journal, unused) : await FileRows.open();
    const use = {
      ...options,
      fieldBefore: (field: string) => fieldBefore(options, { journal, hash: run.hash, field }),
    };
    const { checked, refusal } = await acceptFile(use, run.catalogue, { keys, stateRow });
    forecast.checked = checked;
    if (!refusal) await warnOfFewerRows(options, { journal, hash: run.hash, rows: checked.rows });
    const ending = refusal ? reportRefused(run, checked, refusal) : forecastRows(run, checked, journal);
    return await ending.finally(() => keys.close());
  });
}

/** The number of no run: the rows are added to a copy of the journal, which is not kept. */
const unused = 0;

/** @throws CliError always: the file is refused */
async function reportRefused(
  { options, forecast, outputs }: DryRun,
  checked: CheckedFile,
  { why, error }: FileRefusal,
): Promise<never> {
  const record = forecast.record(why);
  await printRecord(options, record);
  await outputs.write(createReport(options, { outcome: 'invalid', record, advice: [error.hint], checked }));
  throw error;
}

async function forecastRows(run: DryRun, checked: CheckedFile, journal: Journal | undefined): Promise<number> {
  const { options, hash, forecast, outputs } = run;
  if (options.settings.storeNamed) await compareRows(run, checked, journal);
  else addAll(forecast, checked);
  await describe(options, forecast);
  for (const field of forecast.common.found()) await options.warn(commonText(field));
  const refusal = refusalOfWarnings(options, checked);
  if (refusal) return await reportRefused(run, checked, refusal);
  forecast.sample = await printBodies(options, bodiesToSend(options, forecast, checked));
  const record = forecast.record(null);
  await printRecord(options, record);
  const report = createReport(options, {
    outcome: 'checked',
    record,
    problems: collectProblems(checked.faults, forecast.held, forecast.notSent),
    advice: rowsToFix({ file: options.files.rejected, isPlanned: false }, checked.unsendable.invalid, 0),
    checked,
  });
  const isWritten = await outputs.write(report);
  await summarise(options, forecast);
  await savePlan(options, forecast, hash, outputs.plan);
  if (checked.unsendable.invalid > 0) return exitCodes['import-incomplete'];
  return isWritten ? 0 : exitCodes.fault;
}

/** What is known of the rows: as they were compared, and what a journal says. */
async function questionOf(
  { noun, hint, context: { clock, interrupted } }: ImportOptions,
  { journal, checked, connection }: Pick<FileBesideStore, 'journal' | 'checked' | 'connection'>,
): Promise<RowQuestion> {
  if (!journal) return async ({ result }) => result;
  const name = noun.names[1];
  const known = {
    journal,
    run: { id: unused, source: { noun: name } },
    knownRecords: new KnownRecords(journal, name),
    candidateIds: new Map(),
    deletedOwners: await deletedOwners(noun, journal, checked),
    blocked: blockedKeys(journal, name),
    since: 0,
    options: { hint },
  };
  return askedOfJournal(noun, known, { connection, clock, stopped: interrupted, read: (once) => once() });
}

/** What earlier imports know, if it is anything. */
const knownIn = (journal: Journal, noun: Noun): KnownRecords | undefined =>
  hasRecords(journal, noun.names[1]) ? new KnownRecords(journal, noun.names[1]) : undefined;

/** What the store has for each row of the shard. */
async function compareRows(run: DryRun, checked: CheckedFile, journal: Journal | undefined): Promise<void> {
  const { options, forecast } = run;
  const { noun, notice } = options;
  const connection = await options.connect({ connections: 4, signal: options.context.interrupted });
  if (journal) {
    refuseJournalOfOtherStore(journal, connection.storeId);
    refuseLostSecret(journal, noun);
  }
  await warnOfFirstImport(options, journal, connection.storeId);
  const ask = await questionOf(options, { journal, checked, connection });
  const way = wayToFind(noun);
  switch (way.by) {
    case 'search':
      return await compareListed(run, { noun: way.noun, connection, checked, journal, ask });
    case 'owner':
    case 'ids':
    case 'none':
      await notice(onlyJournalKnows(noun.names[1]));
      if (way.by === 'owner') await warnOfUnowned(way.noun, { options, connection, checked, journal });
      return await forecastSent(forecast, checked.keys, ask, options);
    default:
      return way satisfies never;
  }
}

/** A file beside a store that lists its noun. */
interface FileBesideStore {
  readonly noun: ListedNoun;
  readonly connection: Connection;
  readonly checked: CheckedFile;
  readonly journal: Journal | undefined;
  readonly ask: RowQuestion;
}

async function compareListed(
  { options, hash, forecast }: DryRun,
  { noun, connection, checked, journal, ask }: FileBesideStore,
): Promise<void> {
  const { context, settings, notice, progress } = options;
  const known = journal && knownIn(journal, noun);
  const tested = new StoreTest(context);
  const { comparison, counts } = await compareByClient(checked.keys, {
    connection,
    tested,
    noun,
    language: settings.language,
    wasInStore: known?.has,
    notice,
    context,
    progress,
    // Without a reliable search an import would send nothing.
    isLikeImport: true,
  });
  forecast.counts = counts;
  const isNew = comparison.isEmpty && (!journal || blockedKeys(journal, noun.names[1]).length === 0);
  if (isNew) return addAll(forecast, checked);
  const source = identityOf(options, connection.storeId, hash);
  const searchFor = (key: Key) => search({ connection, tested, noun }, key);
  const heldBack =
    known && renamedProducts({ noun, source, knownRecords: known, options, keys: checked.keys, searchFor });
  const exists = async (compared: ComparedRow) => judge({ row: 'unsent' }, await ask(compared));
  await decide(comparison.rows(), { exists, heldBack, planned: options.plan?.records }, (compared, action) =>
    forecast.add(compared, action),
  );
  if (options.onExisting === 'fail')
    await refuseExisting(comparison, checked).catch(async (failure: Error) => {
      await printRecord(options, forecast.record(failure.message));
      throw failure;
    });
}

/** Nothing exists where there is no store, or no product in it. */
function addAll(forecast: Forecast, { keys }: CheckedFile): void {
  for (const records of keys.records()) for (const record of records) forecast.addNew(record);
}
