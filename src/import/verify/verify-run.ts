import type { Connection } from '../../client/connection.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { RowTable } from '../check/row-table.ts';
import { compareWithStore } from '../compare/compare.ts';
import type { RowsToCompare } from '../compare/comparison.ts';
import type { Journal } from '../journal/journal.ts';
import type { RecordedRow } from '../journal/rows.ts';
import type { RunRecord } from '../journal/runs.ts';
import { type Catalogue, type CatalogueOptions, type CatalogueRow, openCatalogue } from '../read/catalogue.ts';
import { untilInterrupted } from '../read/copy.ts';
import { unpackedCopyOf } from '../read/packed/unpacked-copy.ts';
import { type Finding, judge, type RunRow, type VerdictCounts } from './verify.ts';

interface VerifyOptions {
  readonly connection: Connection;
  readonly context: Context;
  readonly notice: (text: string) => Promise<void>;
  readonly onProgress: (done: number, total: number | undefined) => void;
  readonly onFindings: (findings: readonly Finding[]) => Promise<void>;
}

/** What an import left in the store, as it is now. */
export interface Verification {
  readonly counts: VerdictCounts;
  /** Rows that the import did not reach. */
  readonly notSent: number;
}

/**
 * Looks every row of a run up again, read only and in flat memory. The fields that differ are known if the file is
 * still there with the same bytes.
 * @throws CliError when the store cannot be read; `interrupted`
 */
export async function verifyRun(journal: Journal, run: RunRecord, options: VerifyOptions): Promise<Verification> {
  const { connection, context, notice, onProgress, onFindings } = options;
  const original = await openOriginal(run, context);
  try {
    if (!original) await notice(noOriginal(run));
    const { catalogue } = original ?? { catalogue: undefined };
    const rows = rowsOfRun(journal, run.run, { original: catalogue, interrupted: context.interrupted });
    const notSent = run.rows - run.invalid - run.excluded - run.otherShards - rows.count;
    const reading = { connection, language: languageOf(run), notice, onProgress, randomHex: context.randomHex };
    const comparison = await compareWithStore(rows, reading);
    try {
      return { counts: await judge(comparison, onFindings), notSent };
    } finally {
      comparison.close();
    }
  } finally {
    await original?.close();
  }
}

const noOriginal = ({ path }: RunRecord): string =>
  path === '-'
    ? 'The file came from stdin, so the fields that differ are not listed.'
    : `${path} has changed or is gone, so the fields that differ are not listed.`;

/** The file of an earlier import, read as that import read it. */
interface OriginalFile {
  readonly catalogue: Catalogue;
  /** Removes the copy. */
  readonly close: () => Promise<void>;
}

/** Opens the file that a run imported, if it is still there with the same bytes. @throws CliError `interrupted` */
async function openOriginal({ path, file, options }: RunRecord, context: Context): Promise<OriginalFile | undefined> {
  if (path === '-' || !(await context.files.exists(path))) return undefined;
  try {
    const reading = readingOptions(options);
    const copy = await unpackedCopyOf(path, context, reading);
    const close = () => copy.file.remove();
    if (copy.hash === file)
      return { catalogue: await openCatalogue(() => copy.file.bytes(), reading, copy.sheet), close };
    await close();
  } catch (error) {
    // A file that can no longer be read the same way has changed.
    if (!(error instanceof CliError) || error.kind !== 'usage') throw error;
  }
  return undefined;
}

/** The options of a run as `identityOf` writes them: amounts are texts of whole numbers. */
function readingOptions(json: string): CatalogueOptions {
  const { vatIncluded, ...options } = JSON.parse(json);
  return vatIncluded ? { ...options, vatIncluded: { ...vatIncluded, units: BigInt(vatIncluded.units) } } : options;
}

/** The language that a run imported its texts in. */
const languageOf = ({ options }: RunRecord): string | undefined => JSON.parse(options).language ?? undefined;

/** The rows that a run knows, in file order, with their values where its file is given. */
function rowsOfRun(
  journal: Journal,
  run: number,
  { original, interrupted }: { readonly original: Catalogue | undefined; readonly interrupted: AbortSignal },
): RowsToCompare<RunRow> {
  const count = Object.values(journal.counts(run)).reduce((sum, rows) => sum + rows, 0);
  const rows = original ? () => joined(journal, run, original.rows()) : () => alone(journal, run);
  return { rows: () => untilInterrupted(rows(), interrupted), count, table: tableOf(journal, run) };
}

async function* alone(journal: Journal, run: number): AsyncGenerator<readonly RunRow[]> {
  for (const page of journal.statedRows(run)) yield page.map((recorded) => runRow(recorded, undefined));
}

/** Both are in the order of their records, and the file has every row that the journal has. */
async function* joined(
  journal: Journal,
  run: number,
  file: AsyncIterable<readonly CatalogueRow[]>,
): AsyncGenerator<readonly RunRow[]> {
  const known = each(journal.statedRows(run));
  let next = known.next();
  for await (const batch of file) {
    const values = new Map(batch.map((row) => [row.record, row.values]));
    const last = batch.at(-1)?.record ?? 0;
    const rows: RunRow[] = [];
    for (; !next.done && next.value.record <= last; next = known.next())
      rows.push(runRow(next.value, values.get(next.value.record)));
    yield rows;
  }
}

function* each(pages: Iterable<readonly RecordedRow[]>): Generator<RecordedRow, void> {
  for (const page of pages) yield* page;
}

function runRow(recorded: RecordedRow, values: CatalogueRow['values']): RunRow {
  const { record, line, key, fingerprint } = recorded;
  const row = { record, line, key, recorded };
  return values ? { ...row, values } : { ...row, fingerprint };
}

function tableOf(journal: Journal, run: number): RowTable {
  const table = new RowTable();
  for (const { record, key } of each(journal.statedRows(run))) table.add(record, key);
  return table;
}
