import { unguardFormula } from '../../text/escape.ts';
import type { TextFile } from '../file/copy.ts';
import { type Encoding, encodeText, findEncoding, utf8Chunks } from '../file/encoding.ts';
import { refusal } from '../file/faults.ts';
import { foreignFormat } from '../file/foreign-format.ts';
import { findDelimiter, headerIndex, headerNotes } from '../file/header-row.ts';
import { type Batch, csvRecords, type FileRecord, type RecordSource } from '../file/records.ts';
import { sheetRecords } from '../file/sheet.ts';
import { Excluded, type Shape } from './presets/preset.ts';
import {
  type CatalogueDescription,
  type CatalogueOptions,
  describeReading,
  headingTest,
  planReading,
  type ReadingRules,
} from './reading-plan.ts';
import { type BodyRow, type CatalogueRow, isWhole, rowChecker } from './rows.ts';
import { numberReader } from './sheet-rows.ts';

// Callers import these types from here.
export type { CatalogueDescription, CatalogueOptions } from './reading-plan.ts';
export type { CatalogueRow, RowFault } from './rows.ts';

export interface RecordFilter {
  (record: number): boolean;
  /** No record after it is wanted. Undefined where that is not known. */
  readonly last?: number | undefined;
}

/** A record as written in the file. */
interface LocatedRecord {
  /** 0 is the header, 1 the first row. */
  readonly record: number;
  /** Line of the file on which it begins, as an editor counts. */
  readonly line: number;
  /** Without its line break. */
  readonly bytes: Uint8Array;
}

export interface Catalogue {
  /** Decimal marks that only a late row shows are added while `rows` is read. */
  readonly description: CatalogueDescription;
  /**
   * The checked rows in file order, some hundred at a time, in flat memory; or those of them that are wanted, which takes
   * less time where they are few. May be called again.
   * @throws CliError `usage` for broken quotes, with their line
   */
  rows(isWanted?: RecordFilter): AsyncIterable<readonly CatalogueRow[]>;
  /**
   * The bytes of some records (0 is the header) as they are in the file, without line break and byte order mark, in
   * file order: for files of rejected rows. `encodeText` makes text that may be joined to them.
   */
  locate(records: ReadonlySet<number>): AsyncIterable<LocatedRecord>;
}

/**
 * Opens a catalogue: decides how to read it, and checks its header. Reads the beginning of the file.
 * @param file gives the same bytes every time
 * @throws CliError `usage` for a file that is no text in its encoding, else with all faults of the header and of the options
 */
export async function openCatalogue(file: TextFile, options: CatalogueOptions): Promise<Catalogue> {
  const { bytes, survey, sheet } = file;
  const { headerRow } = options;
  const isHeading = headingTest(options);
  const foreign = foreignFormat(survey.head);
  if (foreign) throw refusal([foreign]);
  const encoding = await findEncoding(survey, bytes, sheet ? 'utf-8' : options.encoding);
  const text = (): AsyncGenerator<Uint8Array> => utf8Chunks(bytes, encoding);
  const delimiter = sheet ? ',' : (options.delimiter ?? findDelimiter(await beginning(text()), isHeading, headerRow));
  const source: RecordSource = (above) => (sheet ? sheetRecords(bytes, above) : csvRecords(text(), delimiter, above));
  const begin = await firstRecords(source(0));
  const above = headerIndex(begin, isHeading, headerRow);
  const [header, ...first] = begin.slice(above);
  const plan = planReading(header?.cells, first, options, sheet);
  const notes = [...headerNotes(above, header, headerRow), ...plan.notes];
  const read = (): AsyncGenerator<Batch> => source(above);
  await findFirstMarks(read, plan.rules);
  return {
    get description() {
      return { ...describeReading({ ...encoding, delimiter }, { ...plan, notes }), sheet };
    },
    rows: (isWanted) => checkedRows(read, plan.rules, isWanted),
    locate: (wanted) => located(read(), wanted, encoding.encoding),
  };
}

/** The first piece of a text, and more where it is short. */
async function beginning(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let head = Buffer.alloc(0);
  for await (const chunk of chunks) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= 64 * 1024) break;
  }
  return head.toString('utf8');
}

/** csv-parse holds the last row of a chunk back: one batch may lack it. */
const minFirst = 100;

/** The records among which the header is, and some rows. */
async function firstRecords(batches: AsyncIterable<Batch>): Promise<readonly FileRecord[]> {
  const first: FileRecord[] = [];
  for await (const { records } of batches) {
    first.push(...records);
    if (first.length > minFirst) break;
  }
  return first;
}

async function* located(
  batches: AsyncIterable<Batch>,
  wanted: ReadonlySet<number>,
  encoding: Encoding,
): AsyncGenerator<LocatedRecord> {
  let left = wanted.size;
  for await (const { records, bytesOf } of batches) {
    for (const found of records.filter(({ record }) => wanted.has(record))) {
      left--;
      yield { record: found.record, line: found.line, bytes: original(bytesOf(found), encoding) };
    }
    if (left === 0) return;
  }
}

const original = (utf8: Uint8Array, encoding: Encoding): Uint8Array =>
  encoding === 'utf-8' ? utf8 : encodeText(Buffer.from(utf8).toString('utf8'), encoding);

/** The checked rows in batches. Detects decimal marks when a row needs them. */
async function* checkedRows(
  read: () => AsyncIterable<Batch>,
  rules: ReadingRules,
  isWanted?: RecordFilter,
): AsyncGenerator<readonly CatalogueRow[]> {
  const check = rowChecker(rules);
  // A row may depend on those above it.
  const readsAll = rules.shaping !== undefined || rules.generateSku;
  for await (const rows of bodyRows(read(), rules, readsAll ? undefined : isWanted)) {
    await findMarks(rows, read, rules);
    const checked = rows.map(check);
    yield readsAll && isWanted ? checked.filter(({ record }) => isWanted(record)) : checked;
  }
}

/** Reads the first rows, so that the description has their decimal marks. */
async function findFirstMarks(read: () => AsyncIterable<Batch>, rules: ReadingRules): Promise<void> {
  let seen = 0;
  for await (const rows of bodyRows(read(), rules)) {
    await findMarks(rows, read, rules);
    seen += rows.length;
    if (seen > minFirst) return;
  }
}

/** Observes rows before they are checked. Reads the file ahead only while a value is ambiguous. */
async function findMarks(
  rows: readonly BodyRow[],
  read: () => AsyncIterable<Batch>,
  rules: ReadingRules,
): Promise<void> {
  const { marks } = rules;
  marks.observe(rows);
  if (!marks.doubtful) return;
  for await (const all of bodyRows(read(), rules)) {
    marks.observe(all);
    if (!marks.doubtful) return;
  }
  marks.settle();
}

/** The rows after the header, without formula guards and as the preset shapes them. */
async function* bodyRows(
  batches: AsyncIterable<Batch>,
  { guarded, isSheet, columns, shaping, width }: ReadingRules,
  isWanted?: RecordFilter,
): AsyncGenerator<readonly BodyRow[]> {
  const shape = shaping?.();
  const readNumbers = isSheet ? numberReader(columns) : undefined;
  for await (const records of wantedRecords(batches, isWanted)) {
    const rows = readNumbers ? records.map(readNumbers) : records;
    if (shape) yield rows.map((row) => (isWhole(row.cells, width) ? shaped(row, shape) : row));
    else yield guarded ? rows.map((row) => ({ ...row, cells: row.cells.map(unguardFormula) })) : rows;
  }
}

async function* wantedRecords(
  batches: AsyncIterable<Batch>,
  isWanted?: RecordFilter,
): AsyncGenerator<readonly FileRecord[]> {
  const last = isWanted?.last ?? Number.POSITIVE_INFINITY;
  for await (const { records } of batches) {
    yield records.filter(({ record }) => record > 0 && (isWanted?.(record) ?? true));
    if ((records.at(-1)?.record ?? 0) > last) return;
  }
}

function shaped(row: FileRecord, shape: Shape): BodyRow {
  const cells = shape(row.cells);
  return cells instanceof Excluded ? { ...row, excluded: cells.why } : { ...row, cells };
}
