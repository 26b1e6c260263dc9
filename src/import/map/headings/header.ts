import { type FileTable, isDiscreet } from '../../../resources/file-table.ts';
import type { Money } from '../../../text/money.ts';
import { firstOf, looseHeading } from '../../../text/words.ts';
import { type FileFault, optionText } from '../../file/faults.ts';
import type { FileRecord } from '../../file/records.ts';
import type { Sheet } from '../../file/sheet.ts';
import { ColumnCells, columnChoice, questionOf } from '../choices/column-choice.ts';
import { generatedKey, likelyColumn, missingChoice } from '../choices/missing-column.ts';
import { sellingPriceUnclear } from '../choices/selling-price.ts';
import { vatUnstated } from '../choices/unread-field.ts';
import { fieldsUnread } from '../choices/unread-fields.ts';
import { vatCodes } from '../choices/vat-codes.ts';
import { oppositeStatus } from '../rows/off-sale.ts';
import { type ColumnPlan, knownHeadings } from './columns.ts';
import { columnName } from './field-columns.ts';
import { headingLines, isTitle, lineAdvice } from './heading-lines.ts';
import { fieldNamed } from './headings.ts';
import { places } from './mapped-columns.ts';
import { demandedFields, missingFields } from './needed-fields.ts';
import { fileOfOthers } from './other-nouns.ts';

/** The options that decide which headers are valid. */
export interface HeaderOptions {
  /** Field → column heading; wins over everything. */
  readonly map: Readonly<Record<string, string>>;
  /** The file that states the heading of a field, if it was not typed. */
  readonly mapFrom?: ((field: string) => string | undefined) | undefined;
  /** Whether unknown columns are a fault. */
  readonly strictColumns?: boolean | undefined;
  /** The VAT percentage that the file's prices include, where a row has no rate; 0 says that they include none. */
  readonly vatIncluded?: Money | undefined;
  /** Whether prices include the VAT of their row. */
  readonly hasOwnVat?: boolean;
  /** Whether the software of a shop wrote the file. */
  readonly isExport?: boolean;
  /** Whether to generate a key for rows without one. */
  readonly generateSku?: boolean | undefined;
  /** Fields in which every row must have a value, besides those that its noun needs. */
  readonly require?: readonly string[] | undefined;
}

/** The header of a file, and the rows below it. */
interface FirstRows {
  readonly headings: readonly string[];
  readonly rows: readonly FileRecord[];
  /** The sheet of a workbook. */
  readonly sheet?: Sheet | undefined;
}

/**
 * All faults of a header and of the row below it.
 * @param constants fields that need no column
 */
export function headerFaults(
  { headings, rows, sheet }: FirstRows,
  plan: ColumnPlan,
  options: HeaderOptions,
  constants: readonly string[],
): readonly FileFault[] {
  const has = new Set<string>([...plan.columns.map(({ field }) => field), ...constants]);
  const { noun } = plan;
  const refused = refusedColumns(headings, noun);
  // What else is wrong matters only without them.
  if (refused) return [refused];
  const hasKey = options.generateSku || noun.key.some((field) => has.has(field));
  const missing = missingFields(noun, has).map((field) => [field]);
  const isIncomplete = missing.length > 0 || !noun.key.some((field) => has.has(field));
  const isChosen = Object.keys(options.map).length > 0;
  const other = isChosen && !isIncomplete ? undefined : fileOfOthers(headings, plan, isIncomplete);
  if (other) return [other];
  const cells = new ColumnCells(noun, rows);
  // A title is no column, whatever its words are.
  const columns = isTitle(headings, rows, sheet) ? { ...plan, unknown: [], ignored: [] } : plan;
  const mapped = fieldsOf(options.map, noun);
  const unread = { plan: columns, has, mapped, cells, isComplete: !isIncomplete };
  const unreadFaults = fieldsUnread(unread, noun, options);
  // What may be such a column is asked for already.
  const demanded = unreadFaults.length > 0 ? [] : demandedFields(noun, has, options);
  return [
    ...plan.faults,
    ...plan.ambiguous.map((one) => ambiguousField(one, noun, cells)),
    ...missingColumns(
      { missing: hasKey ? missing : [noun.key, ...missing], demanded },
      { headings, rows, sheet },
      columns,
    ),
    ...vatCodes(plan, rows, mapped),
    ...oppositeStatus(plan),
    ...unreadFaults,
    ...sellingPriceUnclear(plan, { mapped, isExport: options.isExport ?? false, cells }),
    ...strangeColumns(plan, options),
    ...refusedUnknown(plan),
    ...vatFaults(plan, options),
    ...(options.hasOwnVat ? [] : vatUnstated(plan, options, cells)),
  ];
}

/** But for the column that the user names as the unit of the prices. */
function strangeColumns({ noun, unknown }: ColumnPlan, { strictColumns, map }: HeaderOptions): readonly FileFault[] {
  const unit = looseHeading(map[noun.price?.unit ?? ''] ?? '');
  const strange = unknown.filter(({ heading }) => unit === '' || looseHeading(heading) !== unit);
  return strictColumns && strange.length > 0 ? [unknownColumns(strange.map(columnName))] : [];
}

const fieldsOf = (map: HeaderOptions['map'], noun: FileTable): ReadonlySet<string> =>
  new Set(Object.keys(map).map((name) => fieldNamed(noun, name) ?? name));

/** The fault of columns that must not be in a file, whatever they are mapped to. */
function refusedColumns(headings: readonly string[], { refused }: FileTable): FileFault | undefined {
  const found = headings.filter((heading) => refused?.isNamedIn(looseHeading(heading)));
  if (!refused || found.length === 0) return undefined;
  const [columns, have, them] =
    found.length === 1 ? ['Column', 'contains', 'the column'] : ['Columns', 'contain', 'these columns'];
  return {
    problem: `${columns} ${quoted(found)} ${have} ${refused.what}, which cannot be imported.`,
    remedy: `Delete ${them} and save the file again. ${refused.remedy}`,
  };
}

/** Removing VAT from prices without VAT would make everything too cheap. */
function vatFaults({ noun, columns }: ColumnPlan, { vatIncluded, map }: HeaderOptions): readonly FileFault[] {
  const { price } = noun;
  const column = columns.find(({ field }) => field === price?.field);
  if (!vatIncluded?.units || !price || !column || map[price.field] !== undefined) return [];
  if (!price.saysWithoutVat(column.heading)) return [];
  return [
    {
      problem: `Prices in ${JSON.stringify(column.heading)} exclude VAT, but --vat-included says they include it.`,
      remedy: `Remove --vat-included, or choose the column that includes VAT: --map ${price.field}="<heading>"`,
    },
  ];
}

function ambiguousField(
  { field, columns }: ColumnPlan['ambiguous'][number],
  noun: FileTable,
  cells: ColumnCells,
): FileFault {
  const names = columns.map(({ heading }) => JSON.stringify(heading));
  const problem = `More than one column matches ${field}: ${names.join(' and ')}${places(columns)}.`;
  if (new Set(names).size < names.length) return { problem, remedy: 'Rename or remove one.' };
  const choice = { ...columnChoice(field, columns, cells), question: questionOf(noun, [field]) };
  return { problem, remedy: `Choose one: ${choice.answers.map(optionText).join(' or ')}`, choice };
}

/** What a file must have a column for. */
interface MissingFields {
  /** The fields of which one is needed, for each column that there is not. */
  readonly missing: readonly (readonly string[])[];
  /** Those of `--require`. */
  readonly demanded: readonly string[];
}

function missingColumns(
  { missing: needed, demanded }: MissingFields,
  { headings, rows, sheet }: FirstRows,
  plan: ColumnPlan,
): readonly FileFault[] {
  const missing = [...needed, ...demanded.map((field) => [field])];
  const { noun, columns, unknown } = plan;
  const [[field = ''] = []] = missing;
  if (missing.length === 0) return [];
  // Where nothing is known of it, it may be a row.
  const isShown = columns.length > 0 || !isDiscreet(noun);
  const likely = !isShown ? [] : missing.flatMap((fields) => likelyColumn(fields, { unknown, rows }, noun));
  const options = likely.map(([name, heading]) => `--map ${name}=${JSON.stringify(heading)}`).join(' ');
  const choose = options === '' ? `To choose a column: --map ${field}="<heading>".` : `If it is there: ${options}.`;
  const generate = noun.key.includes(field) ? generatedKey(noun) : [];
  const otherwise = generate.map((answer) => ` If no column has it: ${optionText(answer)}.`).join('');
  const [first, ...others] = [
    ...needed.map((fields) => fields.join(' or ')),
    ...demanded.map((field) => `${field} (--require)`),
  ];
  const names = others.length === 0 ? first : `${first}, and none for ${others.join(', ')}`;
  return [
    {
      problem: `The header${sheet ? ` of the sheet ${JSON.stringify(sheet.name)}` : ''} has no column for ${names}.${isShown ? ` Columns: ${quoted(headings)}.` : ''}`,
      remedy: `${choose}${otherwise} ${lineAdvice(headingLines({ rows, sheet }, plan))}`,
      choice: isShown && columns.length > 0 ? missingChoice(missing, likely, plan, rows) : undefined,
    },
  ];
}

/** Where no column is known, the first row may be one of values. */
const refusedUnknown = ({ noun, columns, unknown }: ColumnPlan): readonly FileFault[] =>
  columns.length === 0 && isDiscreet(noun)
    ? []
    : unknown.flatMap(({ heading }) => (heading.trim() === '' ? [] : (noun.refusalOf?.(heading) ?? [])));

function unknownColumns(names: readonly string[]): FileFault {
  const [columns, them] = names.length === 1 ? ['column', 'it'] : ['columns', 'them'];
  return {
    problem: `Unknown ${columns} ${quoted(names)}.`,
    remedy: `Remove ${them}, map ${them} with --map, or drop --strict-columns to ignore ${them}.`,
  };
}

const quoted = (names: readonly string[]): string => firstOf(names.map((name) => JSON.stringify(name)));

/** A second header would be sent as a row. */
export function bodyFaults(first: FileRecord | undefined, { noun, columns }: ColumnPlan): readonly FileFault[] {
  if (!first) return [{ problem: 'The file has a header but no rows.', remedy: 'Check that the export is complete.' }];
  const cells = columns.map(({ index }) => first.cells[index] ?? '').filter((cell) => cell.trim() !== '');
  if (cells.length < 2 || !cells.every(knownHeadings(noun))) return [];
  const names = cells.map((cell) => JSON.stringify(cell)).join(', ');
  return [{ problem: `Line ${first.line} is a second header: ${names}.`, remedy: 'Remove one of the two headers.' }];
}
