import { CliError } from '../errors.ts';
import { localTime } from '../text/local-time.ts';
import type { AppliedPlan } from './applied-plan.ts';
import type { Forecast } from './dry-run/forecast.ts';
import type { Copy } from './file/copy.ts';
import { choiceOf, namingFile } from './file/faults.ts';
import { refuseOverwriting } from './file/overwriting.ts';
import { unpackedCopyOf } from './file/unpacked-copy.ts';
import { identityOf, refuseUsedPlan, usedPlan } from './identity.ts';
import { importIntoStore } from './import-into-store.ts';
import { readJournal } from './journal/journal.ts';
import { withSecretKeys } from './journal/key-secret.ts';
import { unfinishedRun } from './journal/runs.ts';
import { type Catalogue, openCatalogue } from './map/catalogue.ts';
import type { ImportOptions } from './options.ts';
import type { ImportPlan } from './plan/plan.ts';
import { type OpenedFile, OutputFiles } from './report/output-files.ts';
import { rowCount } from './words/counts.ts';
import { describeCatalogue } from './words/reading-texts.ts';

/** Files of an import besides its connections: its copy, the journal and its log, locks, reports, and those of libsql. */
const ownDescriptors = 32;

/**
 * Imports a file: reads, checks, sends and reports. Nothing is sent before every row is checked and the store has
 * answered a read. Returns the exit code: 0, 7 when rows are invalid, rejected, uncertain or duplicates, 8 when not all
 * were sent.
 * @throws CliError `usage` for an invalid file; the store's own failure when nothing was created
 */
export async function runImport(given: ImportOptions): Promise<number> {
  const options = { ...given, ...withSecretKeys(given.noun, given.files.journal, given.context) };
  options.context.files.requireDescriptors(ownDescriptors + options.pace.concurrency);
  await refuseOverwriting(options);
  const outputs = await OutputFiles.open(options);
  const forecast = options.dryRun ? new (await import('./dry-run/forecast.ts')).Forecast(options) : undefined;
  let copy: Copy | undefined;
  let catalogue: Catalogue | undefined;
  try {
    copy = await unpackedCopyOf(options.path, options.context, options.catalogue, options.noun.names);
    if (options.plan) (await import('./plan/plan.ts')).refuseOtherFile(options.path, copy.hash, options.plan);
    // Reading does not end with an interrupt: the report on an interrupted import reads the file too.
    catalogue = await openCatalogue(copy, options.catalogue, options.noun);
    return await importCatalogue(options, { catalogue, hash: copy.hash, outputs }, forecast);
  } catch (cause) {
    const error = namingFile(cause, options.path);
    // The import is run again with the answer.
    const isAsked = options.asksChoices && choiceOf(error) !== undefined;
    if (error instanceof CliError && !isAsked)
      await outputs.writeFailure(error, catalogue?.description, forecast?.record(error.message));
    throw error;
  } finally {
    await outputs.discard();
    await copy?.file.remove();
  }
}

async function importCatalogue(
  options: ImportOptions,
  opened: OpenedFile,
  forecast: Forecast | undefined,
): Promise<number> {
  for (const line of describeCatalogue(options.path, opened.catalogue.description)) await options.hint(line);
  if (!forecast) return await importIntoStore(options, opened);
  // Only then: an import does not compare.
  const { dryRun } = await import('./dry-run/dry-run.ts');
  return await dryRun({ ...opened, options, forecast });
}

/**
 * Imports exactly the rows of a plan. Returns the exit code: 0 also for a plan that was applied and left nothing to do, so
 * that a job can be run again. @throws CliError `usage` for another plan that was applied, or one that has expired
 */
export async function applyPlan(options: ImportOptions & { readonly plan: ImportPlan }): Promise<number> {
  const { plan, context, hint } = options;
  const { created } = plan.heading;
  const { refuseExpired, shortName } = await import('./plan/plan.ts');
  const before = await appliedBefore(options);
  const isStarted = before === 'started';
  if (before && !isStarted) return await (await import('./applied-plan.ts')).reportApplied(options, plan, before);
  const now = context.clock.now().getTime();
  if (!isStarted) refuseExpired(plan, now);
  await hint(
    `Plan ${shortName(plan)}, made on ${localTime(new Date(created), 'minute')}: ${rowCount(plan.records.size)} to create on ${options.store.storeLabel()}.`,
  );
  if (isStarted && now > plan.heading.validUntil)
    await hint('The plan has expired, but its import started in time. Continuing it.');
  return await runImport(options);
}

/** Whether an application of the plan was interrupted, or done. It is checked again when the journal is locked. */
async function appliedBefore(
  options: ImportOptions & { readonly plan: ImportPlan },
): Promise<'started' | AppliedPlan | undefined> {
  const { plan, files, context, dryRun } = options;
  const { store, file } = plan.heading;
  const identity = identityOf(options, store, file.sha256);
  return await readJournal(files.journal, context, async (journal) => {
    if (!journal) return undefined;
    const used = usedPlan(plan, journal, identity);
    if (!used) return unfinishedRun(journal, identity.identity) && 'started';
    const { isInStore, reportIfDone } = await import('./applied-plan.ts');
    const record = used.run && !dryRun && reportIfDone(journal, used.run, options.store.storeValue());
    if (used.run && record && (await isInStore(options, journal, used.run)))
      return { applied: used.applied, run: used.run.run, record };
    return await refuseUsedPlan(plan, journal, identity).then(() => undefined);
  });
}
