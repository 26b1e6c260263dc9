import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { unpackedCopyOf } from '../file/unpacked-copy.ts';
import type { Journal } from '../journal/journal.ts';
import { type RecordedRow, statedRows } from '../journal/rows.ts';
import type { RunRecord } from '../journal/runs.ts';
import { type Catalogue, type CatalogueOptions, type CatalogueRow, openCatalogue } from '../map/catalogue.ts';
import { type ClientOptions, compareByClient } from '../march/client-comparison.ts';
import { factsOfRow } from '../march/facts.ts';
import { maxShared } from '../rows/check.ts';
import { FileRows, type Statement } from '../rows/file-rows.ts';
import { type Finding, judge, type VerdictCounts } from './verify.ts';

interface VerifyOptions extends Omit<ClientOptions, 'context' | 'language'> {
  readonly context: Context;
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
  const { onFindings, ...client } = options;
  const original = await openOriginal(run, options);
  try {
    if (!original) await client.notice(noOriginal(run));
    const rows = await rowsOfRun(journal, run.run, original?.catalogue);
    try {
      const count = rows.size;
      const notSent = run.rows - run.invalid - run.excluded - run.otherShards - count;
      const counts = await compareByClient({ rows, count }, { ...client, language: languageOf(run) }, (comparison) =>
        judge(comparison, sentRows(journal, run.run), onFindings),
      );
      return { counts, notSent };
    } finally {
      rows.close();
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
async function openOriginal(
  { path, file, options }: RunRecord,
  { context, noun }: VerifyOptions,
): Promise<OriginalFile | undefined> {
  if (path === '-' || !(await context.files.exists(path))) return undefined;
  try {
    const reading = readingOptions(options);
    const copy = await unpackedCopyOf(path, context, reading);
    const close = () => copy.file.remove();
    if (copy.hash === file) return { catalogue: await openCatalogue(copy, reading, noun), close };
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

/** The rows that a run knows, with what they state where its file is given. */
async function rowsOfRun(journal: Journal, run: number, original: Catalogue | undefined): Promise<FileRows> {
  const rows = await FileRows.open();
  const states = original ? statesIn(original) : undefined;
  for (const page of sentRows(journal, run)) {
    for (const { record, line, key, fingerprint } of page)
      rows.add({ record, line, key }, (await states?.(record)) ?? { fingerprint });
  }
  rows.finish(maxShared);
  return rows;
}

/** The rows of a run but for those that never left. */
function* sentRows(journal: Journal, run: number): Generator<readonly RecordedRow[]> {
  for (const page of statedRows(journal, run))
    yield page.filter(({ state, attempts }) => attempts > 0 || (state !== 'absent' && state !== 'held'));
}

/** What the rows of a file state. Ask in file order. */
function statesIn({ noun, rows }: Catalogue): (record: number) => Promise<Statement | undefined> {
  const batches = rows()[Symbol.asyncIterator]();
  let batch: ReadonlyMap<number, CatalogueRow['values']> = new Map();
  let last = 0;
  return async (record) => {
    while (last < record) {
      const { done, value } = await batches.next();
      if (done) return undefined;
      batch = new Map(value.map((row) => [row.record, row.values]));
      last = value.at(-1)?.record ?? last;
    }
    const values = batch.get(record);
    return values && { states: factsOfRow(noun, values) };
  };
}
