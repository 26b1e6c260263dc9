import { CliError } from '../../errors.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import { haveBothMarks } from '../map/choices/decimal-choice.ts';
import { pricesMissing } from '../map/choices/other-prices.ts';
import { type CheckedFile, countValid, maxShared } from '../rows/check.ts';
import { almost } from '../rows/duplicates.ts';
import { warningsAbout, warningsFail } from './check-texts.ts';
import { rowCount } from './counts.ts';

/** What a file is read for. */
export interface FileUse {
  /** The previous import of the same feed, if its rows had prices. */
  readonly pricedBefore?: (() => number | undefined) | undefined;
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
  refusalOfRows(use, checked) ?? lostPrices(use, checked);

/** A feed that had prices, and has none today: its price column was renamed, and new products would be sold for nothing. */
function lostPrices({ pricedBefore, verb = sending }: FileUse, checked: CheckedFile): FileRefusal | undefined {
  const { priceChoice } = checked.catalogue.description;
  if (checked.hasPrices || !priceChoice) return undefined;
  const run = pricedBefore?.();
  if (run === undefined) return undefined;
  const why = `No row has a price, but the previous import of this feed (import ${run}) had prices.`;
  return { why, error: pricesMissing(`${why} Nothing was ${verb[1]}.`, priceChoice), isChoice: true };
}

/** What is warned of before a row is sent, besides what the check found. */
interface WarnedFile extends Pick<FileUse, 'expectRows'> {
  readonly failOnWarnings: boolean;
  readonly warnings: readonly string[];
}

/** `--fail-on-warnings`: everything that is known before a row is sent. */
export function refusalOfWarnings(
  { failOnWarnings, expectRows, warnings }: WarnedFile,
  checked: CheckedFile,
): FileRefusal | undefined {
  const count = failOnWarnings ? warningsAbout(checked, expectRows).length + warnings.length : 0;
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
