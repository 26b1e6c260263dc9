import type { NewProduct } from '../../resources/products.ts';
import { isNumber } from './cells.ts';
import { type Column, isKnownHeading, planColumns } from './columns.ts';
import type { Encoding, FoundEncoding } from './encoding.ts';
import { type FileFault, refusal } from './faults.ts';
import { columnName, headerFaults, isOwnExport } from './header.ts';
import { type Headings, plainHeading } from './headings.ts';
import { DecimalMarks } from './marks.ts';
import { memberOf, readConstants } from './members.ts';
import type { Mark } from './numbers.ts';
import type { RowRules } from './rows.ts';

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
  /** The headings of a shop's export, before the common ones. */
  readonly preset?: Headings | undefined;
}

/** How the file is read, for the user to see. */
export interface CatalogueDescription extends FoundEncoding {
  readonly delimiter: string;
  /** The one mark of all columns that needed one; undefined when none did or they differ. */
  readonly decimal: Mark | undefined;
  /** What is read, in the order of the file. */
  readonly columns: readonly { readonly heading: string; readonly member: string; readonly decimal: Mark | undefined }[];
  /** Headings of the columns that are not read. */
  readonly ignored: readonly string[];
  readonly constants: NewProduct;
}

/** How rows are read, and which headings are not. */
export interface ReadingPlan {
  readonly rules: RowRules;
  readonly ignored: readonly string[];
}

/**
 * Decides from the header and the options how rows are read.
 * @param header undefined when the file has none
 * @param rows how many rows are known to follow
 * @throws CliError `usage` with all faults of the header and of the options that concern it
 */
export function planReading(header: readonly string[] | undefined, rows: number, options: CatalogueOptions): ReadingPlan {
  const constants = readConstants(options.set);
  if (!header) throw refusal([...constants.faults, emptyFile]);
  const names = Object.keys(constants.values);
  const plan = planColumns(header, { map: options.map, constants: names, preset: options.preset });
  const faults = headerFaults(header, plan, { constants: names, strictColumns: options.strictColumns ?? false });
  const all = [...constants.faults, ...faults, ...(rows === 0 ? [onlyHeader] : [])];
  if (all.length > 0) throw refusal(all);
  const marks = new DecimalMarks(
    plan.columns.filter(hasNumbers).map(({ index }) => index),
    options.decimal,
  );
  const rules = { columns: plan.columns, width: header.length, constants: constants.values, marks, guarded: isOwnExport(header) };
  return { rules, ignored: plan.ignored.map(columnName) };
}

/** Tells the headings that speak for a delimiter: those of members, and those the user names. */
export function headingTest({ map, preset }: CatalogueOptions): (heading: string) => boolean {
  const mapped = new Set(Object.values(map).map(plainHeading));
  return (heading) => mapped.has(plainHeading(heading)) || isKnownHeading(heading, preset);
}

export function describeReading(
  file: FoundEncoding & { readonly delimiter: string },
  { rules, ignored }: ReadingPlan,
): CatalogueDescription {
  const { marks, constants } = rules;
  const columns = rules.columns.map((column) => ({
    heading: columnName(column),
    member: column.member,
    decimal: hasNumbers(column) ? marks.of(column.index) : undefined,
  }));
  const found = new Set(columns.flatMap(({ decimal }) => decimal ?? []));
  const [decimal] = found.size === 1 ? found : [];
  return { ...file, decimal, columns, ignored, constants };
}

const hasNumbers = ({ member }: Column): boolean => isNumber(memberOf(member).kind);

const emptyFile: FileFault = {
  problem: 'The file is empty.',
  remedy: 'A catalogue has a line with the names of the columns, such as sku,name,price, and a line per product.',
};

const onlyHeader: FileFault = { problem: 'The file has a header but no rows.', remedy: 'Check that it was exported whole.' };
