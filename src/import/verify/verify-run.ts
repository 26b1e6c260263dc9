import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { NumberSet } from '../../text/number-set.ts';
import { unpackedCopyOf } from '../file/unpacked-copy.ts';
import type { Journal } from '../journal/journal.ts';
import { type RowRecord, rowPages } from '../journal/rows.ts';
import type { RunRecord } from '../journal/runs.ts';
import { type CatalogueOptions, openCatalogue } from '../map/catalogue.ts';
import { type SendableRow, sendable } from '../map/key.ts';
import { type ClientOptions, compareByClient } from '../march/client-comparison.ts';
import { factsOfRow } from '../march/facts.ts';
import type { ResultCounts } from '../march/results.ts';
import { maxShared } from '../rows/check.ts';
import { FileRows } from '../rows/file-rows.ts';
import { type Finding, findingsIn } from './verify.ts';

interface VerifyOptions extends Omit<ClientOptions, 'context' | 'language'> {
  readonly context: Context;
}

/** What an import left in the store, as it is now. */
export interface Verification {
  readonly counts: ResultCounts;
  /** Rows that the import did not reach. */
  readonly notSent: number;
  /** The rows that a person has to look at, in file order. */
  readonly findings: AsyncIterable<readonly Finding[]>;
}

/**
 * Looks every row of a run up again, read only and in flat memory. The fields that differ are known if the file is
 * still there with the same bytes.
 * @throws CliError when the store cannot be read; `interrupted`
 */
export async function verifyRun<T>(
  journal: Journal,
  run: RunRecord,
  options: VerifyOptions,
  use: (verification: Verification) => Promise<T>,
): Promise<T> {
  const rows = await rowsOfRun(journal, run, options);
  try {
    const language = JSON.parse(run.options).language ?? undefined;
    const { comparison, counts } = await compareByClient(rows, { ...options, language });
    return await use({
      counts,
      notSent: run.rows - run.invalid - run.excluded - run.otherShards - rows.count,
      findings: findingsIn(comparison, journal, run.run),
    });
  } finally {
    rows.close();
  }
}

/** The rows that a run sent, with what they state where its file is given, or else with their fingerprints. */
async function rowsOfRun(journal: Journal, run: RunRecord, options: VerifyOptions): Promise<FileRows> {
  const rows = await FileRows.open();
  const stated = new NumberSet();
  for await (const row of statedBySent(journal, run, options)) {
    stated.add(row.record);
    rows.add(row, { states: factsOfRow(options.noun, row.values) });
  }
  for (const row of sentRows(journal, run)) if (!stated.has(row.record)) rows.add(row, row);
  rows.finish(maxShared);
  return rows;
}

/** The rows that a run sent, as its file has them, if it is still there with the same bytes. */
async function* statedBySent(journal: Journal, run: RunRecord, options: VerifyOptions): AsyncGenerator<SendableRow> {
  const copy =
    run.path === '-' ? undefined : await unchanged(unpackedCopyOf(run.path, options.context, readingOptions(run)));
  try {
    const isSame = copy?.hash === run.file;
    const catalogue = isSame ? await unchanged(openCatalogue(copy, readingOptions(run), options.noun)) : undefined;
    if (!catalogue) return await options.notice(noOriginal(run));
    const sent = new NumberSet();
    for (const { record } of sentRows(journal, run)) sent.add(record);
    for await (const batch of catalogue.rows((record) => sent.has(record)))
      yield* batch.flatMap((row) => sendable(row) ?? []);
  } finally {
    await copy?.file.remove();
  }
}

/** A file that can no longer be read the same way has changed. */
const unchanged = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (error instanceof CliError && error.kind === 'usage') return undefined;
    throw error;
  });

const noOriginal = ({ path }: RunRecord): string =>
  path === '-'
    ? 'The file came from stdin, so the fields that differ are not listed.'
    : `${path} has changed or is gone, so the fields that differ are not listed.`;

/** The options of a run as `identityOf` writes them: amounts are texts of whole numbers. */
function readingOptions({ options: json }: RunRecord): CatalogueOptions {
  const { vatIncluded, ...options } = JSON.parse(json);
  return vatIncluded ? { ...options, vatIncluded: { ...vatIncluded, units: BigInt(vatIncluded.units) } } : options;
}

/** The rows of a run but for those that never left. */
function* sentRows(journal: Journal, { run }: RunRecord): Generator<RowRecord> {
  for (const page of rowPages(journal, run))
    yield* page.filter(({ state, attempts }) => attempts > 0 || (state !== 'absent' && state !== 'held'));
}
