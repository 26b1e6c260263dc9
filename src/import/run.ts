import type { FileWriter } from '../context.ts';
import { CliError } from '../errors.ts';
import { formatCount } from '../text/numbers.ts';
import { type CheckedFile, checkCatalogue, howManySound } from './check/check.ts';
import { rehearse } from './check/dry-run.ts';
import { refuseOverwriting } from './check/overwriting.ts';
import type { Import } from './import-run.ts';
import { type Catalogue, openCatalogue } from './read/catalogue.ts';
import { copyOf } from './read/copy.ts';
import { annotate } from './report/annotations.ts';
import { type Outputs, print, reject, writeReport } from './report/outputs.ts';
import { faultProblem, faultyReport } from './report/report.ts';
import {
  describeCatalogue,
  describeFault,
  describeLeftOut,
  howManyFaulty,
  howManyRows,
  otherCount,
  whatIsWrong,
  whatToDo,
} from './report/words.ts';
import { deliver } from './send/deliver.ts';

/**
 * Reads, checks, sends and reports. Nothing is sent before every row is checked and the store has answered a read.
 * Returns the exit code: 0, 7 when rows are rejected, uncertain or there twice, 8 when not all were sent.
 * @throws CliError `usage` for a faulty file; the store's own failure when nothing was created.
 */
export async function runImport(run: Import): Promise<number> {
  await refuseOverwriting(run);
  const copy = await copyOf(run.path, run.context);
  const outputs = await openOutputs(run);
  try {
    // Not until the user interrupts: the report on an import that was interrupted reads the file, too.
    const catalogue = await openCatalogue(() => copy.file.bytes(), run.catalogue);
    for (const line of describeCatalogue(run.path, catalogue.description)) await run.notice(line);
    const check = () => checkOnce(run, catalogue, outputs);
    if (run.dryRun) return await rehearse(run, catalogue, await check());
    return await deliver(run, { catalogue, hash: copy.hash, check }, outputs).catch((error: unknown) =>
      reportFailure(error, outputs),
    );
  } finally {
    for (const file of Object.values(outputs)) await file?.discard();
    await copy.file.remove();
  }
}

/** The report of an import that ended before there was one: a script must find out why. @throws the failure itself */
async function reportFailure(failure: unknown, { report }: Outputs): Promise<never> {
  if (failure instanceof CliError) {
    const { message, hint = null, exitCode } = failure;
    // Where the report is written already, its file is closed.
    await writeReport({ run: null, stopped: message, hint, exitCode }, report).catch(() => undefined);
  }
  throw failure;
}

/** Made before anything is sent: what cannot be written must be known while nothing has happened. */
async function openOutputs({ files: { rejected, results, report }, context: { files } }: Import): Promise<Outputs> {
  const create = (path: string | undefined): Promise<FileWriter | undefined> =>
    path === undefined ? Promise.resolve(undefined) : files.create(path);
  return { rejected: await create(rejected), results: await create(results), report: await create(report) };
}

/** Every row, before the first request. Faulty rows end the import here, unless they are to be skipped and others are sound. */
async function checkOnce(run: Import, catalogue: Catalogue, outputs: Outputs): Promise<CheckedFile> {
  const checked = await checkCatalogue(catalogue, run.context.interrupted);
  await tell(run, catalogue, checked);
  const problems = checked.faults.kept.map(faultProblem);
  await annotate(run, problems);
  const wrongCount = run.expectRows !== undefined && run.expectRows !== checked.rows;
  const canSkip = run.skipInvalid && checked.isToldWhole;
  if (!wrongCount && howManySound(checked) > 0 && (checked.faultyRows === 0 || canSkip)) {
    if (checked.faultyRows > 0) await run.notice(`${howManyFaulty(checked)} faulty and left out.`);
    return checked;
  }
  const why = [wrongCount ? otherCount(run, checked) : '', whatIsWrong(checked)].join('');
  const report = faultyReport(checked, why.trim());
  if (run.settings.output !== 'table') await print(run, report);
  await reject(run, catalogue, checked.rejections, outputs.rejected);
  await writeReport(report, outputs.report);
  throw new CliError('usage', `${why}Nothing was sent.`, {
    hint: wrongCount ? 'Check that the file is whole: it may have been cut off.' : whatToDo(run, checked),
  });
}

async function tell(run: Import, catalogue: Catalogue, checked: CheckedFile): Promise<void> {
  const { faults, warnings, rows } = checked;
  for (const line of describeLeftOut(checked)) await run.notice(line);
  for (const warning of warnings.kept) await run.notice(`Warning: ${describeFault(warning)}`);
  if (catalogue.description.mayBeCut && run.expectRows === undefined) {
    await run.notice(
      'Warning: the last line has no line end. If the file was cut off there, so was its last value: --expect-rows <n> makes sure.',
    );
  }
  if (faults.count === 0) return run.notice(`${howManyRows(rows)}, all sound.`);
  for (const fault of faults.kept) await run.notice(describeFault(fault));
  const hidden = faults.count - faults.kept.length;
  if (hidden > 0) await run.notice(`… and ${formatCount(hidden)} more of the same sorts.`);
}
