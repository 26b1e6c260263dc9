import type { NewProduct } from '../../resources/products.ts';
import type { Money } from '../../text/money.ts';
import { isNumber } from './cells.ts';
import { type Column, type ColumnPlan, isKnownHeading, planColumns } from './columns.ts';
import type { Encoding, FoundEncoding } from './encoding.ts';
import { type FileFault, refusal } from './faults.ts';
import { columnName, headerFaults, isOwnExport } from './header.ts';
import { isPriceWithVat, plainHeading } from './headings.ts';
import { DecimalMarks } from './marks.ts';
import { memberOf, readConstants } from './members.ts';
import type { Mark } from './numbers.ts';
import { columnFinder, type Preset } from './presets/preset.ts';
import { type PresetName, presetOf, presets } from './presets/presets.ts';
import type { ReadingRules } from './reading.ts';
import type { ParsedRecord } from './records.ts';
import { rowShaping } from './shaping.ts';

export interface CatalogueOptions {
  /** One ASCII character or `tab`; else found from the header among , ; tab |. */
  readonly delimiter?: string | undefined;
  /** Else by byte order mark, strict UTF-8, then Windows-1252. */
  readonly encoding?: Encoding | undefined;
  /** Else found per column. */
  readonly decimal?: Mark | undefined;
  /** Member → column heading; wins over everything. */
  readonly map: Readonly<Record<string, string>>;
  /** Member → constant for every row, as typed text with a decimal point; wins over cells. */
  readonly set: Readonly<Record<string, string>>;
  /** Whether columns that are not a product's are a fault. */
  readonly strictColumns?: boolean | undefined;
  /** Whose export the file is; else found from the header. */
  readonly preset?: PresetName | 'none' | undefined;
  /** The VAT percentage that the file's prices include, where a row has no rate of its own. */
  readonly vatIncluded?: Money | undefined;
  /** Whether rows without a key are given one. */
  readonly generateSku?: boolean | undefined;
}

/** How the file is read, for the user to see. */
export interface CatalogueDescription extends FoundEncoding {
  readonly delimiter: string;
  /** The one mark of all columns that needed one; undefined when none did or they differ. */
  readonly decimal: Mark | undefined;
  /** What is read, in the order of the file. */
  readonly columns: readonly {
    readonly heading: string;
    readonly member: string;
    readonly decimal: Mark | undefined;
  }[];
  /** Headings of the columns that are not read. */
  readonly ignored: readonly string[];
  readonly constants: NewProduct;
  /** Whose export the file is taken for. */
  readonly preset: { readonly title: string; readonly isFound: boolean } | undefined;
  /** Whether the last value that is read would be another one if the file was cut off. */
  readonly mayBeCut: boolean;
  /** What the user should know of what is not imported, as sentences. */
  readonly notes: readonly string[];
}

/** How rows are read, and which headings are not. */
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
  rows: readonly ParsedRecord[],
  options: CatalogueOptions,
): ReadingPlan {
  const constants = readConstants(options.set);
  if (!header) throw refusal([...constants.faults, emptyFile]);
  const names = Object.keys(constants.values);
  const preset = chosenPreset(header, options.preset);
  const vatIncluded = options.vatIncluded !== undefined;
  const plan = planColumns(header, { map: options.map, constants: names, preset, vatIncluded });
  const faults = headerFaults(header, plan, {
    ...options,
    constants: names,
    isKeyed: options.generateSku,
    vatIncluded,
  });
  const all = [...constants.faults, ...faults, ...bodyFaults(rows, plan)];
  if (all.length > 0) throw refusal(all);
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
      shaping: preset && rowShaping(preset, header),
    },
    ignored: plan.ignored.map(columnName),
    preset: preset && { title: preset.title, isFound: options.preset === undefined },
    notes: notesOn(header, plan, { preset, vatIncluded }),
  };
}

function chosenPreset(header: readonly string[], stated: CatalogueOptions['preset']): Preset | undefined {
  if (stated === 'none') return undefined;
  return stated === undefined ? presetOf(header) : presets[stated];
}

/** Tells the headings that speak for a delimiter: those of members, and those the user names. */
export function headingTest({ map }: CatalogueOptions): (heading: string) => boolean {
  const mapped = new Set(Object.values(map).map(plainHeading));
  const tables = Object.values(presets).map(({ headings }) => headings);
  return (heading) => mapped.has(plainHeading(heading)) || isKnownHeading(heading, tables);
}

export function describeReading(
  file: FoundEncoding & { readonly delimiter: string },
  { rules, ignored, preset, notes }: ReadingPlan,
): CatalogueDescription {
  const { marks, constants } = rules;
  const columns = rules.columns.map((column) => ({
    heading: columnName(column),
    member: column.member,
    decimal: hasNumbers(column) ? marks.of(column.index) : undefined,
  }));
  const found = new Set(columns.flatMap(({ decimal }) => decimal ?? []));
  const [decimal] = found.size === 1 ? found : [];
  const mayBeCut = file.ending === 'open' && rules.columns.some(({ index }) => index === rules.width - 1);
  return { ...file, decimal, columns, ignored, constants, preset, mayBeCut, notes };
}

const hasNumbers = ({ member }: Column): boolean => isNumber(memberOf(member).kind);

/** A second line of names would be sent as a product. */
function bodyFaults([first]: readonly ParsedRecord[], { columns }: ColumnPlan): readonly FileFault[] {
  if (!first) return [onlyHeader];
  const cells = columns.map(({ index }) => first.cells[index] ?? '').filter((cell) => cell.trim() !== '');
  return cells.length > 1 && cells.every((cell) => isKnownHeading(cell)) ? [secondHeader(first.line, cells)] : [];
}

const secondHeader = (line: number, cells: readonly string[]): FileFault => ({
  problem: `Line ${line} holds names of columns too: ${cells.map((cell) => JSON.stringify(cell)).join(', ')}.`,
  remedy: 'Remove one of the two lines of names.',
});

const emptyFile: FileFault = {
  problem: 'The file is empty.',
  remedy: 'A catalogue has a line with the names of the columns, such as sku,name,price, and a line per product.',
};

const onlyHeader: FileFault = {
  problem: 'The file has a header but no rows.',
  remedy: 'Check that it was exported whole.',
};

/** What the user should know before products are sent: what of a shop's export cannot be imported, and prices that are not read. */
function notesOn(header: readonly string[], plan: ColumnPlan, { preset, vatIncluded }: NoteOptions): readonly string[] {
  const column = columnFinder(header);
  const ofPreset = (preset?.notes ?? []).filter(
    (note) => column(...note.about) !== undefined && !(vatIncluded && note.isAboutVat),
  );
  return [...ofPreset.map(({ text }) => text), ...unreadPrices(plan)];
}

interface NoteOptions {
  readonly preset: Preset | undefined;
  readonly vatIncluded: boolean;
}

/** A catalogue without prices would be sent without a word otherwise. */
function unreadPrices({ columns, unknown }: ColumnPlan): readonly string[] {
  const unread = columns.some(({ member }) => member === 'price')
    ? undefined
    : unknown.find(({ heading }) => isPriceWithVat(heading));
  if (!unread) return [];
  return [
    `${columnName(unread)} is not read, since the shop takes prices excluding VAT: state --vat-included, such as --vat-included 21.`,
  ];
}
