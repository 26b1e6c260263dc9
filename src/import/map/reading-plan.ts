import type { FileTable } from '../../resources/file-table.ts';
import { unguardFormula } from '../../text/escape.ts';
import type { Money } from '../../text/money.ts';
import { looseHeading } from '../../text/words.ts';
import type { FileOptions } from '../file/copy.ts';
import type { HeadingTest } from '../file/delimiter.ts';
import { commonChoice, type FileChoice, type FileFault, refusal } from '../file/faults.ts';
import type { FileRecord } from '../file/records.ts';
import type { Sheet } from '../file/sheet.ts';
import type { CatalogueDescription } from './catalogue-description.ts';
import { isAddress } from './cells/cells.ts';
import { marksOf } from './cells/decimal-marks.ts';
import type { DecimalMark } from './cells/numbers.ts';
import { type OtherPrices, otherPricesIn } from './choices/other-prices.ts';
import { type LinesAbove, notesOnPrices } from './choices/price-notes.ts';
import { columnNotes, numberNotes } from './headings/column-notes.ts';
import { type ColumnPlan, knownHeadings } from './headings/columns.ts';
import { asMap, columnName, type FieldColumn } from './headings/field-columns.ts';
import { bodyFaults, type HeaderOptions, headerFaults } from './headings/header.ts';
import { headingLines, lineChoice } from './headings/heading-lines.ts';
import { readConstants } from './headings/headings.ts';
import { emptyFile, otherSheets, sheetChoice } from './headings/sheets.ts';
import { columnsWithStandIn } from './headings/stand-in.ts';
import type { Preset, RowShaping, Shape } from './presets/preset.ts';
import { type PresetName, presetOf, presetsOf, rowShaping, unreadByPresets } from './presets/presets.ts';
import type { RowRules } from './rows/catalogue-row.ts';
import { currencyNotes } from './rows/currency.ts';
import { fieldsInParts } from './rows/doubts.ts';
import { signColumns } from './rows/row-signs.ts';

export interface CatalogueOptions extends FileOptions, HeaderOptions {
  /** If absent, detected per column. */
  readonly decimal?: DecimalMark | undefined;
  /** Field → constant for every row, as typed text with a decimal point; wins over cells. */
  readonly set: Readonly<Record<string, string>>;
  /** The shop software that wrote the file; otherwise detected from the header. */
  readonly preset?: PresetName | 'none' | undefined;
}

/** How rows are read, and what the user should know of it. */
interface ReadingPlan
  extends OtherPrices,
    Pick<CatalogueDescription, 'columns' | 'map' | 'unread' | 'ignored' | 'preset' | 'notes' | 'noted'> {
  readonly rules: RowRules;
}

/**
 * Decides from the header, the rows below it and the options how rows are read.
 * @throws CliError `usage` with all faults of the header and of the options that concern it
 */
export function planReading(
  [header, ...rows]: readonly FileRecord[],
  noun: FileTable,
  options: CatalogueOptions & LinesAbove,
  sheet?: Sheet,
): ReadingPlan {
  const constants = readConstants(noun, options.set);
  if (!header) throw refusal([...constants.faults, emptyFile(noun, sheet, options.sheet !== undefined)]);
  const headings = header.cells;
  const names = Object.keys(constants.values);
  const preset = chosenPreset(headings, noun, options.preset);
  const { plan, vat } = columnsWithStandIn(headings, rows, { ...options, noun, constants: names, preset });
  const given = vat.rules.statedRate ? [...names, vat.rules.statedRate.field] : names;
  const stated = { ...options, hasOwnVat: vat.isOwn, isExport: preset !== undefined };
  const faults = [
    ...constants.faults,
    ...headerFaults({ headings, rows, sheet }, plan, stated, given),
    ...faultsAround(plan, rows, stated),
  ];
  const { columns, addresses } = withoutAddresses(plan, rows);
  refuseHeader(faults, plan, { rows, sheet, isChosen: options.sheet !== undefined });
  return {
    rules: {
      noun,
      columns,
      headings,
      blank: blankColumns(headings.length, rows, plan),
      constants: constants.values,
      marks: marksOf(columns, rows, options.decimal),
      ...vat.rules,
      generateSku: options.generateSku ?? false,
      signs: signColumns(plan, rows, options, names),
      require: options.require ?? [],
      inParts: fieldsInParts(columns, rows),
      shaping: shapingOf(preset, headings, plan, options),
    },
    columns: columns.map((column) => ({ heading: columnName(column), field: column.field })),
    map: asMap(columns, headings),
    ...columnsNotRead(plan, addresses),
    ...otherPricesIn(plan, rows),
    preset: preset && { title: preset.title, isFound: options.preset === undefined },
    notes: [
      ...vat.notes,
      ...(vat.isOwn ? [] : presetNotes(preset, plan, options.vatIncluded)),
      ...(noun.notes?.(new Set([...plan.columns.map(({ field }) => field), ...given])) ?? []),
      ...notesOnColumns(plan, { headings, rows, sheet, columns, addresses }),
    ],
  };
}

const notesOnColumns = (
  plan: ColumnPlan,
  {
    headings,
    rows,
    sheet,
    ...read
  }: Pick<BelowHeader, 'rows' | 'sheet'> & {
    readonly headings: readonly string[];
    readonly columns: readonly FieldColumn[];
    readonly addresses: readonly FieldColumn[];
  },
): readonly string[] => [
  ...currencyNotes(plan, rows),
  ...columnNotes(plan, headings, read),
  ...(sheet ? [...sheet.notes, ...numberNotes(sheet, plan)] : []),
];

/** The faults of what is above and below the headings. */
const faultsAround = (
  plan: ColumnPlan,
  rows: readonly FileRecord[],
  options: HeaderOptions & LinesAbove,
): readonly FileFault[] => [...notesOnPrices(plan, rows, options), ...bodyFaults(rows[0], plan)];

/** @param addresses the columns that are not read for the URLs in them */
const columnsNotRead = (
  { unread, ignored, notImported }: ColumnPlan,
  addresses: readonly FieldColumn[],
): Pick<ReadingPlan, 'unread' | 'ignored' | 'noted'> => ({
  unread,
  ignored: [...ignored, ...addresses].map(columnName),
  noted: [...notImported.flatMap((group) => group.columns), ...addresses].map(columnName),
});

interface BelowHeader {
  readonly rows: readonly FileRecord[];
  readonly sheet: Sheet | undefined;
  /** Whether the sheet was named: then no other one is asked for, or two sheets would be asked for in turn. */
  readonly isChosen: boolean;
}

/**
 * @throws CliError `usage` for all faults of a header. Where a line below looks more like it, the choice is that line; where one
 * column is known at most, it may be a title, and the list on another sheet
 */
function refuseHeader(faults: readonly FileFault[], plan: ColumnPlan, { rows, sheet, isChosen }: BelowHeader): void {
  if (faults.length === 0) return;
  const { noun, columns } = plan;
  const lines = headingLines({ rows, sheet }, plan);
  // A sheet that was named for its columns is the right one.
  const isRight = isChosen && (lines.length > 0 || columns.length > 1);
  const elsewhere = sheet && !isRight ? otherSheets(sheet, 'The columns may be on another sheet') : [];
  const mayBeTitle = sheet !== undefined && columns.length <= 1 && !isChosen;
  const other = mayBeTitle ? sheetChoice(sheet, noun.names) : undefined;
  const here = lineChoice(lines, noun) ?? (columns.length > 0 ? commonChoice(faults) : undefined);
  const choice = withSheets(here, other) ?? commonChoice(faults);
  throw refusal([...faults, ...elsewhere.map((problem) => ({ problem, remedy: '' }))], choice);
}

/** A choice within a sheet that also has the other sheets. */
function withSheets(here: FileChoice | undefined, other: FileChoice | undefined): FileChoice | undefined {
  if (!here || !other) return here ?? other;
  const sheets = other.answers.map((answer) => ({ ...answer, label: `Sheet ${answer.label}` }));
  return { ...here, answers: [...here.answers, ...sheets] };
}

/** The columns that are read, and those that should name what the store has, but have addresses. */
function withoutAddresses({ noun, columns }: ColumnPlan, rows: readonly FileRecord[]) {
  const addresses = columns.filter(
    ({ field, index }) => noun.namesInStore?.includes(field) && rows.some(({ cells }) => isAddress(cells[index] ?? '')),
  );
  return { columns: columns.filter((column) => !addresses.includes(column)), addresses };
}

const chosenPreset = (
  header: readonly string[],
  noun: FileTable,
  stated: CatalogueOptions['preset'],
): Preset | undefined => {
  if (stated === 'none') return undefined;
  return stated === undefined ? presetOf(header, noun) : presetsOf(noun)?.[stated];
};

/** The columns that some of these rows have, but never with a value. Not that of the price. */
const blankColumns = (width: number, rows: readonly FileRecord[], { noun, columns }: ColumnPlan): readonly number[] => {
  const price = columns.find(({ field }) => field === noun.price?.field)?.index;
  return Array.from({ length: width }, (_, at) => at).filter(
    (at) =>
      at !== price &&
      rows.some(({ cells }) => cells.length > at) &&
      rows.every(({ cells }) => (cells[at] ?? '').trim() === ''),
  );
};

/** What is done with rows before their cells are read. */
function shapingOf(
  preset: Preset | undefined,
  headings: readonly string[],
  { columns }: ColumnPlan,
  { map }: Pick<CatalogueOptions, 'map'>,
): (() => RowShaping) | undefined {
  return preset
    ? rowShaping(preset, headings)
    : guardRemoval(columns.filter(({ field }) => (map[field] ?? field) === field));
}

/**
 * Our own export guards cells against formulas with a `'`, and is known by its headings: the names of the fields, exactly.
 * Others may be missing or added, in any order. In other files that character belongs to the text, and stays.
 */
function guardRemoval(found: readonly FieldColumn[]): (() => RowShaping) | undefined {
  if (found.length === 0 || !found.every(({ field, heading }) => heading === field)) return undefined;
  const ours = new Set(found.map(({ index }) => index));
  const mayBeGuarded = (cell: string): boolean => cell.includes("'");
  const shape: Shape = (cells) =>
    cells.some(mayBeGuarded) ? cells.map((cell, at) => (ours.has(at) ? unguardFormula(cell) : cell)) : cells;
  return () => ({ shape });
}

/**
 * Whether a heading is evidence for a delimiter: a heading of a field or a preset, or a heading that the user names.
 */
export function headingTest({ map }: Pick<CatalogueOptions, 'map'>, noun: FileTable): HeadingTest {
  const ofPresets = Object.values(presetsOf(noun) ?? {}).flatMap(({ headings }) => Object.values(headings).flat());
  return knownHeadings(noun, [...Object.values(map).map(looseHeading), ...ofPresets]);
}

/** What a shop's export needs to be known of, and prices that usually include VAT. */
function presetNotes(preset: Preset | undefined, { noun, columns }: ColumnPlan, stated?: Money): readonly string[] {
  const { price } = noun;
  const priced = columns.find(({ field }) => field === price?.field);
  const isUnclear = preset !== undefined || (priced && price?.mayHaveVat(priced.heading));
  const mayHaveVat =
    stated === undefined && isUnclear && priced !== undefined && !price?.saysWithoutVat(priced.heading);
  const notes = [mayHaveVat ? pricesMayHaveVat : undefined, preset && unreadByPresets(noun), preset?.note];
  return notes.filter((note) => note !== undefined);
}

const pricesMayHaveVat =
  'Prices are read as excluding VAT. If they include it, pass their rate, such as --vat-included 21.';
