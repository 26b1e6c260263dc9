import { escapeText } from '../../text/escape.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import { firstOf } from '../../text/words.ts';
import type { Catalogue, CatalogueDescription } from '../map/catalogue.ts';
import type { RowFault } from '../map/cells/row-fault.ts';
import type { CheckedFile, Reason } from '../rows/check.ts';
import { maxOfAKind } from '../rows/fault-list.ts';
import type { FilledField } from '../rows/filled-fields.ts';
import { rowCount } from './counts.ts';
import { faultProblem, problemLine } from './problems.ts';

/** The rows that a preset excludes, by reason: `Excluded 12 rows with only an image.` */
export function describeExcluded({ excluded }: CheckedFile): readonly string[] {
  return [...excluded].map(([why, rows]) => `Excluded ${formatCount(rows)} ${inNumber(why, rows)}.`);
}

/** What the check read in another way than it is written. */
export function describeOddities({ oddities: { blank, quotes } }: Pick<Catalogue, 'oddities'>): readonly string[] {
  const where = quotes.count === 1 ? `on line ${quotes.line}` : `first on line ${quotes.line}`;
  return [
    ...(blank > 0 ? [`Note: Ignored ${formatCount(blank)} blank ${inNumber('{row|rows}', blank)}.`] : []),
    ...(quotes.count > 0
      ? [`Note: In ${rowCount(quotes.count)}, a quote (") inside an unquoted cell is read as a character: ${where}.`]
      : []),
  ];
}

/** `12 rows have no price, or a price of 0: lines 2, 7, 41, …. Not read: "RRP".` */
function freeText({ free: { count, lines }, catalogue }: Pick<CheckedFile, 'free' | 'catalogue'>): string {
  const { otherPrices } = catalogue.description;
  const others = otherPrices.map((name) => JSON.stringify(escapeText(name)));
  const unread = others.length === 0 ? '' : ` Not read, but may have prices: ${firstOf(others)}.`;
  const [have, named] = count === 1 ? ['has', 'line'] : ['have', 'lines'];
  const more = count > lines.length ? ', …' : '';
  return `${rowCount(count)} ${have} no price, or a price of 0: ${named} ${lines.join(', ')}${more}.${unread}`;
}

/** `3 rows have no price, or a price of 0. Customers can order …` */
export const soldForFree = (rows: number): string =>
  inNumber(
    `${rowCount(rows)} {has|have} no price, or a price of 0. Customers can order what was created from {it|them} for 0.00: set the {price|prices} in the back office.`,
    rows,
  );

/** A sentence that continues `Warning: `, and the line of the first row that it is about. */
export interface Warning {
  readonly line: number | undefined;
  readonly text: string;
}

/** A warning of the check, and the rows that it is about. */
interface CheckWarning extends Warning {
  readonly rows: readonly RowFault[];
}

/** The warnings of the check: one for rows that have the same value, then those of the file as a whole. */
export const warningsAbout = (checked: CheckedFile): readonly CheckWarning[] => [
  ...groupedWarnings(checked.warnings),
  ...warningsOfFile(checked).map((warning) => ({ ...warning, rows: [] })),
];

function groupedWarnings(warnings: CheckedFile['warnings']): readonly CheckWarning[] {
  const groups = new Map<string, RowFault[]>();
  for (const warning of warnings.listed) {
    const name = JSON.stringify([warning.column, warning.value, warning.message]);
    const group = groups.get(name) ?? [];
    group.push(warning);
    groups.set(name, group);
  }
  return [...groups.values()].map((rows) => {
    const [first] = rows as [RowFault];
    const count = rows.length < maxOfAKind ? rows.length : warnings.countOf(first);
    return {
      line: first.line,
      text: problemLine(
        faultProblem(first),
        rows.map(({ line }) => line),
        count,
      ),
      rows,
    };
  });
}

/** `2 invalid rows of 10` */
export const invalidCount = ({ unsendable: { invalid }, rows }: CheckedFile): string =>
  `${formatCount(invalid)} invalid ${inNumber('{row|rows}', invalid)} of ${formatCount(rows)}`;

/** `price: must be an amount; has no name` */
export const reasonsText = (reasons: readonly Reason[]): string =>
  reasons.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join('; ');

/**
 * What to do with invalid and rejected rows.
 * @param file has them, if one was written
 * @param isPlanned whether a plan was applied, which is done once
 */
export function rowsToFix(
  { file, isPlanned }: { readonly file: string | undefined; readonly isPlanned: boolean },
  invalid: number,
  rejected: number,
): readonly string[] {
  if (invalid + rejected === 0) return [];
  const rows = invalid === 0 ? 'Rejected rows' : rejected === 0 ? 'Invalid rows' : 'Invalid and rejected rows';
  const again = isPlanned ? 'make another plan of the file' : 'rerun the command';
  return [
    file === undefined
      ? `${rows}: fix them and ${again}. To write them to a separate file, add --rejected rejected.csv.`
      : `${rows} are in ${escapeText(file)}: fix them there, then import that file.`,
  ];
}

/** `69 rows, no problems found.`, or under warnings `245 rows checked: none invalid, 3 warnings.` */
export const soundRows = (rows: number, warnings: number): string =>
  warnings === 0
    ? `${rowCount(rows)}, no problems found.`
    : `${rowCount(rows)} checked: none invalid, ${formatCount(warnings)} ${inNumber('{warning|warnings}', warnings)}.`;

/** Why an import with `--fail-on-warnings` failed: `2 warnings, and --fail-on-warnings is set.` */
export const warningsFail = (warnings: number): string =>
  `${formatCount(warnings)} ${inNumber('{warning|warnings}', warnings)}, and --fail-on-warnings is set.`;

/** What the check warns of besides single rows. */
export const warningsOfFile = (checked: CheckedFile): readonly Warning[] => [
  ...(checked.free.count > 0 ? [{ line: checked.free.lines[0], text: freeText(checked) }] : []),
  ...blankFields(checked),
  ...(checked.catalogue.description.mayBeCut
    ? [{ line: undefined, text: cutOffText(checked.catalogue.description) }]
    : []),
];

/** The number of rows is right where a file ends within its last cell. */
const cutOffText = ({ columns }: CatalogueDescription): string => {
  const column = columns.at(-1)?.heading ?? '';
  return `the last line does not end with a line break. If the file was cut off, its last cell (${escapeText(column)}) is too short, and rows may be missing.`;
};

/** The columns that are read, and are blank in all rows, or in some where that is doubtful. */
const blankFields = ({ filled, catalogue: { noun, description } }: CheckedFile): readonly Warning[] =>
  [...filled].flatMap(([field, counts]) => {
    const column = description.columns.find((one) => one.field === field);
    const { use, isDoubtful = false } = noun.whenBlank?.[field] ?? {};
    const isBlank = counts.filled === 0 && counts.blank > 1;
    if (!column || use === undefined || counts.blank === 0 || !(isBlank || (isDoubtful && counts.filled > 0)))
      return [];
    return [{ line: counts.lines[0], text: blankText(column, counts, use) }];
  });

/** @param use what the store uses instead */
function blankText(
  { field, heading }: { readonly field: string; readonly heading: string },
  { filled, blank, lines }: FilledField,
  use: string,
): string {
  const name = heading === field ? field : `${field} (${escapeText(heading)})`;
  if (filled === 0) return `no row has a ${name}: the store uses ${use}.`;
  const [have, named, them] = blank === 1 ? ['has', 'line', 'it'] : ['have', 'lines', 'them'];
  const more = blank > lines.length ? ', …' : '';
  return `${rowCount(blank)} ${have} no ${name}: ${named} ${lines.join(', ')}${more}. The store uses ${use} for ${them}.`;
}

/** What follows the faults that are listed, if there are others. */
export function moreFaults({ count, listed }: CheckedFile['faults']): string | undefined {
  const hidden = count - listed.length;
  return hidden > 0 ? `… and ${formatCount(hidden)} more of the same kind.` : undefined;
}
