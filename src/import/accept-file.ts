import { escapeText } from '../text/escape.ts';
import type { Catalogue } from './map/catalogue.ts';
import { askOfNumbers } from './map/choices/decimal-choice.ts';
import { askOfRows } from './map/choices/row-choice.ts';
import type { ImportOptions } from './options.ts';
import { type CheckedFile, checkRows, type Keeping, withOtherShards } from './rows/check.ts';
import {
  describeExcluded,
  describeOddities,
  invalidCount,
  moreFaults,
  soundRows,
  warningsAbout,
} from './words/check-texts.ts';
import { type FileRefusal, type FileUse, refusalOf } from './words/file-refusal.ts';
import { listProblems, listWarnings } from './words/list-problems.ts';
import { withMeant } from './words/meant.ts';
import { faultProblem } from './words/problems.ts';

type AcceptOptions = Pick<ImportOptions, 'path' | 'catalogue' | 'context' | 'notice' | 'hint'> &
  Partial<Pick<ImportOptions, 'shard' | 'files' | 'dryRun' | 'asksChoices' | 'onChecked'>> &
  FileUse;

/** A file whose rows are checked, and why it is refused. */
interface Acceptance {
  /** Close its keys. */
  readonly checked: CheckedFile;
  /** Undefined if its valid rows can be used. */
  readonly refusal: FileRefusal | undefined;
}

/**
 * Checks every row, says what was found, and whether the file can be used: not with invalid rows, unless they are
 * skipped and others are valid. @throws CliError `interrupted`; `usage` with a choice, where a person is asked
 */
export async function acceptFile(options: AcceptOptions, catalogue: Catalogue, keeping: Keeping): Promise<Acceptance> {
  const { context, shard } = options;
  const checked = await checkRows(catalogue, context.interrupted, { ...keeping, shard });
  try {
    return await judgeFile(options, catalogue, checked);
  } catch (error) {
    checked.keys.close();
    throw error;
  }
}

async function judgeFile(options: AcceptOptions, catalogue: Catalogue, checked: CheckedFile): Promise<Acceptance> {
  const { context, hint, onChecked } = options;
  const { faults, rows } = checked;
  if (options.asksChoices && options.catalogue.decimal === undefined)
    askOfNumbers(faults.listed, checked.warnings.listed);
  if (options.asksChoices) askOfRows(faults.listed);
  for (const line of [...describeExcluded(checked), ...describeOddities(catalogue)]) await hint(line);
  const warnings = await warnOfFile(options, checked);
  if (faults.count === 0) await hint(soundRows(rows, warnings));
  const { noun, description } = catalogue;
  const listed = await withMeant(faults.listed, { noun, columns: description.columns });
  const refusal = refusedOrAsked(options, checked);
  const problems = listed.map(faultProblem);
  // Where they are skipped, what matters is how many and what they are like.
  const isShort = !refusal && context.stderr.isTerminal && options.files !== undefined && problems.length > shortList;
  await listProblems(options, problems, isShort ? { most: shortList, more: undefined } : { more: moreFaults(faults) });
  await onChecked?.({ map: catalogue.description.map, isRefused: refusal !== undefined });
  if (refusal) return { checked, refusal };
  if (checked.unsendable.invalid > 0)
    await hint(`Skipping ${invalidCount(checked)}.${isShort ? ` ${whereToRead(options)}` : ''}`);
  return { checked: checked.isShard ? withOtherShards(checked) : checked, refusal };
}

/** @throws CliError `usage` with a choice, where a person is asked */
function refusedOrAsked(options: AcceptOptions, checked: CheckedFile): FileRefusal | undefined {
  const refusal = refusalOf(options, checked);
  if (options.asksChoices && refusal?.isChoice) throw refusal.error;
  return refusal;
}

/** Lines of faults of rows that are skipped. */
const shortList = 3;

/** Where all faults of skipped rows are. */
function whereToRead({ files = {}, dryRun }: AcceptOptions): string {
  if (files.rejected !== undefined) return `All of them will be in ${escapeText(files.rejected)}.`;
  return dryRun ? 'To write all of them: --rejected rejected.csv' : 'To read all of them: shop-cli imports show';
}

/** Returns how many warnings there are. */
async function warnOfFile(options: AcceptOptions, checked: CheckedFile): Promise<number> {
  const warnings = warningsAbout(checked);
  await listWarnings(options, warnings);
  return warnings.length;
}
