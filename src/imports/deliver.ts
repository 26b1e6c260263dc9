import { resolve } from 'node:path';
import type { Connection } from '../client/connection.ts';
import type { Page } from '../client/pages.ts';
import { listProducts } from '../client/products.ts';
import type { FileWriter } from '../context.ts';
import { exitCodes } from '../errors.ts';
import type { Catalogue } from '../input/csv/catalogue.ts';
import { formatCount } from '../text/numbers.ts';
import type { CheckedFile } from './check.ts';
import { existingKeys, type IsThere, refuseExisting, withoutExisting } from './existing.ts';
import type { Import } from './import.ts';
import { type Journal, journalPath, openJournal } from './journal.ts';
import { testLookUp } from './lookup.ts';
import { createProgress } from './progress.ts';
import type { Rejection } from './rejected.ts';
import { Tally } from './report.ts';
import { print, reject } from './results.ts';
import type { Ending, Outcome, RowOutcome, SendableRow } from './send.ts';
import { sendSafely, settleEarlier } from './sending.ts';
import { describeFault, howManyRows } from './words.ts';

/** Whether the store answers and takes the token, before anything is written. */
export async function probe(connection: Connection): Promise<Page> {
  return await listProducts(connection, { limit: '1' });
}

/** How long requests that are under way may still take after Ctrl-C. */
const grace = 5000;

/** Sends the checked file, and reports. Returns the exit code. */
export async function deliver(run: Import, catalogue: Catalogue, checked: CheckedFile, file: FileWriter | undefined): Promise<number> {
  const { context } = run;
  const abandon = new AbortController();
  const endSoon = () => void context.clock.sleep(grace, abandon.signal).then(() => abandon.abort());
  context.interrupted.addEventListener('abort', endSoon, { once: true });
  const connection = await run.connect({ connections: run.concurrency, signal: abandon.signal });
  const page = await probe(connection);
  const path = run.journal === undefined ? journalPath(connection.storeId, context) : resolve(context.cwd, run.journal);
  const journal = await openJournal(path, run.settle, context);
  try {
    return await sendWith({ run, catalogue, checked, file, connection, journal, page });
  } finally {
    abandon.abort();
    journal.close();
  }
}

interface Prepared {
  readonly run: Import;
  readonly catalogue: Catalogue;
  readonly checked: CheckedFile;
  readonly file: FileWriter | undefined;
  readonly connection: Connection;
  readonly journal: Journal;
  /** The first page of the store's products, with the totals. */
  readonly page: Page;
}

async function sendWith({ run, catalogue, checked: { rows }, file, connection, journal, page }: Prepared): Promise<number> {
  const { context, concurrency, settings, notice, settle } = run;
  const { clock, interrupted } = context;
  await testLookUp(connection, page.records, context.randomHex);
  await settleEarlier(journal, { connection, clock, settle, interrupted }, notice);
  const tally = new Tally(rows);
  const rejections = new Map<number, Rejection>();
  const progress = createProgress(context, tally, rows);
  const done = (result: RowOutcome): void => {
    tally.note(result);
    const rejection = rejectionOf(result.outcome);
    if (rejection) rejections.set(result.row.record, rejection);
    progress.show();
  };
  const inStore = await existingKeys(connection, rows, Number(page.totals.numRows));
  // What an earlier run created a moment ago the store may not show yet.
  const isThere: IsThere = async (key) => journal.isRecent(key) || (await inStore(key));
  if (run.onExisting === 'fail') await refuseExisting(sendable(catalogue), isThere);
  const { origin, path } = connection.base;
  await notice(`Sending ${howManyRows(rows)} to ${origin}${path}, ${concurrency} at a time.`);
  const fresh = withoutExisting(sendable(catalogue), { isThere, stuck: journal.stuck(), done });
  const ending = await sendSafely(fresh, {
    connection,
    journal,
    clock,
    concurrency,
    language: settings.language,
    settle,
    interrupted,
    done,
    notice,
  });
  await progress.end();
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
  if (tally.notSent > 0) return exitCodes['import-stopped'];
  return tally.created + tally.existing === tally.rows ? 0 : exitCodes['import-incomplete'];
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
    await run.notice(`From line ${formatCount(line)} on nothing was sent. The same command continues: rows that are there are skipped.`);
  }
}

async function* sendable(catalogue: Catalogue): AsyncGenerator<readonly SendableRow[]> {
  for await (const batch of catalogue.rows()) {
    yield batch.flatMap(({ record, line, values }) => (values ? [{ record, line, values }] : []));
  }
}
