import { CliError } from '../errors.ts';
import type { CheckedFile, UseRow } from './check/check.ts';
import { checkFile, refusalOf } from './check-file.ts';
import type { OpenedFile } from './check-unless-known.ts';
import { deliver } from './deliver.ts';
import type { Forecast } from './forecast.ts';
import { Tally } from './journal/tally.ts';
import type { ImportOptions } from './options.ts';
import { refuseOtherFile } from './plan/plan.ts';
import { type Catalogue, openCatalogue } from './read/catalogue.ts';
import { unpackedCopyOf } from './read/packed/unpacked-copy.ts';
import { type Outputs, openOutputs, printReport, refuseOverwriting, writeRejected } from './report/outputs.ts';
import { problemList } from './report/problem-list.ts';
import { invalidReport } from './report/report.ts';
import { describeCatalogue, invalidCount } from './report/words.ts';

/**
 * Imports a file: reads, checks, sends and reports. Nothing is sent before every row is checked and the store has
 * answered a read. Returns the exit code: 0, 7 when rows are invalid, rejected, uncertain or duplicates, 8 when not all
 * were sent.
 * @throws CliError `usage` for an invalid file; the store's own failure when nothing was created
 */
export async function runImport(options: ImportOptions): Promise<number> {
  await refuseOverwriting(options);
  const copy = await unpackedCopyOf(options.path, options.context, options.catalogue);
  const outputs = await openOutputs(options).catch(async (error: unknown) => {
    await copy.file.remove();
    throw error;
  });
  let catalogue: Catalogue | undefined;
  let code: number | undefined;
  try {
    if (options.plan) refuseOtherFile(options.path, copy.hash, options.plan);
    // Reading does not end with an interrupt: the report on an interrupted import reads the file too.
    catalogue = await openCatalogue(() => copy.file.bytes(), options.catalogue, copy.sheet);
    code = await importCatalogue(options, catalogue, copy.hash, outputs);
    return code;
  } catch (error) {
    if (error instanceof CliError) {
      const forecast = options.dryRun ? await forecastOf(options) : undefined;
      await outputs.reports.writeFailure(error, catalogue?.description, forecast?.record(error.message));
    }
    throw error;
  } finally {
    const { metrics, ...files } = outputs;
    await metrics?.end(code === 0);
    for (const file of Object.values(files)) await file?.discard();
    await copy.file.remove();
  }
}

async function importCatalogue(
  options: ImportOptions,
  catalogue: Catalogue,
  hash: string,
  outputs: Outputs,
): Promise<number> {
  for (const line of describeCatalogue(options.path, catalogue.description)) await options.hint(line);
  if (options.dryRun) {
    // Only then: an import does not compare.
    const { dryRun } = await import('./dry-run.ts');
    return await dryRun(options, { catalogue, hash }, outputs);
  }
  const check: OpenedFile['check'] = (use) => checkRows(options, catalogue, outputs, use);
  return await deliver(options, { catalogue, hash, check }, outputs);
}

/** The report of a dry run that did not get to its rows. */
async function forecastOf(options: ImportOptions): Promise<Forecast> {
  const { Forecast } = await import('./forecast.ts');
  return new Forecast(options);
}

/**
 * Checks every row before the first request. @throws CliError `usage` for invalid rows, unless they are skipped and
 * others are valid
 */
async function checkRows(
  options: ImportOptions,
  catalogue: Catalogue,
  outputs: Outputs,
  use: UseRow | undefined,
): Promise<CheckedFile> {
  const checked = await checkFile(options, catalogue, use);
  outputs.metrics?.count(new Tally(checked.rows, checked.unsendable));
  const refusal = refusalOf(options, checked);
  if (!refusal) {
    if (checked.unsendable.invalid > 0) await options.hint(`Skipping ${invalidCount(checked)}.`);
    return checked;
  }
  const report = invalidReport(checked, options.store.storeName(), refusal.why);
  if (options.settings.output !== 'table') await printReport(options, report);
  const ending = {
    outcome: 'invalid',
    record: report,
    problems: () => problemList(checked.faults, undefined),
  } as const;
  const { why, error } = refusal;
  await outputs.reports.write({ ...ending, why, advice: [error.hint], description: catalogue.description }, [
    () => writeRejected(options, catalogue, checked.rejections, outputs.rejected),
  ]);
  throw error;
}
