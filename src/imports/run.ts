import type { Connection } from '../client/connection.ts';
import { createProduct, listProducts } from '../client/products.ts';
import type { Context, FileWriter } from '../context.ts';
import { CliError } from '../errors.ts';
import { type Catalogue, type CatalogueOptions, openCatalogue } from '../input/csv/catalogue.ts';
import { type Format, type Target, writeRecord } from '../output/formats.ts';
import { formatCount } from '../text/numbers.ts';
import { type CheckedFile, checkCatalogue } from './check.ts';
import { copyOf, whileWanted } from './copy.ts';
import { writePlan } from './plan.ts';
import { createProgress } from './progress.ts';
import { type Rejection, writeRejected } from './rejected.ts';
import { faultyReport, reportFields, Tally } from './report.ts';
import { type Ending, type Outcome, type SendableRow, sendRows } from './send.ts';
import { describeCatalogue, describeFault, howManyFaulty, howManyRows } from './words.ts';

/** One import of one file into one store. */
export interface Import {
  /** The file, or `-` for standard input. */
  readonly path: string;
  readonly catalogue: CatalogueOptions;
  /** Rows sent at a time. */
  readonly concurrency: number;
  /** Where the rows that did not get in are written. */
  readonly rejected: string | undefined;
  readonly dryRun: boolean;
  readonly context: Context;
  readonly settings: {
    readonly output: Format;
    readonly language: string | undefined;
    readonly taxField: Connection['taxField'];
    readonly storeNamed: boolean;
  };
  readonly target: Target;
  readonly notice: (text: string) => Promise<void>;
  readonly connect: (options: { readonly connections: number; readonly signal: AbortSignal }) => Promise<Connection>;
}

/**
 * Reads, checks, sends and reports. Nothing is sent before every row is checked and the store has answered a read.
 * Returns the exit code: 0, or 7 when rows are rejected, uncertain or not sent.
 * @throws CliError `usage` for a faulty file; the store's own failure when nothing was created.
 */
export async function runImport(run: Import): Promise<number> {
  const { context, path, rejected } = run;
  if (rejected !== undefined && (await context.files.same(path, rejected))) {
    throw new CliError('usage', '--rejected names the file that is imported: it would be lost.', { field: '--rejected' });
  }
  const copy = await copyOf(path, context);
  // Made before anything is sent: what cannot be written must be known while nothing has happened.
  const file = rejected === undefined ? undefined : await context.files.create(rejected);
  try {
    const source = () => whileWanted(copy.bytes(), context.interrupted);
    return await importCatalogue(run, await openCatalogue(source, run.catalogue), file);
  } finally {
    await file?.discard();
    await copy.remove();
  }
}

async function importCatalogue(run: Import, catalogue: Catalogue, file: FileWriter | undefined): Promise<number> {
  for (const line of describeCatalogue(run.path, catalogue.description)) await run.notice(line);
  const checked = await check(run, catalogue, file);
  return run.dryRun ? await rehearse(run, catalogue, checked) : await send(run, catalogue, checked, file);
}

/** Every row, before the first request. Faulty rows end the import here. */
async function check(run: Import, catalogue: Catalogue, file: FileWriter | undefined): Promise<CheckedFile> {
  const checked = await checkCatalogue(catalogue);
  for (const warning of checked.warnings.kept) await run.notice(`Warning: ${describeFault(warning)}`);
  if (checked.faults.count === 0) {
    await run.notice(`${howManyRows(checked.rows)}, all sound.`);
    return checked;
  }
  for (const fault of checked.faults.kept) await run.notice(describeFault(fault));
  const hidden = checked.faults.count - checked.faults.kept.length;
  if (hidden > 0) await run.notice(`… and ${formatCount(hidden)} more of the same sorts.`);
  if (run.settings.output !== 'table') await print(run, faultyReport(checked.rows, checked.faultyRows, checked.faults.kept));
  await reject(run, catalogue, rejectionsOf(checked), file);
  throw new CliError('usage', `${howManyFaulty(checked)} faulty. Nothing was sent.`, {
    hint: 'Mend these lines, and run the same command again.',
  });
}

function rejectionsOf({ faultOf }: CheckedFile): ReadonlyMap<number, Rejection> {
  return new Map([...faultOf].map(([record, fault]) => [record, { field: fault.column ?? '', message: fault.message }]));
}

/** `--dry-run`: what would be sent, and whether the store answers at all. */
async function rehearse(run: Import, catalogue: Catalogue, { rows }: CheckedFile): Promise<number> {
  if (run.settings.storeNamed) await probe(await run.connect({ connections: 1, signal: run.context.interrupted }));
  await writePlan(catalogue.rows(), { output: run.settings.output, taxField: run.settings.taxField, target: run.target });
  await run.notice(`${howManyRows(rows)} would be sent. Nothing was sent.`);
  return 0;
}

/** Whether the store answers and takes the token, before anything is written. */
async function probe(connection: Connection): Promise<void> {
  await listProducts(connection, { limit: '1' });
}

/** How long requests that are under way may still take after Ctrl-C. */
const grace = 5000;

async function send(run: Import, catalogue: Catalogue, { rows }: CheckedFile, file: FileWriter | undefined): Promise<number> {
  const { context, concurrency, settings } = run;
  const abandon = new AbortController();
  const endSoon = () => void context.clock.sleep(grace, abandon.signal).then(() => abandon.abort());
  context.interrupted.addEventListener('abort', endSoon, { once: true });
  const connection = await run.connect({ connections: concurrency, signal: abandon.signal });
  await probe(connection);
  const { origin, path } = connection.base;
  await run.notice(`Sending ${howManyRows(rows)} to ${origin}${path}, ${concurrency} at a time.`);
  const tally = new Tally(rows);
  const rejections = new Map<number, Rejection>();
  const progress = createProgress(context, tally, rows);
  const ending = await sendRows(sendable(catalogue), {
    create: (values) => createProduct(connection, values, { language: settings.language }),
    concurrency,
    stop: context.interrupted,
    done(result) {
      tally.note(result);
      const rejection = rejectionOf(result.outcome);
      if (rejection) rejections.set(result.row.record, rejection);
      progress.show();
    },
  });
  await progress.end();
  abandon.abort();
  return await conclude(run, { catalogue, tally, rejections, ending, file });
}

/** Why a row goes into the rejected file; undefined for what is, or may be, in the shop. */
function rejectionOf(outcome: Outcome): Rejection | undefined {
  if (outcome.kind === 'rejected') return { field: outcome.field ?? '', message: outcome.message };
  return outcome.kind === 'unsent' ? { field: '', message: `not sent: ${outcome.ends.message}` } : undefined;
}

interface Sent {
  readonly catalogue: Catalogue;
  readonly tally: Tally;
  readonly rejections: ReadonlyMap<number, Rejection>;
  readonly ending: Ending;
  readonly file: FileWriter | undefined;
}

async function conclude(run: Import, sent: Sent): Promise<number> {
  const { catalogue, tally, rejections, ending, file } = sent;
  await tellProblems(run, tally);
  await print(run, tally.report(ending?.message ?? (run.context.interrupted.aborted ? 'interrupted' : null)));
  if (tally.notSent > 0) await tellWhereItStopped(run, catalogue, tally);
  await reject(run, catalogue, rejections, file);
  if (ending && tally.created + tally.uncertain === 0) throw ending;
  if (ending) await run.notice(`Stopped early: ${ending.message}${ending.hint === undefined ? '' : ` ${ending.hint}`}`);
  return tally.created === tally.rows ? 0 : 7;
}

async function tellProblems(run: Import, tally: Tally): Promise<void> {
  for (const { line, key, outcome, message } of tally.problems) {
    await run.notice(describeFault({ line, value: key ?? '', message: `${outcome}: ${message}` }));
  }
  if (tally.unlisted > 0) await run.notice(`… and ${formatCount(tally.unlisted)} more rejected rows.`);
  if (tally.uncertain > 0) {
    await run.notice('Uncertain rows may be in the shop or not. Look each up with products get --sku before you send it again.');
  }
}

/** The first line that was not tried, so that the rest can be imported without what is there already. */
async function tellWhereItStopped(run: Import, catalogue: Catalogue, { lastSent }: Tally): Promise<void> {
  for await (const { line } of catalogue.locate(new Set([lastSent + 1]))) {
    await run.notice(
      `From line ${formatCount(line)} on nothing was sent. Import only those lines again: a row that is imported twice is there twice.`,
    );
  }
}

async function reject(
  run: Import,
  catalogue: Catalogue,
  rejections: ReadonlyMap<number, Rejection>,
  file: FileWriter | undefined,
): Promise<void> {
  if (!file) return;
  await writeRejected(catalogue, rejections, file, run.context.secrets);
  await file.close();
  await run.notice(`${rejections.size === 0 ? 'No row' : howManyRows(rejections.size)} written to ${run.rejected}.`);
}

async function print(run: Import, report: Readonly<Record<string, unknown>>): Promise<void> {
  const { problems: _, stopped: __, ...counts } = report;
  await writeRecord(run.settings.output, { fields: reportFields }, run.settings.output === 'table' ? counts : report, run.target);
}

async function* sendable(catalogue: Catalogue): AsyncGenerator<readonly SendableRow[]> {
  for await (const batch of catalogue.rows()) {
    yield batch.flatMap(({ record, line, values }) => (values ? [{ record, line, values }] : []));
  }
}
