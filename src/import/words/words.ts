import type { Importable } from '../../resources/importable.ts';
import { escapeText } from '../../text/escape.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import { either, firstOf } from '../../text/words.ts';
import type { RowRecord } from '../journal/rows.ts';
import type { GoneProducts } from '../journal/tally.ts';
import type { Catalogue, CatalogueDescription, RowFault } from '../map/catalogue.ts';
import type { SendableRow } from '../map/key.ts';
import type { NearProduct } from '../march/lookup.ts';
import { type CheckedFile, maxOfAKind, type Reason } from '../rows/check.ts';
import { faultProblem, problemLine } from './problems.ts';

/** `price: must be an amount; has no name` */
export const reasonsText = (reasons: readonly Reason[]): string =>
  reasons.map(({ field, message }) => (field === '' ? message : `${field}: ${message}`)).join('; ');

/** How the file is read: what was detected, which columns match, which are ignored. */
export function describeCatalogue(path: string, description: CatalogueDescription): readonly string[] {
  const { encoding, delimiter, decimal, columns, ignored, preset, sheet, notes } = description;
  const mark = decimal === undefined ? '' : `, decimal ${decimal === ',' ? 'comma' : 'point'}`;
  const form = sheet
    ? sheetName(sheet)
    : `${encoding}, ${delimiterNames[delimiter] ?? `separated by ${delimiter}`}${mark}`;
  const lines = [
    `${path === '-' ? 'Standard input' : path}: ${form}`,
    ...(preset
      ? [`Preset: ${preset.title}${preset.isFound ? ', detected from the header (turn off with --preset none)' : ''}`]
      : []),
    `Columns: ${columns.map(({ heading, field }) => (heading === field ? field : `${heading} → ${field}`)).join(', ')}`,
    ...(ignored.length === 0 ? [] : [`Ignored: ${firstOf(ignored.map((heading) => heading || '(no heading)'))}`]),
    ...notes.map((note) => `Note: ${note}`),
  ];
  return lines.map(escapeText);
}

/** `sheet "Products" (others: "Prices"; choose with --sheet)` */
function sheetName({ name, others }: NonNullable<CatalogueDescription['sheet']>): string {
  const shown = others.slice(0, maxSheets).map((other) => JSON.stringify(other));
  const more = others.length > maxSheets ? ', …' : '';
  return `sheet ${JSON.stringify(name)}${others.length === 0 ? '' : ` (others: ${shown.join(', ')}${more}; choose with --sheet)`}`;
}

const maxSheets = 10;

const delimiterNames: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'bars',
};

/** The rows that a preset excludes, by reason: `Excluded 12 rows with only an image.` */
export function describeExcluded({ excluded }: CheckedFile): readonly string[] {
  return [...excluded].map(([why, rows]) => `Excluded ${formatCount(rows)} ${inNumber(why, rows)}.`);
}

/** What the check read in another way than it is written. */
export function describeOddities({ oddities: { blank, quotes } }: Catalogue): readonly string[] {
  const where = quotes.count === 1 ? `on line ${quotes.line}` : `first on line ${quotes.line}`;
  return [
    ...(blank > 0 ? [`Note: Ignored ${formatCount(blank)} blank ${inNumber('{row|rows}', blank)}.`] : []),
    ...(quotes.count > 0
      ? [`Note: In ${rowCount(quotes.count)}, a quote (") inside an unquoted cell is read as a character: ${where}.`]
      : []),
  ];
}

/** A noun in the singular and the plural. */
export type Names = Importable['names'];

/** `1 product`, `1,200 products` */
export const nounCount = (count: number, [one, several]: Names): string =>
  `${formatCount(count)} ${count === 1 ? one : several}`;

/** `1 row`, `1,200 rows` */
export const rowCount = (rows: number): string => `${formatCount(rows)} ${inNumber('{row|rows}', rows)}`;

/** How many rows a file has that was written: `3 rows`, `no rows`. */
export const rowsOrNone = (rows: number): string => (rows === 0 ? 'no rows' : rowCount(rows));

/** `12 rows have no price, or a price of 0: lines 2, 7, 41, ….` */
function freeText({ count, lines }: CheckedFile['free']): string {
  const [have, named] = count === 1 ? ['has', 'line'] : ['have', 'lines'];
  const more = count > lines.length ? ', …' : '';
  return `${rowCount(count)} ${have} no price, or a price of 0: ${named} ${lines.join(', ')}${more}.`;
}

/** A warning of the check, and the rows that it is about. */
interface Warning {
  readonly text: string;
  readonly rows: readonly RowFault[];
}

/** The warnings of the check: one for rows that have the same value. */
export const warningsAbout = ({ warnings, free }: CheckedFile): readonly Warning[] => [
  ...groupedWarnings(warnings),
  ...(free.count > 0 ? [{ text: freeText(free), rows: [] }] : []),
];

function groupedWarnings(warnings: CheckedFile['warnings']): readonly Warning[] {
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
      text: problemLine(
        faultProblem(first),
        rows.map(({ line }) => line),
        count,
      ),
      rows,
    };
  });
}

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

/** `2 invalid rows of 10` */
export const invalidCount = ({ unsendable: { invalid }, rows }: CheckedFile): string =>
  `${formatCount(invalid)} invalid ${inNumber('{row|rows}', invalid)} of ${formatCount(rows)}`;

/** How many existing rows differ from the store, and how many in each field. */
export interface DifferingRows {
  readonly rows: number;
  readonly fields: Readonly<Record<string, number>>;
}

/**
 * `30 rows already exist and will be skipped. 2 differ in name or price: price 2, name 1.`
 * @param compared the fields that were compared, if not all
 */
export const existingRows = (existing: number, differing: DifferingRows, compared: readonly string[] = []): string =>
  `${rowCount(existing)} already ${inNumber('{exists|exist}', existing)} and will be skipped.${differText(differing, compared)}`;

/** ` 2 differ: price 2, name 1.`; empty where none does. */
function differText({ rows, fields }: DifferingRows, compared: readonly string[] = []): string {
  if (rows === 0) return '';
  const counts = Object.entries(fields).map(([field, count]) => `${field} ${formatCount(count)}`);
  const where = compared.length === 0 ? '' : ` in ${either(compared)}`;
  return ` ${formatCount(rows)} ${inNumber('{differs|differ}', rows)}${where}: ${counts.join(', ')}.`;
}

/** `Skipped looking up 99,960 unchanged rows (use --full to check them). 2 still differ in name or price.` */
export function unchangedRows(unchanged: number, differing: number): string {
  const text = `Skipped looking up ${formatCount(unchanged)} unchanged ${inNumber('{row|rows} (use --full to check {it|them}).', unchanged)}`;
  if (differing === 0) return text;
  return `${text} ${formatCount(differing)} still ${inNumber('{differs|differ}', differing)} in name or price.`;
}

/**
 * `30 rows have changed since they were imported. To see the differences: shop-cli products diff feed.csv`
 * @param differing where nothing else names them
 */
export function changedRows(
  changed: number,
  { path, noun }: { readonly path: string; readonly noun: Importable },
  differing: DifferingRows | undefined,
): string {
  const text = `{row has|rows have} changed since the previous import, and {exists|exist} in the store: an import never changes a ${noun.names[0]}.`;
  const hint = path === '-' ? '' : ` To see the differences: shop-cli products diff ${escapeText(path)}`;
  return `${formatCount(changed)} ${inNumber(text, changed)}${differing ? differText(differing) : ''}${hint}`;
}

/** `12 products of import 3 are no longer in the file. They stay in the store: A-1, A-2, A-3, …` */
export function goneProducts({ run }: { readonly run: number }, { count, first }: GoneProducts, names: Names): string {
  const named = first.slice(0, maxNamed).map(({ key }) => escapeText(key));
  const more = count > named.length ? ', …' : '';
  const text = `of import ${run} {is|are} no longer in the file, and {stays|stay} in the store:`;
  return `${nounCount(count, names)} ${inNumber(text, count)} ${named.join(', ')}${more}`;
}

const maxNamed = 5;

export const renamedRows = (rows: number, [one, several]: Names): string =>
  `${rowCount(rows)} ${inNumber(`may be {a ${one}|${several}} that the store has under another key, and {is|are} not sent.`, rows)}`;

/** A row to send, and a product with almost its key. */
export interface NearRow extends Pick<SendableRow, 'record' | 'line' | 'key'> {
  readonly near: NearProduct;
}

/** Rows that are kept for the warning. */
const maxNear = 1000;

export function addNear(
  rows: NearRow[],
  { record, line, key }: Omit<NearRow, 'near'>,
  near: NearProduct | undefined,
): void {
  if (near && rows.length < maxNear) rows.push({ record, line, key, near });
}

/** `1 row has almost the same key as a product in the store, and is sent anyway: line 2, "a" (product 9 has "A").` */
export function nearRows(rows: readonly NearRow[], [one]: Names, sent = '{is|are} sent anyway'): string {
  const count = `${rows.length < maxNear ? '' : 'at least '}${rowCount(rows.length)}`;
  const text = `{has|have} almost the same key as a ${one} in the store, and ${sent}`;
  const named = rows
    .slice(0, maxNamed)
    .map(({ line, key, near }) => `line ${line}, "${key.code}" (${one} ${near.productId} has "${near.code}")`);
  const more = rows.length > named.length ? '; …' : '';
  return escapeText(`${count} ${inNumber(text, rows.length)}: ${named.join('; ')}${more}.`);
}

export const fewerProducts = (
  { run }: { readonly run: number },
  products: number,
  before: number,
  names: Names,
): string =>
  `The store has ${nounCount(products, names)}; it had ${formatCount(before)} after import ${run}. Looking up every row.`;

export const otherProducts = ({ run }: { readonly run: number }, { key: { field, code } }: RowRecord): string =>
  `Import ${run} found ${field} "${escapeText(code)}" in the store exactly once, but it is no longer there once. Looking up every row.`;
