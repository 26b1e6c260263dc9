import type { Session } from '../../../cli/session.ts';
import type { Place } from '../../../client/records.ts';
import { CliError } from '../../../errors.ts';
import type { CatalogueRow, RowFault } from '../../../import/map/catalogue.ts';
import { miscounted } from '../../../import/rows/miscounted.ts';
import type { ChangeTable } from '../../../resources/change-tables.ts';
import type { DraftFields, Fault } from '../../../resources/draft-fields.ts';
import type { Json } from '../../../resources/kind.ts';
import type { RecordDefinition } from '../../../resources/record.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
import { formatCount } from '../../../text/numbers.ts';
import { faultIn, type ReadTable, readTable } from '../table-file.ts';
import type { StayingFields } from '../update.ts';

/** The records of one noun, as a file of changes names them. */
export interface UpdatedNoun {
  readonly table: ChangeTable;
  /** The body of a PATCH. */
  readonly changes: { readonly fields: DraftFields; toJson(values: object): ChangeRow['body'] };
  readonly record: RecordDefinition;
  /** What becomes of a row. */
  readonly result: RecordDefinition;
  /** @param ids in the order of the table */
  readonly placeOf: (ids: readonly string[]) => Place<StoreRecord>;
  /** Of a record, for people. */
  readonly nameOf: (record: StoreRecord) => string;
  /** Fields that are cleared with what a row changes, unless its file has a column for them. */
  readonly cleared?: (body: StoreRecord, record: StoreRecord) => readonly string[];
  /** Fields that stay, and that a person sees among the changes. */
  readonly stays?: StayingFields;
  /** What a person should know of such a change: a sentence, without values. */
  readonly about?: (body: StoreRecord) => string | undefined;
  /** Why a change cannot be right for this record, and is not sent: a sentence without its end, and without values. */
  readonly wrong?: (body: StoreRecord, record: StoreRecord) => string | undefined;
  /**
   * What a person may not expect of the record that this makes: a sentence without its end, and without values.
   * @param stated all that the row says, also what the record had already
   */
  readonly unexpected?: (body: StoreRecord, record: StoreRecord, stated: StoreRecord) => string | undefined;
}

/** A row of a file of changes. */
export interface ChangeRow {
  readonly line: number;
  readonly at: Place<StoreRecord>;
  readonly ids: readonly string[];
  /** What it states, as it would be sent; empty where it states nothing. */
  readonly body: Readonly<Record<string, Json>>;
  /** The fields that the file has a column for. */
  readonly columns: readonly string[];
}

interface ChangesFile {
  readonly path: string;
  /** Whether an empty cell clears its field. */
  readonly clears: boolean;
}

/** Of people: a file with more is split. */
const maxRows = 200_000;

/** Faults that an error lists. */
const maxListed = 100;

/** The changes of a file. @throws CliError `usage` that names every fault */
export async function readChangeRows(
  session: Session,
  { path, clears }: ChangesFile,
  noun: UpdatedNoun,
): Promise<readonly ChangeRow[]> {
  const { table } = noun;
  const read = await readTable(session, {
    path,
    stdin: session.context.stdin,
    noun: table,
    maxRows,
    tooLong: () => tooLong(path),
    hint: `The file needs ${table.ids.length === 1 ? 'a column' : 'the columns'} ${table.ids.join(' and ')}, and a column for each field that changes.`,
  });
  const fields = read.description.columns.map(({ field }) => field).filter((field) => !isId(table, field));
  if (fields.length === 0) throw noFields(path, table);
  const nouns = { noun, columns: fields, fields: clears ? fields : [] };
  const checked = read.rows.map((row) => changeRow(row, read, nouns));
  const faults = [
    ...read.unnamed.map((line) => ({ line, message: 'has a cell below a column without a heading: name the column' })),
    ...checked.flatMap((row) => row.faults),
    ...repeatedIds(checked, table),
  ].sort((left, right) => left.line - right.line);
  if (faults.length > 0) throw await invalid(path, faults, read, table);
  await noticeOddities(session, path, read);
  await noticeWarnings(session, path, checked);
  const rows = checked.flatMap(({ row }) => row ?? []);
  if (rows.length < checked.length)
    throw miscounted(
      `shop-cli read ${formatCount(rows.length)} of ${formatCount(checked.length)} rows of ${nameOfInput(path)}. Nothing was sent.`,
    );
  return rows;
}

const isId = ({ ids }: ChangeTable, field: string): boolean => ids.includes(field);

interface CheckedRow {
  /** Undefined for an invalid row. */
  readonly row?: ChangeRow;
  readonly line: number;
  /** Undefined where one cannot be read. */
  readonly ids: readonly string[] | undefined;
  readonly faults: readonly RowFault[];
  readonly warnings: readonly RowFault[];
}

interface ChangesReading {
  readonly noun: UpdatedNoun;
  readonly columns: readonly string[];
  /** Those that an empty cell clears. */
  readonly fields: readonly string[];
}

function changeRow(
  read: CatalogueRow,
  { description }: Pick<ReadTable, 'description'>,
  { noun, fields, columns }: ChangesReading,
): CheckedRow {
  const { line } = read;
  const { table, changes, placeOf } = noun;
  const ids = idsOf(read, table);
  const { values, faults, warnings } = read;
  if (!values || !ids || faults.length > 0) return { line, ids, faults, warnings };
  const headingOf = (field: string): string =>
    description.columns.find((column) => column.field === field)?.heading ?? field;
  const cleared = fields.filter((field) => values[field] === undefined);
  const lacking = cleared
    .filter((field) => changes.fields[field]?.isRequired)
    .map((field) => ({ line, column: headingOf(field), message: required }));
  if (lacking.length > 0) return { line, ids, faults: lacking, warnings };
  const stated = { ...Object.fromEntries(cleared.map((field) => [field, null])), ...values };
  const row = { line, ids, at: placeOf(ids), body: changes.toJson(stated), columns };
  return { line, ids, row, faults: [], warnings };
}

const required = 'is required and cannot be cleared: enter the value, or remove --empty clears';

function idsOf({ values, keys = [] }: CatalogueRow, { ids }: ChangeTable): readonly string[] | undefined {
  const found = ids.map((field) => values?.[field] ?? keys.find((key) => key.field === field)?.code);
  return found.every((id) => id !== undefined) ? found.map(String) : undefined;
}

/** Two rows for one record: only one of them would last. */
function repeatedIds(rows: readonly CheckedRow[], { ids: [...names] }: ChangeTable): readonly RowFault[] {
  const lines = new Map<string, number>();
  const faults: RowFault[] = [];
  for (const { line, ids } of rows) {
    if (!ids) continue;
    const key = ids.join('/');
    const first = lines.get(key);
    if (first === undefined) lines.set(key, line);
    else
      faults.push({
        line,
        message: `has the same ${names.join(' and ')} (${ids.join(', ')}) as line ${first}: keep one row`,
      });
  }
  return faults;
}

async function invalid(
  path: string,
  faults: readonly RowFault[],
  { description }: Pick<ReadTable, 'description'>,
  table: ChangeTable,
): Promise<CliError> {
  const { withMeant } = await import('../../../import/words/meant.ts');
  const listed = await withMeant(faults.slice(0, maxListed), { noun: table, columns: description.columns });
  const lines = listed.map((fault) => textOf(faultIn(path, fault)).replace(/(?<!\?)$/, '.'));
  const more = faults.length - listed.length;
  const rest = more > 0 ? [`… and ${formatCount(more)} more.`] : [];
  return new CliError('usage', [...lines, ...rest, 'Nothing was sent.'].join('\n'), {
    field: '--from',
    hint: 'Correct the file and run the same command.',
  });
}

/** `changes.csv, line 3: Phone "x" must be …` */
const textOf = ({ field, value, message }: Fault): string => `${field}${value === '' ? '' : ` "${value}"`} ${message}`;

const noFields = (path: string, { names: [one], ids, example }: ChangeTable): CliError =>
  new CliError('usage', `${nameOfInput(path)} has no column for anything that changes, only ${ids.join(' and ')}.`, {
    field: '--from',
    hint: `Add a column for each field of the ${one} that changes, such as ${example.field}.`,
  });

const tooLong = (path: string): CliError =>
  new CliError('usage', `${nameOfInput(path)} has more than ${formatCount(maxRows)} rows.`, {
    field: '--from',
    hint: 'Split it.',
  });

const nameOfInput = (path: string): string => (path === '-' ? 'Standard input' : path);

/** What is odd in rows that are sent. */
async function noticeWarnings({ notice }: Session, path: string, rows: readonly CheckedRow[]): Promise<void> {
  const warnings = rows.flatMap((row) => row.warnings);
  for (const warning of warnings.slice(0, maxListed)) await notice(`Warning: ${textOf(faultIn(path, warning))}`);
  const more = warnings.length - maxListed;
  if (more > 0) await notice(`Warning: ${formatCount(more)} more.`);
}

/** What a person should know of how the file was read. */
async function noticeOddities({ notice, options }: Session, path: string, read: ReadTable): Promise<void> {
  if (read.description.mayBeCut)
    await notice(
      `Warning: ${nameOfInput(path)} does not end with a line break. If it was cut off, the last value is too short.`,
    );
  if (options.quiet) return;
  const { describeOddities } = await import('../../../import/words/check-texts.ts');
  for (const line of describeOddities(read)) await notice(line);
}
