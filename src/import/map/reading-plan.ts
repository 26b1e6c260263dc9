import { type NewProduct, newProduct } from '../../resources/products.ts';
import type { Money } from '../../text/money.ts';
import type { Copy, FileOptions, Surroundings } from '../file/copy.ts';
import type { FoundEncoding } from '../file/encoding.ts';
import { refusal } from '../file/faults.ts';
import type { HeadingTest } from '../file/header-row.ts';
import type { FileRecord } from '../file/records.ts';
import type { Sheet } from '../file/sheet.ts';
import { unpackedCopyOf } from '../file/unpacked-copy.ts';
import { isNumber } from './cells.ts';
import {
  type Column,
  type ColumnOptions,
  type ColumnPlan,
  columnName,
  isKnownHeading,
  planColumns,
} from './columns.ts';
import { bodyFaults, emptyFile, headerFaults } from './header.ts';
import { fieldOf, isPriceWithVat, plainHeading, readConstants } from './headings.ts';
import { DecimalMarks, type Mark } from './numbers.ts';
import { columnFinder, type Preset, type Shape } from './presets/preset.ts';
import { type PresetName, presetOf, presets, rowShaping } from './presets/presets.ts';
import type { RowRules } from './rows.ts';
import { emptySheet, numberNotes, otherSheets } from './sheet-rows.ts';

export interface CatalogueOptions extends FileOptions {
  /** If absent, detected per column. */
  readonly decimal?: Mark | undefined;
  /** Field → column heading; wins over everything. */
  readonly map: Readonly<Record<string, string>>;
  /** Field → constant for every row, as typed text with a decimal point; wins over cells. */
  readonly set: Readonly<Record<string, string>>;
  /** Whether unknown columns are a fault. */
  readonly strictColumns?: boolean | undefined;
  /** The shop software that wrote the file; otherwise detected from the header. */
  readonly preset?: PresetName | 'none' | undefined;
  /** The VAT percentage that the file's prices include, where a row has no rate. */
  readonly vatIncluded?: Money | undefined;
  /** Whether to generate a key for rows without one. */
  readonly generateSku?: boolean | undefined;
}

/** How the file is read, for the user to see. */
export interface CatalogueDescription extends FoundEncoding {
  readonly delimiter: string;
  /** The one mark of all columns that needed one; undefined when none did or they differ. */
  readonly decimal: Mark | undefined;
  /** The columns that are read, in the order of the file. */
  readonly columns: readonly {
    readonly heading: string;
    readonly field: string;
    readonly decimal: Mark | undefined;
  }[];
  /** Headings of the columns that are not read. */
  readonly ignored: readonly string[];
  readonly constants: NewProduct;
  /** The detected or chosen shop software. */
  readonly preset: { readonly title: string; readonly isFound: boolean } | undefined;
  /** Whether the last value would differ if the file was cut off. */
  readonly mayBeCut: boolean;
  /** The sheet of a workbook that was read. */
  readonly sheet?: Pick<Sheet, 'name' | 'others'> | undefined;
  /** Sentences about what is not imported. */
  readonly notes: readonly string[];
}

/** How rows are read. */
export interface ReadingRules extends RowRules {
  /** Whether cells have the formula guard of our own export. */
  readonly guarded: boolean;
  /** Whether the rows are of a sheet of a workbook. */
  readonly isSheet: boolean;
  /** Starts the preset for one pass over the file. */
  readonly shaping: (() => Shape) | undefined;
}

/** How rows are read, and the headings that are ignored. */
interface ReadingPlan {
  readonly rules: ReadingRules;
  readonly ignored: readonly string[];
  readonly preset: CatalogueDescription['preset'];
  readonly notes: readonly string[];
}

/**
 * Decides from the header and the options how rows are read.
 * @param header undefined when the file has none
 * @param rows the first rows
 * @throws CliError `usage` with all faults of the header and of the options that concern it
 */
export function planReading(
  header: readonly string[] | undefined,
  rows: readonly FileRecord[],
  options: CatalogueOptions,
  sheet?: Sheet,
): ReadingPlan {
  const constants = readConstants(options.set);
  if (!header) throw refusal([...constants.faults, sheet ? emptySheet(sheet) : emptyFile]);
  const names = Object.keys(constants.values);
  const preset = chosenPreset(header, options.preset);
  const columnOptions = { ...options, constants: names, preset, vatIncluded: options.vatIncluded !== undefined };
  const plan = planColumns(header, columnOptions);
  const all = [...constants.faults, ...headerFaults(header, plan, columnOptions), ...bodyFaults(rows, plan)];
  if (all.length > 0) throw refusal([...all, ...(sheet ? otherSheets(sheet) : [])]);
  const marks = new DecimalMarks(
    plan.columns.filter(hasNumbers).map(({ index }) => index),
    options.decimal,
  );
  return {
    rules: {
      columns: plan.columns,
      width: header.length,
      constants: constants.values,
      marks,
      vatIncluded: options.vatIncluded,
      generateSku: options.generateSku ?? false,
      guarded: isOwnExport(header),
      isSheet: sheet !== undefined,
      shaping: preset && rowShaping(preset, header),
    },
    ignored: plan.ignored.map(columnName),
    preset: preset && { title: preset.title, isFound: options.preset === undefined },
    notes: [
      ...notesOn(header, plan, columnOptions),
      ...(sheet ? [...sheet.notes, ...numberNotes(sheet, plan.columns)] : []),
    ],
  };
}

function chosenPreset(header: readonly string[], stated: CatalogueOptions['preset']): Preset | undefined {
  if (stated === 'none') return undefined;
  return stated === undefined ? presetOf(header) : presets[stated];
}

/** Whether a heading is evidence for a delimiter: one of a field, or one that the user names. */
export function headingTest({ map }: Pick<CatalogueOptions, 'map'>): HeadingTest {
  const mapped = new Set(Object.values(map).map(plainHeading));
  const tables = Object.values(presets).map(({ headings }) => headings);
  return (heading) => mapped.has(plainHeading(heading)) || isKnownHeading(heading, tables);
}

/** A copy of a catalogue, unpacked, for `openCatalogue`. @throws CliError as `unpackedCopyOf` */
export const copyCatalogue = (path: string, context: Surroundings, options: CatalogueOptions): Promise<Copy> =>
  unpackedCopyOf(path, context, { ...options, isHeading: headingTest(options) });

export function describeReading(
  file: FoundEncoding & { readonly delimiter: string },
  { rules, ignored, preset, notes }: ReadingPlan,
): CatalogueDescription {
  const { marks, constants } = rules;
  const columns = rules.columns.map((column) => ({
    heading: columnName(column),
    field: column.field,
    decimal: hasNumbers(column) ? marks.of(column.index) : undefined,
  }));
  const found = new Set(columns.flatMap(({ decimal }) => decimal ?? []));
  const [decimal] = found.size === 1 ? found : [];
  const mayBeCut = file.ending === 'open' && rules.columns.some(({ index }) => index === rules.width - 1);
  return { ...file, decimal, columns, ignored, constants, preset, mayBeCut, notes };
}

const hasNumbers = ({ field }: Column): boolean => isNumber(fieldOf(field).kind);

/**
 * Notes for the user before products are sent: what cannot be imported from a shop's export, and prices that are not
 * read.
 */
function notesOn(
  header: readonly string[],
  plan: ColumnPlan,
  { preset, vatIncluded }: ColumnOptions & { readonly preset: Preset | undefined },
): readonly string[] {
  const column = columnFinder(header);
  const ofPreset = (preset?.notes ?? []).filter(
    (note) => column(...note.about) !== undefined && !(vatIncluded && note.isAboutVat),
  );
  return [...ofPreset.map(({ text }) => text), ...unreadPrices(plan)];
}

/** Otherwise a catalogue without prices would be sent without a warning. */
function unreadPrices({ columns, unknown }: ColumnPlan): readonly string[] {
  const unread = columns.some(({ field }) => field === 'price')
    ? undefined
    : unknown.find(({ heading }) => isPriceWithVat(heading));
  if (!unread) return [];
  return [
    `${columnName(unread)} is ignored: prices must exclude VAT. To use it, pass its rate, such as --vat-included 21.`,
  ];
}

/**
 * Whether the file is our own export, which guards cells against formulas with a `'`. In other files that character
 * belongs to the text, and stays.
 */
const isOwnExport = (headings: readonly string[]): boolean =>
  headings.length === newProduct.names.length && newProduct.names.every((name, at) => headings[at] === name);
