import { CliError } from '../../errors.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import { haveBothMarks } from '../map/choices/decimal-choice.ts';
import { fieldMissing, pricesMissing } from '../map/choices/other-prices.ts';
import { type CheckedFile, countValid, maxShared } from '../rows/check.ts';
import { almost } from '../rows/duplicates.ts';
import type { FieldBefore, FilledField } from '../rows/filled-fields.ts';
import { warningsAbout, warningsFail } from './check-texts.ts';
import { rowCount } from './counts.ts';

/** What a file is read for. */
export interface FileUse {
  /** What the previous import of the same feed had of a field. */
  readonly fieldBefore?: ((field: string) => FieldBefore | undefined) | undefined;
  /** How many rows the file must have. */
  readonly expectRows: number | undefined;
  /** Whether invalid rows are skipped and the others used. */
  readonly skipInvalid: boolean;
  /** The file that the options are from, which can answer what numbers leave open. */
  readonly optionsFile?: string | undefined;
  /** What is done with valid rows (send, sent). */
  readonly verb?: readonly [present: string, past: string];
}

/** Why a checked file is refused. */
export interface FileRefusal {
  readonly why: string;
  /** `usage` */
  readonly error: CliError;
  /** Whether a person can choose how the file is read. */
  readonly isChoice?: true;
}

/** Undefined if the valid rows can be used: all are valid, or the others are skipped. */
export const refusalOf = (use: FileUse, checked: CheckedFile): FileRefusal | undefined =>
  refusalOfRows(use, checked) ?? lostFields(use, checked)[0];

/**
 * A feed that had values of a field, and has none today, or hardly any prices: its column was renamed, or an export has failed,
 * and new products would be sold for nothing, or at another VAT rate.
 */
const lostFields = (use: FileUse, checked: CheckedFile): readonly FileRefusal[] =>
  [...checked.filled].flatMap(([field, today]) => lostField(field, today, use, checked) ?? []);

function lostField(
  field: string,
  today: FilledField,
  { fieldBefore, verb = sending }: FileUse,
  { catalogue: { noun, description } }: CheckedFile,
): FileRefusal | undefined {
  const { filled, blank } = today;
  const rows = filled + blank;
  const isPrice = field === noun.price?.field;
  const isFew = filled === 0 || (isPrice && blank * 2 > rows);
  const before = isFew && rows > 0 && !description.unread.includes(field) ? fieldBefore?.(field) : undefined;
  if (!before || !wasFilled(before, filled > 0)) return undefined;
  const why = isPrice && filled === 0 ? noPrice(before.run) : lostText(field, today, before);
  const problem = `${why} Nothing was ${verb[1]}.`;
  if (isPrice && description.priceChoice)
    return { why, error: pricesMissing(problem, description.priceChoice), isChoice: true };
  return { why, error: fieldMissing(problem, field, noun.whenBlank?.[field]?.use ?? 'its own') };
}

const previousFeed = (run: number): string => `the previous import of this feed (import ${run})`;

const noPrice = (run: number): string => `No row has a price, but ${previousFeed(run)} had prices.`;

function lostText(field: string, { filled, blank }: FilledField, before: FieldBefore): string {
  const many = filled === 0 ? 'No row has' : `${formatCount(blank)} of ${formatCount(filled + blank)} rows have`;
  const had = `${formatCount(before.filled)} of ${formatCount(before.rows)}`;
  return `${many} ${filled === 0 ? 'a' : 'no'} ${field}, but ${previousFeed(before.run)} had one in ${had}.`;
}

/** Of a feed in which some rows never have a value, more may have none. @param hasSome whether some have one today */
const wasFilled = ({ filled, rows }: FieldBefore, hasSome: boolean): boolean =>
  filled > 0 && (!hasSome || filled >= rows * nearlyAll);

/** Of the rows of a feed. */
const nearlyAll = 0.9;

/** What is warned of before a row is sent, besides what the check found. */
interface WarnedFile {
  readonly failOnWarnings: boolean;
  readonly warnings: readonly string[];
}

/** `--fail-on-warnings`: everything that is known before a row is sent. */
export function refusalOfWarnings(
  { failOnWarnings, warnings }: WarnedFile,
  checked: CheckedFile,
): FileRefusal | undefined {
  const count = failOnWarnings ? warningsAbout(checked).length + warnings.length : 0;
  if (count === 0) return undefined;
  const why = warningsFail(count);
  const hint = 'Correct what the warnings say. To import despite them, remove --fail-on-warnings.';
  return { why, error: new CliError('usage', `${why} Nothing was sent.`, { hint }) };
}

const sending = ['send', 'sent'] as const;

function refusalOfRows(use: FileUse, checked: CheckedFile): FileRefusal | undefined {
  const { expectRows, skipInvalid, verb = sending } = use;
  const { rows, isComplete } = checked;
  const hasOtherCount = expectRows !== undefined && expectRows !== rows;
  const [problem, hint] = problemOfFile(checked, skipInvalid, verb[0]) ?? [];
  const canSkip = isComplete && skipInvalid && countValid(checked) > 0;
  if (!hasOtherCount && (problem === undefined || canSkip)) return undefined;
  const otherCount = `The file has ${rowCount(rows)}, but --expect-rows says ${formatCount(expectRows ?? 0)}.`;
  const why = [hasOtherCount ? otherCount : [], problem ?? []].flat().join(' ');
  return {
    why,
    error: new CliError('usage', `${why} Nothing was ${verb[1]}.`, {
      hint: hasOtherCount ? 'Check that the file is complete.' : withMark(hint, use, checked),
    }),
  };
}

/** The next step, and what would say in the file of options how numbers are written. */
function withMark(hint: string | undefined, { optionsFile }: FileUse, { faults }: CheckedFile): string | undefined {
  const unclear = faults.listed.filter(({ needsMark }) => needsMark);
  const isMixed = haveBothMarks(unclear.map(({ value = '' }) => value));
  const mixed = isMixed ? ['If three digits behind either mark are thousands: --decimal mixed'] : [];
  const inFile = `In ${optionsFile}: "decimal": "," or "decimal": "."${isMixed ? ' or "decimal": "mixed"' : ''}`;
  const lines = [hint ?? [], mixed, optionsFile === undefined || unclear.length === 0 ? [] : inFile].flat();
  return lines.length === 0 ? undefined : lines.join('\n');
}

/** What is wrong with the file as a whole, and the next step. @param verb what is done with valid rows */
function problemOfFile(
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
