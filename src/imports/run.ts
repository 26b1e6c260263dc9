import type { Connection } from '../client/connection.ts';
import { createProduct, listProducts } from '../client/products.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { type Catalogue, type CatalogueOptions, openCatalogue } from '../input/csv/catalogue.ts';
import { type Format, type Target, writeRecord } from '../output/formats.ts';
import { formatCount } from '../text/numbers.ts';
import { type CheckedFile, checkCatalogue } from './check.ts';
import { writePlan } from './plan.ts';
import { createProgress } from './progress.ts';
import { type Rejection, writeRejected } from './rejected.ts';
import { faultyReport, reportFields, Tally } from './report.ts';
import { type Ending, type SendableRow, sendRows } from './send.ts';
import { describeCatalogue, describeFault } from './words.ts';

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
  const copy = await run.context.files.temporary();
  try {
    // Read twice, so from a copy: the file may change meanwhile, or be a pipe.
    for await (const chunk of run.path === '-' ? run.context.stdin.bytes() : run.context.files.bytes(run.path)) await copy.write(chunk);
    await copy.close();
    const catalogue = await openCatalogue(() => run.context.files.bytes(copy.path), run.catalogue);
    for (const line of describeCatalogue(run.path, catalogue.description)) await run.notice(line);
    const checked = await check(run, catalogue);
    return run.dryRun ? await rehearse(run, catalogue, checked) : await send(run, catalogue, checked);
  } finally {
    await copy.remove();
  }
}

/** Every row, before the first request. Faulty rows end the import here. */
async function check(run: Import, catalogue: Catalogue): Promise<CheckedFile> {
  const checked = await checkCatalogue(catalogue);
  for (const warning of checked.warnings.kept) await run.notice(`Warning: ${describeFault(warning)}`);
  if (checked.faults.count === 0) {
    await run.notice(`${formatCount(checked.rows)} ${checked.rows === 1 ? 'row' : 'rows'}, all sound.`);
    return checked;
  }
  for (const fault of checked.faults.kept) await run.notice(describeFault(fault));
  const hidden = checked.faults.count - checked.faults.kept.length;
  if (hidden > 0) await run.notice(`… and ${formatCount(hidden)} more of the same sorts.`);
  await reject(
    run,
    catalogue,
    new Map([...checked.faultOf].map(([record, fault]) => [record, { field: fault.column ?? '', message: fault.message }])),
  );
  if (run.settings.output !== 'table') await print(run, faultyReport(checked.rows, checked.faultyRows, checked.faults.kept));
  throw new CliError('usage', `${howManyRows(checked)} faulty. Nothing was sent.`, {
    hint: 'Mend these lines, and run the same command again.',
  });
}

const howManyRows = ({ faultyRows, rows }: CheckedFile): string =>
  rows === 1 ? 'The only row is' : `${formatCount(faultyRows)} of ${formatCount(rows)} rows ${faultyRows === 1 ? 'is' : 'are'}`;

/** `--dry-run`: what would be sent, and whether the store answers at all. */
async function rehearse(run: Import, catalogue: Catalogue, { rows }: CheckedFile): Promise<number> {
  if (run.settings.storeNamed) await probe(await run.connect({ connections: 1, signal: run.context.interrupted }));
  await writePlan(catalogue.rows(), { output: run.settings.output, taxField: run.settings.taxField, target: run.target });
  await run.notice(`${formatCount(rows)} products would be created. Nothing was sent.`);
  return 0;
}

/** Whether the store answers and takes the token, before anything is written. */
async function probe(connection: Connection): Promise<void> {
  await listProducts(connection, { limit: '1' });
}

/** How long requests that are under way may still take after Ctrl-C. */
const grace = 5000;

async function send(run: Import, catalogue: Catalogue, { rows }: CheckedFile): Promise<number> {
  const { context, concurrency, settings } = run;
  const abandon = new AbortController();
  context.interrupted.addEventListener('abort', () => void context.clock.sleep(grace, abandon.signal).then(() => abandon.abort()), {
    once: true,
  });
  const connection = await run.connect({ connections: concurrency, signal: abandon.signal });
  await probe(connection);
  await run.notice(
    `Sending ${formatCount(rows)} ${rows === 1 ? 'product' : 'products'} to ${connection.base.origin}${connection.base.path}, ${concurrency} at a time.`,
  );
  const tally = new Tally(rows);
  const rejections = new Map<number, Rejection>();
  const progress = createProgress(context, tally, rows);
  const ending = await sendRows(sendable(catalogue), {
    create: (values) => createProduct(connection, values, { language: settings.language }),
    concurrency,
    stop: context.interrupted,
    done(result) {
      tally.note(result);
      if (result.outcome.kind === 'rejected')
        rejections.set(result.row.record, { field: result.outcome.field ?? '', message: result.outcome.message });
      progress.show();
    },
  });
  await progress.end();
  abandon.abort();
  return await conclude(run, { catalogue, tally, rejections, ending });
}

interface Sent {
  readonly catalogue: Catalogue;
  readonly tally: Tally;
  readonly rejections: ReadonlyMap<number, Rejection>;
  readonly ending: Ending;
}

async function conclude(run: Import, { catalogue, tally, rejections, ending }: Sent): Promise<number> {
  for (const { line, key, outcome, message } of tally.problems)
    await run.notice(describeFault({ line, value: key ?? '', message: `${outcome}: ${message}` }));
  await reject(run, catalogue, rejections);
  await print(run, tally.report());
  if (tally.uncertain > 0)
    await run.notice('Uncertain rows may be in the shop or not. Look each up with products get --sku before sending it again.');
  if (ending && tally.created + tally.uncertain === 0) throw ending;
  if (ending) await run.notice(`Stopped early: ${ending.message}`);
  return tally.created === tally.rows ? 0 : 7;
}

async function reject(run: Import, catalogue: Catalogue, rejections: ReadonlyMap<number, Rejection>): Promise<void> {
  if (run.rejected === undefined || rejections.size === 0) return;
  await writeRejected(catalogue, rejections, await run.context.files.create(run.rejected));
  await run.notice(`${formatCount(rejections.size)} ${rejections.size === 1 ? 'row' : 'rows'} written to ${run.rejected}.`);
}

async function print(run: Import, report: Readonly<Record<string, unknown>>): Promise<void> {
  const { problems: _, ...counts } = report;
  await writeRecord(run.settings.output, { fields: reportFields }, run.settings.output === 'table' ? counts : report, run.target);
}

async function* sendable(catalogue: Catalogue): AsyncGenerator<readonly SendableRow[]> {
  for await (const batch of catalogue.rows()) yield batch.flatMap(({ record, line, values }) => (values ? [{ record, line, values }] : []));
}
