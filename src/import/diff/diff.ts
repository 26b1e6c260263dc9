import type { Connection } from '../../client/connection.ts';
import type { ListedNoun } from '../../client/endpoints/noun.ts';
import { exitCodes } from '../../errors.ts';
import { type Format, formatOfFile } from '../../output/formats.ts';
import type { ListSummary } from '../../output/view.ts';
import { acceptFile } from '../accept-file.ts';
import type { Copy } from '../file/copy.ts';
import { namingFile } from '../file/faults.ts';
import { refuseOverwriting } from '../file/overwriting.ts';
import { unpackedCopyOf } from '../file/unpacked-copy.ts';
import { openCatalogue } from '../map/catalogue.ts';
import { type ClientOptions, compareByClient, type ReadComparison } from '../march/client-comparison.ts';
import { factsOfRow } from '../march/facts.ts';
import type { Comparison } from '../march/march.ts';
import { StoreTest } from '../march/store-test.ts';
import type { ImportOptions } from '../options.ts';
import { type CheckedFile, countValid } from '../rows/check.ts';
import { warningsAbout } from '../words/check-texts.ts';
import { rowsOrNone } from '../words/counts.ts';
import { addNear, type NearRow, nearRows } from '../words/existing-texts.ts';
import { listWarnings } from '../words/list-problems.ts';
import { describeCatalogue } from '../words/reading-texts.ts';
import { type Difference, type Worklist, writeDifferences } from './differences.ts';
import { JobChanges, tellJob } from './job-changes.ts';
import { type DiffSummary, describeDiff } from './summary.ts';

type SharedOptions = Pick<
  ImportOptions,
  | 'path'
  | 'catalogue'
  | 'skipInvalid'
  | 'expectRows'
  | 'optionsFile'
  | 'asksChoices'
  | 'onChecked'
  | 'context'
  | 'target'
  | 'notice'
  | 'hint'
  | 'store'
>;

/** The options of one comparison, and its context. */
interface DiffOptions extends SharedOptions {
  readonly noun: ListedNoun;
  /** All fields that can be compared, where undefined. */
  readonly fields: readonly string[] | undefined;
  /** Whether the products are shown that only the store has. */
  readonly storeOnly: boolean;
  /** The file with the changes to make in the back office. */
  readonly worklist: string | undefined;
  /** The file of `--save-options`. */
  readonly saveOptions: string | undefined;
  /** The file of the result. */
  readonly outputFile: string | undefined;
  readonly format: Format;
  readonly language: string | undefined;
  readonly connect: () => Promise<Connection>;
  readonly progress: ClientOptions['progress'];
}

/** How a comparison ended. */
interface DiffOutcome {
  /** 0, or 11 when something differs. */
  readonly code: number;
  readonly shown: ListSummary;
}

/** Compares a file with a store, and writes what differs. @throws CliError `usage` for an invalid file */
export async function runDiff(options: DiffOptions): Promise<DiffOutcome> {
  const { path, context, worklist, outputFile, optionsFile, saveOptions } = options;
  const files = { worklist, 'output-file': outputFile, 'save-options': saveOptions };
  await refuseOverwriting({ path, context, optionsFile, files });
  const list = worklist === undefined ? undefined : await createWorklist(worklist, options);
  try {
    const copy = await unpackedCopyOf(path, context, options.catalogue, options.noun.names);
    return await diffCopy(copy, list, options).finally(() => copy.file.remove());
  } catch (error) {
    throw namingFile(error, path);
  } finally {
    await list?.file.discard();
  }
}

async function createWorklist(path: string, { context: { files, secrets }, noun }: DiffOptions): Promise<Worklist> {
  const format = formatOfFile(path, '--worklist') ?? 'csv';
  return {
    format,
    file: await files.create(path, { isOfPeople: noun.isOfPeople === true }),
    redact: (text) => secrets.removeFrom(text),
  };
}

async function diffCopy(copy: Copy, worklist: Worklist | undefined, options: DiffOptions): Promise<DiffOutcome> {
  const catalogue = await openCatalogue(copy, options.catalogue, options.noun);
  for (const line of describeCatalogue(options.path, catalogue.description)) await options.hint(line);
  // A token that cannot be used is said before a long file is read.
  const connection = await options.connect();
  const { checked, refusal } = await acceptFile({ ...options, verb: ['compare', 'compared'] }, catalogue, {
    stateRow: ({ stated }) => ({ states: factsOfRow(options.noun, stated) }),
  });
  try {
    if (refusal) throw refusal.error;
    const { noun, language, fields, storeOnly, notice, context, progress, store } = options;
    const tested = new StoreTest(context);
    const shared = { connection, tested, noun, language, fields, storeOnly, notice, context, progress };
    const compared = await compareByClient(checked.keys, { ...shared, place: `on ${store.storeName()}` });
    return await report(checked, compared, worklist, options);
  } finally {
    checked.keys.close();
  }
}

async function report(
  checked: CheckedFile,
  { comparison, counts }: ReadComparison,
  worklist: Worklist | undefined,
  options: DiffOptions,
): Promise<DiffOutcome> {
  const { noun, format, target, hint, storeOnly, path, store } = options;
  const { gone = null } = comparison;
  const { differs, same, duplicate, near } = counts;
  const { invalid } = checked.unsendable;
  const valid = countValid(checked);
  const summary: DiffSummary = {
    rows: valid + invalid,
    new: counts.new,
    differs,
    same,
    gone,
    duplicate,
    near,
    invalid,
  };
  const different = valid - same + (storeOnly ? (gone ?? 0) : 0);
  const head = { file: path, store: store.storeValue(), summary };
  const found = new JobChanges();
  const onDifference = (difference: Difference) => found.add(difference);
  const shown = await writeDifferences({ noun, comparison, different, head, worklist, onDifference }, format, target);
  const almost = counts.new > 0 ? await nearNewRows(comparison) : [];
  const nearText = almost.length > 0 ? [nearRows(almost, noun.names, 'an import sends {it|them} anyway')] : [];
  const more = nearText.map((text) => ({ line: undefined, text, rows: [] }));
  await listWarnings(options, more);
  await hint(describeDiff(summary, store.storeName(), storeOnly, noun.names));
  await tellJob(options, {
    changes: found.changes(summary, storeOnly),
    headline: describeDiff(summary, store.storeValue(), storeOnly, noun.names),
    warnings: [...warningsAbout(checked), ...more],
  });
  if (options.worklist !== undefined)
    await hint(
      `Wrote ${rowsOrNone(shown.listed)} to ${store.writtenFile(worklist?.file.instead ?? options.worklist)}.`,
    );
  return { code: different + invalid === 0 ? 0 : exitCodes.differences, shown };
}

/** The new rows whose key is almost that of a product: an import warns of them too. No request is made. */
async function nearNewRows(comparison: Comparison): Promise<readonly NearRow[]> {
  const near: NearRow[] = [];
  for await (const batch of comparison.rows())
    for (const { row, result } of batch) if (result.kind === 'new') addNear(near, row, result.near);
  return near;
}
