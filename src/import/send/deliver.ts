import { setMaxListeners } from 'node:events';
import type { Connection } from '../../client/connection.ts';
import { listProducts } from '../../client/endpoints/products.ts';
import type { Page } from '../../client/pages.ts';
import { CliError } from '../../errors.ts';
import { type CheckedFile, soundRows } from '../check/check.ts';
import { elsewhereIn, readyRows } from '../check/rows.ts';
import type { Import } from '../import-run.ts';
import { type Journal, openJournal } from '../journal/journal.ts';
import { journalAt } from '../journal/path.ts';
import type { Run } from '../journal/runs.ts';
import { beginSession, type Identity, identityOf, runToContinue } from '../journal/session.ts';
import type { Catalogue } from '../read/catalogue.ts';
import { conclude } from '../report/conclude.ts';
import type { Outputs } from '../report/outputs.ts';
import { type Aside, Tally } from '../report/tally.ts';
import { testLookUp } from './lookup.ts';
import { openDesk } from './open-desk.ts';
import { sendRun } from './send-run.ts';

/** A file that was read, and is checked when that is wanted. */
interface OpenedFile {
  readonly catalogue: Catalogue;
  /** SHA-256 of its bytes. */
  readonly hash: string;
  /** Checks every row. @throws CliError `usage` when rows are faulty */
  readonly check: () => Promise<CheckedFile>;
}

/** Whether the store answers and takes the token, before anything is written. */
export async function probe(connection: Connection): Promise<Page> {
  return await listProducts(connection, { limit: '1' });
}

/** How long requests that are under way may still take after Ctrl-C. */
const grace = 5000;

/** Checks the file, sends it, and reports. Returns the exit code. */
export async function deliver(run: Import, opened: OpenedFile, outputs: Outputs): Promise<number> {
  const { context } = run;
  const abandon = new AbortController();
  // As many requests as are under way listen to it.
  setMaxListeners(0, abandon.signal);
  const endSoon = () => void context.clock.sleep(grace, abandon.signal).then(() => abandon.abort());
  context.interrupted.addEventListener('abort', endSoon, { once: true });
  const connection = await run.connect({ connections: run.pace.concurrency, signal: abandon.signal });
  const identity = identityOf(run, connection.storeId, opened.hash);
  const path = journalAt(run.files.journal, connection.storeId, context);
  const checked = await checkUnlessKnown(run, opened, path, identity);
  await testLookUp(connection, (await probe(connection)).records, context.randomHex);
  const journal = await openJournal(path, { lock: run.pace.waitLock }, context);
  try {
    refuseOtherStore(journal, connection.storeId);
    // Only now: another import may have filled the store while this one waited for it.
    const page = await probe(connection);
    return await sendChecked({
      run,
      catalogue: opened.catalogue,
      checked,
      outputs,
      connection,
      journal,
      page,
      identity,
    });
  } finally {
    abandon.abort();
    journal.close();
  }
}

/** What a journal knows holds for one store: rows of another could neither be settled here nor be taken for done. @throws CliError `usage` */
function refuseOtherStore(journal: Journal, store: string): void {
  const other = journal.runs().find((run) => run.store !== '' && run.store !== store);
  if (other === undefined) return;
  throw new CliError('usage', `The journal ${journal.path} is of another store, ${other.store}.`, {
    field: '--journal',
    hint: 'Give each store a journal of its own. Nothing was sent.',
  });
}

/** The file as it was checked; the run when an earlier part of it checked it and found no fault. */
type Checked = CheckedFile | Run;

async function checkUnlessKnown(
  run: Import,
  { check }: OpenedFile,
  path: string,
  identity: Identity,
): Promise<Checked> {
  if (!(await run.context.files.exists(path))) return await check();
  const journal = await openJournal(path, { lock: 'unlocked' }, run.context);
  try {
    const known = runToContinue(run, journal, identity);
    const isAsked = run.expectRows !== undefined && run.expectRows !== known?.rows;
    return known && known.faulty === 0 && !isAsked ? known : await check();
  } finally {
    journal.close();
  }
}

interface Prepared {
  readonly run: Import;
  readonly catalogue: Catalogue;
  readonly checked: Checked;
  readonly outputs: Outputs;
  readonly connection: Connection;
  readonly journal: Journal;
  /** The first page of the store's products, with the totals. */
  readonly page: Page;
  readonly identity: Identity;
}

async function sendChecked({
  run,
  catalogue,
  checked,
  outputs,
  connection,
  journal,
  page,
  identity,
}: Prepared): Promise<number> {
  const { rows, rejections, faults, keys } = 'run' in checked ? knownRows(checked) : checked;
  const aside = await rowsAside(run, catalogue, checked);
  const session = await beginSession(run, journal, identity, { rows, ...aside });
  const tally = new Tally(rows, aside);
  const ready = () => readyRows(catalogue, { tally, shard: run.shard, faulty: rejections });
  const sending = { run, journal, session, tally, page, ready };
  const { desk, ending } = await sendRun(sending, (done) =>
    openDesk({ run, connection, journal, number: session.run, tally, keys, done }),
  );
  return await conclude({
    ...sending,
    catalogue,
    outputs,
    faults: faults?.kept ?? [],
    faulty: rejections,
    ending,
    desk,
  });
}

/** Of a run that is continued only the numbers of rows matter: its journal has the rest. */
const knownRows = ({ rows }: Run) => ({ rows, rejections: undefined, faults: undefined, keys: undefined });

/** How many rows are not for this run to send. A row that is faulty and another shard's counts as faulty. */
async function rowsAside({ shard }: Import, catalogue: Catalogue, checked: Checked): Promise<Aside> {
  if ('run' in checked) return { faulty: checked.faulty, leftOut: checked.leftOut, elsewhere: checked.elsewhere };
  const elsewhere = shard ? await elsewhereIn(soundRows(catalogue, checked), shard) : 0;
  return { faulty: checked.faultyRows, leftOut: checked.leftOutRows, elsewhere };
}
