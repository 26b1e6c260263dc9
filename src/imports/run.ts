import type { FileWriter } from '../context.ts';
import { CliError } from '../errors.ts';
import { type Catalogue, openCatalogue } from '../input/csv/catalogue.ts';
import { formatCount } from '../text/numbers.ts';
import { type CheckedFile, checkCatalogue } from './check.ts';
import { copyOf, whileWanted } from './copy.ts';
import { deliver, probe } from './deliver.ts';
import type { Import } from './import.ts';
import { writePlan } from './plan.ts';
import type { Rejection } from './rejected.ts';
import { faultyReport } from './report.ts';
import { print, reject } from './results.ts';
import { describeCatalogue, describeFault, howManyFaulty, howManyRows } from './words.ts';

/**
 * Reads, checks, sends and reports. Nothing is sent before every row is checked and the store has answered a read.
 * Returns the exit code: 0, 7 when rows are rejected or uncertain, 8 when not all were sent.
 * @throws CliError `usage` for a faulty file; the store's own failure when nothing was created.
 */
export async function runImport(run: Import): Promise<number> {
  const { context, path, rejected } = run;
  if (rejected !== undefined && (await context.files.same(path, rejected))) {
    throw new CliError('usage', '--rejected names the file that is imported: it would be lost.', { field: '--rejected' });
  }
  const copy = await copyOf(path, context);
  // Made before anything is sent: what cannot be written must be known while nothing has happened.
  const file = rejected === undefined ? undefined : await context.files.create(rejected);
  try {
    const source = () => whileWanted(copy.bytes(), context.interrupted);
    return await importCatalogue(run, await openCatalogue(source, run.catalogue), file);
  } finally {
    await file?.discard();
    await copy.remove();
  }
}

async function importCatalogue(run: Import, catalogue: Catalogue, file: FileWriter | undefined): Promise<number> {
  for (const line of describeCatalogue(run.path, catalogue.description)) await run.notice(line);
  const checked = await check(run, catalogue, file);
  return run.dryRun ? await rehearse(run, catalogue, checked) : await deliver(run, catalogue, checked, file);
}

/** Every row, before the first request. Faulty rows end the import here. */
async function check(run: Import, catalogue: Catalogue, file: FileWriter | undefined): Promise<CheckedFile> {
  const checked = await checkCatalogue(catalogue);
  for (const warning of checked.warnings.kept) await run.notice(`Warning: ${describeFault(warning)}`);
  if (checked.faults.count === 0) {
    await run.notice(`${howManyRows(checked.rows)}, all sound.`);
    return checked;
  }
  for (const fault of checked.faults.kept) await run.notice(describeFault(fault));
  const hidden = checked.faults.count - checked.faults.kept.length;
  if (hidden > 0) await run.notice(`… and ${formatCount(hidden)} more of the same sorts.`);
  if (run.settings.output !== 'table') await print(run, faultyReport(checked.rows, checked.faultyRows, checked.faults.kept));
  await reject(run, catalogue, rejectionsOf(checked), file);
  throw new CliError('usage', `${howManyFaulty(checked)} faulty. Nothing was sent.`, {
    hint: 'Mend these lines, and run the same command again.',
  });
}

function rejectionsOf({ faultOf }: CheckedFile): ReadonlyMap<number, Rejection> {
  return new Map([...faultOf].map(([record, fault]) => [record, { field: fault.column ?? '', message: fault.message }]));
}

/** `--dry-run`: what would be sent, and whether the store answers at all. */
async function rehearse(run: Import, catalogue: Catalogue, { rows }: CheckedFile): Promise<number> {
  if (run.settings.storeNamed) await probe(await run.connect({ connections: 1, signal: run.context.interrupted }));
  await writePlan(catalogue.rows(), { output: run.settings.output, taxField: run.settings.taxField, target: run.target });
  await run.notice(`${howManyRows(rows)} would be sent. Nothing was sent.`);
  return 0;
}
