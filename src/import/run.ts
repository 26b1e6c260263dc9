import { CliError } from '../errors.ts';
import { formatCount } from '../text/numbers.ts';
import { type CheckedFile, checkCatalogue, countValid } from './check/check.ts';
import { deliver } from './deliver.ts';
import { dryRun } from './dry-run.ts';
import type { ImportOptions } from './options.ts';
import { type Catalogue, openCatalogue } from './read/catalogue.ts';
import { unpackedCopyOf } from './read/packed/unpacked-copy.ts';
import { annotate } from './report/annotations.ts';
import {
  type Outputs,
  openOutputs,
  printReport,
  refuseOverwriting,
  writeRejected,
  writeReport,
} from './report/outputs.ts';
import { faultProblem, invalidReport } from './report/report.ts';
import {
  describeCatalogue,
  describeExcluded,
  describeFault,
  hintFor,
  invalidCount,
  otherCount,
  rowCount,
  whyNotSent,
} from './report/words.ts';

/**
 * Imports a file: reads, checks, sends and reports. Nothing is sent before every row is checked and the store has
 * answered a read. Returns the exit code: 0, 7 when rows are invalid, rejected, uncertain or duplicates, 8 when not all
 * were sent.
 * @throws CliError `usage` for an invalid file; the store's own failure when nothing was created
 */
export async function runImport(options: ImportOptions): Promise<number> {
  await refuseOverwriting(options);
  const copy = await unpackedCopyOf(options.path, options.context, options.catalogue);
  const outputs = await openOutputs(options);
  try {
    // Reading does not end with an interrupt: the report on an interrupted import reads the file too.
    const catalogue = await openCatalogue(() => copy.file.bytes(), options.catalogue, copy.sheet);
    for (const line of describeCatalogue(options.path, catalogue.description)) await options.hint(line);
    const check = () => checkFile(options, catalogue, outputs);
    if (options.dryRun) return await dryRun(options, catalogue, await check());
    return await deliver(options, { catalogue, hash: copy.hash, check }, outputs).catch((error: unknown) =>
      reportFailure(error, outputs),
    );
  } finally {
    for (const file of Object.values(outputs)) await file?.discard();
    await copy.file.remove();
  }
}

/** Writes the report of an import that failed before it had one: scripts read the reason there. @throws the failure */
async function reportFailure(failure: unknown, { report }: Outputs): Promise<never> {
  if (failure instanceof CliError) {
    const { message, hint = null, exitCode } = failure;
    // If a report was written, its file is closed already.
    await writeReport({ run: null, stopped: message, hint, exitCode }, report).catch(() => undefined);
  }
  throw failure;
}

/**
 * Checks every row before the first request. @throws CliError `usage` for invalid rows, unless they are skipped and
 * others are valid
 */
async function checkFile(options: ImportOptions, catalogue: Catalogue, outputs: Outputs): Promise<CheckedFile> {
  const checked = await checkCatalogue(catalogue, options.context.interrupted);
  await describeCheck(options, catalogue, checked);
  await annotate(options, checked.faults.listed.map(faultProblem));
  const { rows, notForRun, isComplete } = checked;
  const hasOtherCount = options.expectRows !== undefined && options.expectRows !== rows;
  const canSkip = options.skipInvalid && isComplete;
  if (!hasOtherCount && countValid(checked) > 0 && (notForRun.invalid === 0 || canSkip)) {
    if (notForRun.invalid > 0) await options.hint(`Skipping ${invalidCount(checked)}.`);
    return checked;
  }
  const why = `${hasOtherCount ? otherCount(options, checked) : ''}${whyNotSent(checked)}`;
  const report = invalidReport(checked, options.dryRun ? null : options.store.storeName(), why.trim());
  if (options.settings.output !== 'table') await printReport(options, report);
  await writeRejected(options, catalogue, checked.rejections, outputs.rejected);
  await writeReport(report, outputs.report);
  throw new CliError('usage', `${why}Nothing was sent.`, {
    hint: hasOtherCount ? 'Check that the file is complete.' : hintFor(options, checked),
  });
}

async function describeCheck({ notice, hint, expectRows }: ImportOptions, catalogue: Catalogue, checked: CheckedFile) {
  const { faults, warnings, free, rows } = checked;
  for (const line of describeExcluded(checked)) await hint(line);
  for (const warning of warnings.listed) await notice(`Warning: ${describeFault(warning)}`);
  if (free > 0) await notice(`Warning: ${rowCount(free)} ${free === 1 ? 'has' : 'have'} no price, or a price of 0.`);
  if (catalogue.description.mayBeCut && expectRows === undefined) {
    await notice(
      'Warning: the last line does not end with a line break, so the file may be cut off. Check with --expect-rows <n>.',
    );
  }
  if (faults.count === 0) return hint(`${rowCount(rows)}, no problems found.`);
  for (const fault of faults.listed) await notice(describeFault(fault));
  const hidden = faults.count - faults.listed.length;
  if (hidden > 0) await notice(`… and ${formatCount(hidden)} more of the same kind.`);
}
