import type { FileTable, Values } from '../../../resources/file-table.ts';
import type { Money } from '../../../text/money.ts';
import { type FileRecord, type OddCell, oddCellOf, storedNumber } from '../../file/records.ts';
import { type ColumnReader, cellFault, columnReader, filledColumn, isBlank, notesOn } from '../cells/column-readers.ts';
import type { DecimalMarks } from '../cells/decimal-marks.ts';
import { withoutTextFormulas } from '../cells/marks.ts';
import { CellProblem } from '../cells/numbers.ts';
import type { RowFault } from '../cells/row-fault.ts';
import type { FieldColumn } from '../headings/field-columns.ts';
import { Excluded, type RowShaping, type ShapeWarning } from '../presets/preset.ts';
import { completedRow, type ReadRow } from './completed-row.ts';
import { doubtsAbout, doubtsOf } from './doubts.ts';
import { type Key, keysOf, SkuGenerator, statedBy } from './key.ts';
import { RepeatedRows } from './repeated-rows.ts';
import { headerTest, ofWidth, removeFilled, shapeFault } from './row-shape.ts';
import { withSigns } from './row-signs.ts';
import type { SignColumn } from './sign.ts';
import { removeVat, type StatedRate, withStatedRate } from './vat.ts';

/** A row of the catalogue: its values, all its faults, or the reason why it is excluded. */
export interface CatalogueRow {
  /** 1 is the first after the header. */
  readonly record: number;
  readonly line: number;
  /** What is sent; only when there are no faults. */
  readonly values?: Values;
  /** Those of them that may be shown and kept: all but secret ones. */
  readonly stated?: Values;
  /** Of an invalid row too, as far as they can be read: another line may have the same key. */
  readonly keys?: readonly Key[];
  /** What a report calls an invalid row beside its key, if that can be read. */
  readonly title?: string | undefined;
  /** Why a preset excludes the row, to follow a count: `{row|rows} with only an image`. */
  readonly excluded?: string;
  readonly faults: readonly RowFault[];
  /** Faults with which the row is sent anyway. */
  readonly warnings: readonly RowFault[];
}

export interface RowRules {
  readonly noun: FileTable;
  readonly columns: readonly FieldColumn[];
  /** Those of the header, read or not. */
  readonly headings: readonly string[];
  /** The columns that are blank in the first rows: where cells of them are missing, nothing is. Never that of the price. */
  readonly blank: readonly number[];
  /** For every row; a column of the same field is not among `columns`. */
  readonly constants: Values;
  readonly marks: DecimalMarks;
  /** The VAT percentage that the file's prices include, where a row has no rate. */
  readonly vatIncluded: Money | 'of the row' | undefined;
  /** The same percentage, where it can be sent. */
  readonly statedRate: StatedRate | undefined;
  /** Whether to generate a key for rows without one. */
  readonly generateSku: boolean;
  /** The fields whose codes are three numbers, as a rule, such as 10.04.2011. */
  readonly inParts: ReadonlySet<string>;
  /** The columns that no field is read from, and that say something of a row. */
  readonly signs: readonly SignColumn[];
  /** Fields in which every row must have a value, besides those that its noun needs. */
  readonly require: readonly string[];
  /** Starts the preset for one pass over the file: what it does with rows before their cells are read. */
  readonly shaping: (() => RowShaping) | undefined;
}

/** Creates the function that checks a row, for one pass over the file. @param shaping what is done with its cells before */
export function rowChecker(
  rules: RowRules,
  { shape, warn }: Pick<RowShaping, 'shape' | 'warn'> = { shape: (cells) => cells },
): (row: FileRecord) => CatalogueRow {
  const { noun, constants } = rules;
  const readers = rules.columns.map((column) => columnReader(column, noun, rules.marks));
  const noted = readers.filter(({ noteOn, countedNoteOn }) => noteOn !== undefined || countedNoteOn !== undefined);
  const doubts = doubtsAbout(noun, fieldsOf(rules), rules.inParts);
  const stated = statedBy(noun);
  const isHeader = headerTest(rules.columns);
  const skus = rules.generateSku ? new SkuGenerator(noun, constants) : undefined;
  const blank = new Set(rules.blank);
  const repeated = noun.isOfPeople ? new RepeatedRows(noun) : undefined;
  const finish = (
    row: FileRecord,
    cells: readonly string[],
    { values, faults, warnings: odd }: ReadRow,
  ): CatalogueRow => {
    const { record, line } = row;
    const warning = warn?.(cells);
    const notes = warning
      ? [...notesOn(row, cells, noted), shapeNote(line, warning, rules)]
      : notesOn(row, cells, noted);
    const doubtful = doubtsOf(line, values, readers, doubts);
    // A list for each of a million rows takes its time, and next to all are empty.
    const warnings = notes.length + odd.length === 0 ? doubtful : [...notes, ...doubtful, ...odd];
    if (faults.length > 0)
      return { record, line, keys: keysOf(noun, values), title: titleIn(noun, stated(values)), faults, warnings };
    const keyed = withStatedRate(skus ? skus.withKey(values) : values, rules.statedRate);
    const keys = keysOf(noun, keyed);
    if (keys.length === 0) return { record, line, faults: [withoutKey(line, noun)], warnings };
    const before = repeated?.lineBefore(line, keyed);
    if (before !== undefined)
      return { record, line, excluded: repeatedRow, faults: none, warnings: [sameAs(line, before)] };
    return { record, line, values: keyed, stated: stated(keyed), keys, faults, warnings };
  };
  return (row) => {
    const { record, line } = row;
    if (blank.size > 0) removeFilled(blank, row.cells);
    const misshapen = shapeFault(row, rules, { blank, isHeader });
    if (misshapen) return { record, line, faults: [misshapen], warnings: none };
    const cells = shape(withoutTextFormulas(ofWidth(row.cells, rules.headings.length)));
    if (cells instanceof Excluded) return { record, line, excluded: cells.why, faults: none, warnings: none };
    const read = completedRow(line, readRow(row, cells, readers, rules), readers, rules);
    if ('excluded' in read) return { record, line, ...read, faults: none, warnings: none };
    return finish(row, cells, rules.signs.length > 0 ? withSigns(line, cells, read, rules) : read);
  };
}

/** The fields that rows may have. */
const fieldsOf = ({ columns, constants }: RowRules): ReadonlySet<string> =>
  new Set([...columns.map(({ field }) => field), ...Object.keys(constants)]);

const repeatedRow = '{row|rows} identical to another';

const sameAs = (line: number, other: number): RowFault => ({
  line,
  message: `is the same as line ${other}: it is sent once`,
});

/** What a preset has to say of a row. */
const shapeNote = (line: number, { at, message }: ShapeWarning, { headings }: RowRules): RowFault => ({
  line,
  column: headings[at] ?? '',
  message,
});

/** Each row is invalid, excluded, or has a key: a row that is none of these would be in no count. */
const withoutKey = (line: number, { names }: FileTable): RowFault => ({
  line,
  message: `has no value by which its ${names[0]} can be found again: check its cells`,
});

/** The value of the field by which a person knows one, of what a row states. */
export function titleIn({ title }: FileTable, values: Values): string | undefined {
  const value = title === undefined ? undefined : values[title];
  return typeof value === 'string' ? value : undefined;
}

/** @param cells those of the row, as a preset has changed them */
function readRow(
  row: FileRecord,
  cells: readonly string[],
  readers: readonly ColumnReader[],
  rules: RowRules,
): Pick<ReadRow, 'values' | 'faults'> {
  const { line } = row;
  const faults: RowFault[] = [];
  const values: Record<string, unknown> = { ...rules.constants };
  for (const reader of readers) {
    const column = filledColumn(reader, cells);
    const text = cells[column.index] ?? '';
    const unusual = oddCellOf(row, column.index);
    const cell = textOf(text, unusual, reader);
    if (isBlank(cell)) continue;
    const value =
      unusual && isUnclear(unusual, reader)
        ? new CellProblem(unusual.why)
        : reader.read(cell, storedNumber(text, unusual) !== undefined);
    values[reader.field] = value instanceof CellProblem ? undefined : value;
    if (value instanceof CellProblem) faults.push(cellFault(line, { ...reader, ...column }, cell, value));
  }
  faults.push(...removeVat(line, values, readers, rules));
  return { values, faults };
}

/** Whether a cell of a sheet has no value for a field: a failed formula, or a code that is not shown. */
const isUnclear = (cell: OddCell, { kind }: FieldColumn): cell is OddCell & { readonly why: string } =>
  cell.why !== undefined && (cell.number === undefined || kind.name === 'code');

/** A cell as a field needs it: in a sheet, a code or a text as a person sees it, an amount by its digits. */
function textOf(cell: string, odd: OddCell | undefined, column: FieldColumn): string {
  if (!odd) return cell;
  if (isUnclear(odd, column)) return odd.shown;
  const isAsShown = ['code', 'text'].includes(column.kind.name);
  return isAsShown ? cell : (storedNumber(cell, odd) ?? cell);
}

const none: readonly RowFault[] = [];
