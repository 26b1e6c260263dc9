import type { LogEvent } from '../context.ts';
import { CliError } from '../errors.ts';
import { formatCount, inNumber } from '../text/numbers.ts';
import type { Catalogue, RowFault } from './map/catalogue.ts';
import type { ImportOptions } from './options.ts';
import type { Outputs } from './report/outputs.ts';
import { createReport } from './report/report.ts';
import { type CheckedFile, checkCatalogue, countValid, type Keeping, maxShared, type StateRow } from './rows/check.ts';
import { almost } from './rows/duplicates.ts';
import { isInShard } from './rows/shard.ts';
import { describeExcluded, describeOddities, invalidCount, warningsAbout } from './words/check-texts.ts';
import { rowCount } from './words/counts.ts';
import { listProblems } from './words/list-problems.ts';
import { faultProblem } from './words/problems.ts';

type CheckOptions = Pick<ImportOptions, 'path' | 'context' | 'notice' | 'hint' | 'expectRows' | 'skipInvalid'> & {
  /** What is done with valid rows (send, sent). */
  readonly verb?: readonly [present: string, past: string];
};

/**
 * Checks every row, and says what it found.
 * @param onRefused reports a file that is refused
 * @throws CliError `interrupted`; `usage` for invalid rows, unless they are skipped and others are valid
 */
export async function checkFile(
  options: CheckOptions,
  catalogue: Catalogue,
  keeping: Keeping,
  onRefused: (checked: CheckedFile, refusal: RefusedFile) => Promise<void> = async () => undefined,
): Promise<CheckedFile> {
  const { context, hint } = options;
  const checked = await checkCatalogue(catalogue, context.interrupted, keeping);
  const { faults, rows } = checked;
  for (const line of [...describeExcluded(checked), ...describeOddities(catalogue)]) await hint(line);
  const warnings = await warnOfFile(options, catalogue, checked);
  if (faults.count === 0) await hint(soundRows(rows, warnings));
  const hidden = faults.count - faults.listed.length;
  const more = hidden > 0 ? `… and ${formatCount(hidden)} more of the same kind.` : undefined;
  await listProblems(options, faults.listed.map(faultProblem), more);
  const refusal = refusalOf(options, checked);
  if (refusal) {
    await onRefused(checked, refusal);
    checked.keys.close();
    throw refusal.error;
  }
  if (checked.unsendable.invalid > 0) await hint(`Skipping ${invalidCount(checked)}.`);
  return checked;
}

/** `69 rows, no problems found.`, or under warnings `245 rows checked: none invalid, 3 warnings.` */
const soundRows = (rows: number, warnings: number): string =>
  warnings === 0
    ? `${rowCount(rows)}, no problems found.`
    : `${rowCount(rows)} checked: none invalid, ${formatCount(warnings)} ${inNumber('{warning|warnings}', warnings)}.`;

/** Returns how many warnings there are. */
async function warnOfFile(
  { notice, expectRows }: CheckOptions,
  { description }: Catalogue,
  checked: CheckedFile,
): Promise<number> {
  const warnings = warningsAbout(checked);
  for (const { text, rows: about } of warnings) {
    const [first, ...others] = about;
    await notice(`Warning: ${text}`, first && rowWarning(first));
    // A log has each.
    for (const other of others) await notice('', rowWarning(other));
  }
  const mayBeCut = description.mayBeCut && expectRows === undefined;
  if (mayBeCut) {
    await notice(
      'Warning: the last line does not end with a line break, so the file may be cut off. Check with --expect-rows <n>.',
    );
  }
  return warnings.length + (mayBeCut ? 1 : 0);
}

function rowWarning(warning: RowFault): LogEvent {
  const { key, outcome, ...row } = faultProblem(warning);
  return { event: 'row_warning', level: 'warn', ...row };
}

/** Why a checked file is refused. */
interface RefusedFile {
  readonly why: string;
  readonly error: CliError;
}

/** Undefined if the valid rows can be used: all are valid, or the others are skipped. */
function refusalOf(options: CheckOptions, checked: CheckedFile): RefusedFile | undefined {
  const { expectRows, skipInvalid, verb = ['send', 'sent'] } = options;
  const { rows, isComplete } = checked;
  const hasOtherCount = expectRows !== undefined && expectRows !== rows;
  const [problem, hint] = problemOf(checked, skipInvalid, verb[0]) ?? [];
  const canSkip = isComplete && skipInvalid && countValid(checked) > 0;
  if (!hasOtherCount && (problem === undefined || canSkip)) return undefined;
  const otherCount = `The file has ${rowCount(rows)}, but --expect-rows says ${formatCount(expectRows ?? 0)}.`;
  const why = [hasOtherCount ? otherCount : [], problem ?? []].flat().join(' ');
  return {
    why,
    error: new CliError('usage', `${why} Nothing was ${verb[1]}.`, {
      hint: hasOtherCount ? 'Check that the file is complete.' : hint,
    }),
  };
}

/** What is wrong with the file as a whole, and the next step. @param verb what is done with valid rows */
function problemOf(
  checked: CheckedFile,
  skipInvalid: boolean,
  verb: string,
): readonly [problem: string, hint: string] | undefined {
  const { unsendable, isComplete, rows } = checked;
  const { invalid } = unsendable;
  const hasValid = countValid(checked) > 0;
  const fix = 'Fix these lines and rerun the command.';
  if (!isComplete && invalid === 0)
    return [
      `More than ${formatCount(maxShared)} rows have almost the same key as another row.`,
      `Correct the keys: they differ in ${almost}.`,
    ];
  if (!isComplete) return [`More than ${formatCount(invalid)} rows are invalid.`, fix];
  if (invalid === 0 && hasValid) return undefined;
  if (invalid === 0)
    return [
      `The file has no ${checked.catalogue.noun.names[0]} to import.`,
      'The preset excluded every row. To import all rows, add --preset none.',
    ];
  const are = inNumber('{is|are}', invalid);
  return [
    rows === 1 ? 'The only row is invalid.' : `${formatCount(invalid)} of ${formatCount(rows)} rows ${are} invalid.`,
    hasValid && !skipInvalid ? `${fix} To ${verb} the other rows, add --skip-invalid.` : fix,
  ];
}

/** A file that was opened, and the files that its import writes. */
export interface OpenedFile {
  readonly catalogue: Catalogue;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly outputs: Outputs;
}

/**
 * Checks every row before the first request, and counts those of other shards.
 * @param reportRefused prints the report on a file that is refused, and returns it
 * @throws CliError `usage` for invalid rows, unless they are skipped and others are valid; the reports are written
 */
export async function checkRows(
  options: ImportOptions,
  { catalogue, outputs }: OpenedFile,
  reportRefused: (checked: CheckedFile, why: string) => Promise<Readonly<Record<string, unknown>>>,
  keeping: Keeping,
): Promise<CheckedFile> {
  const { shard } = options;
  const stateOfShard: StateRow = (row) =>
    !shard || isInShard(shard, row.key) ? keeping.stateRow?.(row) : { isExcluded: true };
  const kept = shard ? { ...keeping, stateRow: stateOfShard } : keeping;
  const checked = await checkFile(options, catalogue, kept, async (refused, { why, error }) => {
    const record = await reportRefused(refused, why);
    await outputs.write(createReport(options, { outcome: 'invalid', record, advice: [error.hint], checked: refused }));
  });
  const otherShards = countValid(checked) - checked.keys.count;
  return { ...checked, unsendable: { ...checked.unsendable, otherShards } };
}
