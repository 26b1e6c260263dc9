import type { Connection } from '../client/connection.ts';
import { abandonAfterInterrupt } from '../pace/grace.ts';
import { acceptFile } from './accept-file.ts';
import { openPacedStore } from './deliver/paced-store.ts';
import type { StoreList } from './deliver/run-parts.ts';
import { type ImportRun, sendRun } from './deliver/send-run.ts';
import { fieldBefore, warnOfFewerRows } from './feed-before.ts';
import { warnOfFirstImport } from './first-import.ts';
import { identityOf, refuseUsedPlan } from './identity.ts';
import { beginRun, createdBy, type Identity, runToContinue, type StartedRun } from './journal/begin-run.ts';
import { noteInvalidRows } from './journal/invalid-rows.ts';
import { closedAfter, type Journal, openJournal } from './journal/journal.ts';
import { keepSecret } from './journal/key-secret.ts';
import { KnownRecords } from './journal/known-records.ts';
import { Ledger } from './journal/ledger.ts';
import { lockStore, whileAsking } from './journal/lock.ts';
import { fileRowsOf } from './journal/rows.ts';
import { beginPart, forgetUntried, nextRun, type RunRecord, refuseJournalOfOtherStore } from './journal/runs.ts';
import { recountedText } from './journal/seals.ts';
import { Tally } from './journal/tally.ts';
import { factsOfRow } from './march/facts.ts';
import { fingerprintOf } from './march/fingerprint.ts';
import { personHash } from './march/person-hash.ts';
import { StoreTest } from './march/store-test.ts';
import type { ImportOptions, Remembered } from './options.ts';
import { tellChangedPeople } from './people-changes.ts';
import { conclude, reportRefused } from './report/conclude.ts';
import type { OpenedFile } from './report/output-files.ts';
import { type CheckedFile, countToSend } from './rows/check.ts';
import { OtherRows } from './rows/insertion.ts';
import { tellStopping } from './stopping.ts';
import { listOf } from './store-list.ts';
import { refusalOfWarnings } from './words/file-refusal.ts';
import { Progress } from './words/progress.ts';

/** The `Date` header of a reply (RFC 9110, section 6.6.1) has whole seconds, and its reply takes its time. In milliseconds. */
const clockTolerance = 5000;

/**
 * Checks the file, sends its rows and reports. Returns the exit code. The locks are taken first: the rows of the file are
 * beside those of the journal.
 */
export async function importIntoStore(options: ImportOptions, opened: OpenedFile): Promise<number> {
  const { context, pace } = options;
  const { journal: path = '' } = options.files;
  const abandon = abandonAfterInterrupt(context);
  const connected = await options.connect({ connections: pace.concurrency, signal: abandon.signal });
  const storeLock = await lockStore({ store: connected.storeId, shard: options.shard }, pace.waitLock, context);
  try {
    const opening = openJournal(path, { lock: pace.waitLock, storeLock }, context);
    return await closedAfter(await opening, async (journal) => {
      refuseJournalOfOtherStore(journal, connected.storeId);
      const recounted = recountedText(journal.recounted);
      if (recounted !== undefined) await options.notice(recounted);
      await keepSecret(journal, options.noun, options.secret, context);
      const remembered = await options.remembered?.(connected);
      return await checkAndSend({ options, opened, journal, remembered }, connected).finally(() => {
        abandon.abort();
        remembered?.close();
      });
    });
  } finally {
    storeLock.release();
  }
}

async function checkAndSend(file: FileCheck, connected: Connection): Promise<number> {
  const { options, opened, journal, remembered } = file;
  const { context, restart, hint, plan } = options;
  const identity = identityOf(options, connected.storeId, opened.hash);
  const { checked, continued, candidateIds } = await checkToSend(file, identity);
  let clockDiffers = true;
  const connection = {
    ...connected,
    onDate: (date: string) => {
      const ahead = Date.parse(date) - journal.now();
      clockDiffers = !(Math.abs(ahead) <= clockTolerance);
      // A reply may be slow, and a time in the future counts as just now: only a clock that is late makes an attempt old.
      if (ahead > clockTolerance) journal.noteClockDiffers();
    },
  };
  // Before anything is sent, no answer is worth a wait after Ctrl-C.
  const tested = new StoreTest(context);
  const list = await listOf(options, { ...connection, signal: context.interrupted }, tested);
  const isAgreed = continued !== undefined || plan !== undefined;
  await warnOfFirstImport(options, journal, connection.storeId);
  await tellChangedPeople(options, journal);
  const refusal = refusalOfWarnings(options, checked);
  if (refusal) await reportRefused(options, checked, refusal, opened.outputs);
  const toSend = { rows: countToSend(checked.rows, checked.unsendable), free: checked.free.forSale.size };
  const confirm = () => options.confirmWrites(toSend, isAgreed);
  await (context.stdin.isTerminal ? whileAsking(connected.storeId, context, confirm) : confirm());
  if (plan) await refuseUsedPlan(plan, journal, identity);
  const counts = { rows: checked.rows, ...checked.unsendable };
  const started = await beginRun(journal, identity, counts, { continued, restart, clock: context.clock, hint });
  noteInvalidRows(journal, started.id, checked.faults.listed);
  beginPart(journal, started.id, { clockDiffers });
  const run = openRun({ options, checked, candidateIds, journal, remembered, connection, tested, list }, started);
  const tell = () => void tellStopping(options, run.progress);
  context.interrupted.addEventListener('abort', tell, { once: true });
  await sendRun(run);
  context.interrupted.removeEventListener('abort', tell);
  return await conclude(run, opened.outputs);
}

interface CheckedToSend {
  readonly checked: CheckedFile;
  /** The run that is continued. */
  readonly continued: RunRecord | undefined;
  /** The IDs of those who may be the row, by record. */
  readonly candidateIds: CandidateIds;
}

type CandidateIds = ReadonlyMap<number, readonly string[]>;

/** What is checked, and by what it is compared. */
interface FileCheck {
  readonly options: ImportOptions;
  readonly opened: OpenedFile;
  readonly journal: Journal;
  readonly remembered: Remembered | undefined;
}

/**
 * Checks the file, and adds its rows to the journal: to the run that is continued, or else to the next one. They are on disk
 * once the run begins.
 */
async function checkToSend(checking: FileCheck, identity: Identity): Promise<CheckedToSend> {
  const { options, journal } = checking;
  const unfinished = runToContinue(journal, identity, options);
  if (!unfinished) return { ...(await checkFor(undefined, checking)), continued: undefined };
  try {
    return { ...(await checkFor(unfinished, checking)), continued: unfinished };
  } catch (error) {
    // Versions that counted blank rows, or read a code otherwise, noted other rows: what they say is not of these.
    if (!(error instanceof OtherRows)) throw error;
    forgetUntried(journal, unfinished.run);
    return { ...(await checkFor(undefined, checking)), continued: undefined };
  }
}

/**
 * Notes what the rows state: the next import of the feed recognises them by it. Of rows that were created already only
 * the key counts. @throws OtherRows
 */
async function checkFor(
  continued: RunRecord | undefined,
  { options, opened, journal, remembered }: FileCheck,
): Promise<Omit<CheckedToSend, 'continued'>> {
  const candidateIds = new Map<number, readonly string[]>();
  const { noun, settings } = options;
  const created = continued && createdBy(journal, continued.run);
  const kept = [...noun.recognised, ...noun.ofFeed, ...noun.key];
  const use = {
    ...options,
    fieldBefore: (field: string) => fieldBefore(options, { journal, hash: opened.hash, field }),
  };
  const { checked, refusal } = await acceptFile(use, opened.catalogue, {
    keys: fileRowsOf(journal, continued?.run ?? nextRun(journal)),
    stateRow({ record, stated }) {
      if (created?.has(record)) return undefined;
      const facts = factsOfRow(noun, stated);
      // What a person is called is in no journal: nothing is compared there.
      if (noun.hashKey) {
        const ids = remembered?.idsOf(stated) ?? [];
        if (ids.length > 0) candidateIds.set(record, ids);
        return { ofPerson: personHash(noun, facts) };
      }
      const states = Object.fromEntries(kept.map((field) => [field, facts[field]]));
      return { states, fingerprint: fingerprintOf(noun, facts, stated, settings.language) };
    },
  });
  if (refusal) await reportRefused(options, checked, refusal, opened.outputs);
  await warnOfFewerRows(options, { journal, hash: opened.hash, rows: checked.rows });
  return { checked, candidateIds };
}

interface RunParts {
  readonly options: ImportOptions;
  readonly checked: CheckedFile;
  readonly candidateIds: CandidateIds;
  readonly journal: Journal;
  readonly remembered: Remembered | undefined;
  readonly connection: Connection;
  readonly tested: StoreTest;
  readonly list: StoreList | undefined;
}

function openRun(parts: RunParts, started: StartedRun): ImportRun {
  const { options, checked, candidateIds, journal, remembered, connection, tested, list } = parts;
  const { rows, unsendable } = checked;
  const { store, limiter } = openPacedStore({
    options,
    connection,
    tested,
    journal,
    id: started.id,
    checked,
    remembered,
    onListed: (count) => {
      progress.listed = count;
    },
  });
  const tally = new Tally(rows, unsendable);
  // What an earlier part of the run found, without its names.
  const gone = started.continued?.gone;
  if (typeof gone === 'number') tally.gone = { count: gone, first: [] };
  const ledger = new Ledger({ journal, run: started, tally }, () => progress.show());
  const { requests, settleTime } = store;
  const progress = new Progress({ options, ledger, limiter, requests, settleTime });
  const knownRecords = new KnownRecords(journal, options.noun.names[1], started.id);
  return { options, checked, candidateIds, list, ledger, knownRecords, store, progress };
}
