import { CliError } from '../../errors.ts';
import { formatCount, formatSpan } from '../../text/numbers.ts';
import { lookUpUntilKnown, settle, settleAt } from '../evidence/search.ts';
import type { Settled } from '../evidence/settled.ts';
import { keysSentAgainSince, rowsSentTwice, rowsWithOneProduct } from '../journal/earlier-rows.ts';
import type { Ledger } from '../journal/ledger.ts';
import { type RowRecord, rowPages } from '../journal/rows.ts';
import { foldedText, type Key } from '../map/key.ts';
import { listProductsOf } from '../march/list-store.ts';
import { ListedProducts } from '../march/listed-products.ts';
import { firstProducts, recordCount } from '../march/lookup.ts';
import { maxSampled } from '../march/store-test.ts';
import type { ImportOptions } from '../options.ts';
import type { RowState } from '../rows/states.ts';
import { rowCount } from '../words/counts.ts';
import { judge } from './next.ts';
import { type Outcome, outcomeOfShared, outcomeOfUnsendable } from './outcome.ts';
import { type CheckedRun, isListedRun, type Listed } from './run-parts.ts';

/**
 * Looks up once more at the end every row that was sent twice: a slow store may have created both. Every row that was
 * created, where the store has more or fewer products than this run explains: somebody else may have created the same
 * keys, or the store lost some (`--verify all`: every row). Nothing is deleted. A row counts as absent only after the
 * settle time.
 * @param before how many products the store had without those that this run created; undefined where it does not say
 */
export async function audit(run: CheckedRun, before: number | undefined): Promise<void> {
  const startedAt = run.store.clock.elapsed();
  const merged = blockMerged(run);
  if (!isListedRun(run)) {
    await nameOthers(run, startedAt);
    return blockDoubtful(run);
  }
  const look = async (rows: readonly RowRecord[], due: Look['due']): Promise<void> => {
    const corrected = await Promise.all(rows.map((row) => auditRow(row, { startedAt, due }, run)));
    for (const [at, found] of corrected.entries()) {
      const row = rows[at];
      if (!found || !row) continue;
      const { state, ...details } = found;
      run.ledger.correct(row, state, details);
    }
    run.ledger.flush();
  };
  const rows = sentTwice(run).filter((row) => !isVerified(row, run));
  await announceWait(rows, run);
  // The last ones show after the index lag: a look-up in vain costs five seconds, or the settle time.
  await look(rows, (row) => Math.max(dueOf(row, run), startedAt + run.store.settleTime.lag));
  const expected = before === undefined ? undefined : before + run.ledger.tally.count('created') + merged;
  const isSuspicious = (await isMiscounted(expected, startedAt, run)) || run.options.verifyAll;
  // None of these was sent twice a moment ago: only a row that is absent is worth a wait.
  for await (const suspected of isSuspicious ? suspects(run) : []) await look(suspected, () => startedAt);
  if (run.options.verifyAll && !run.store.stopper.signal.aborted) await announceVerified(run.options, run.ledger);
}

async function announceVerified(options: ImportOptions, { tally }: Ledger): Promise<void> {
  const verified = tally.count('created') + tally.count('existing');
  if (verified > 0) await options.hint(`Verified ${rowCount(verified)}: the store has each exactly once.`);
}

/**
 * Rows that the store answered with one ID: it has merged them, as some do by EAN. Which of them it has is not known, and
 * one that is sent again would change the product. Returns how many products they are that did not exist before.
 */
function blockMerged({ ledger }: CheckedRun): number {
  const groups = new Map<string | undefined, RowRecord[]>();
  for (const row of rowsWithOneProduct(ledger.journal, ledger.run.id)) {
    const group = groups.get(row.recordId);
    if (group) group.push(row);
    else groups.set(row.recordId, [row]);
  }
  for (const group of groups.values()) {
    for (const row of group) {
      const { state, ...details } = outcomeOfShared(row, group);
      ledger.correct(row, state, details);
    }
  }
  ledger.flush();
  return [...groups.values()].filter((group) => group.every(({ state }) => state === 'created')).length;
}

/** Rows that were sent again because the store did not show them, and that it shows now more than once. */
async function nameOthers({ ledger, store }: CheckedRun, since: number): Promise<void> {
  const { rowLookUp } = store;
  if (!rowLookUp) return;
  const rows = rowsSentTwice(ledger.journal, ledger.run.id, []);
  const others = await Promise.all(rows.map((row) => rowLookUp.others(row, since)));
  for (const [at, row] of rows.entries()) {
    const ids = others[at] ?? [];
    if (ids.length === 0 || row.recordId === undefined) continue;
    const { state, ...details } = outcomeOfUnsendable({ kind: 'duplicate', recordIds: [row.recordId, ...ids] });
    ledger.correct(row, state, details);
  }
  ledger.flush();
}

/** Rows that were sent again because IDs were missing, in a store whose IDs turned out to show nothing. */
function blockDoubtful({ ledger, store }: CheckedRun): void {
  const doubt = store.rowLookUp?.doubt;
  if (doubt === undefined) return;
  const message = `sent more than once, and it may exist more than once: ${doubt}`;
  for (const row of rowsSentTwice(ledger.journal, ledger.run.id, []))
    ledger.correct(row, 'blocked', { recordId: row.recordId, message, evidence: 'none' });
  ledger.flush();
}

/**
 * Whether the store has more or fewer products than it should. One request, when the store has had time to count what was
 * created last; none where the run created nothing.
 */
async function isMiscounted(
  expected: number | undefined,
  createdUntil: number,
  run: CheckedRun & Listed,
): Promise<boolean> {
  if (run.ledger.tally.count('created') === 0 || expected === undefined) return false;
  await waitForCount(createdUntil, run);
  const found = recordCount(await run.store.read(() => firstProducts(run.store)));
  if (found === undefined || found === expected) return false;
  const more = found - expected;
  const { notice, warn } = run.options;
  if (more < 0) await warn(fewerThanCreated(-more, run));
  else if (run.checked.isShard) await notice(moreThanShard(more, run));
  else await warn(moreThanCreated(more, run));
  return true;
}

/** An import elsewhere may have created the same keys a moment ago: its products are counted after the index lag. */
async function waitForCount(createdUntil: number, { options, store }: CheckedRun): Promise<void> {
  const { clock, settleTime, stopper } = store;
  const left = (): number => createdUntil + settleTime.beforeCount - clock.elapsed();
  if (left() > longestSilentWait)
    await options.hint(
      `Waiting ${formatSpan(left())} before counting: the store shows new ${store.noun.names[1]} late.`,
    );
  while (left() > 0 && !stopper.signal.aborted) {
    const { measured } = settleTime;
    // Once the settle time is known, the wait is another.
    await clock.sleep(left(), measured.aborted ? stopper.signal : AbortSignal.any([stopper.signal, measured]));
  }
}

/** A longer wait without a word would look like a crash. In milliseconds. */
const longestSilentWait = 2000;

const moreProducts = (more: number, { store: { noun } }: CheckedRun): string =>
  `${formatCount(more)} more ${noun.names[more === 1 ? 0 : 1]}`;

const moreThanShard = (more: number, run: CheckedRun): string =>
  `The store has ${moreProducts(more, run)} than this shard created: other shards may have created them. Looking up again what was created.`;

const moreThanCreated = (more: number, run: CheckedRun): string =>
  `the store has ${moreProducts(more, run)} than this import counted as created. Another import may have created the same, or the store what it refused. Looking up again what was created.`;

const fewerThanCreated = (fewer: number, { store: { noun } }: CheckedRun): string =>
  `the store has ${formatCount(fewer)} fewer ${noun.names[fewer === 1 ? 0 : 1]} than this import counted as created. It may have lost or merged some, or somebody deleted others. Looking up again what was created.`;

/** Whether a row was looked up while others were sent, as it is, and late enough for the settle time as it is now. */
function isVerified(row: RowRecord, run: CheckedRun): boolean {
  const seen = run.ledger.sentAgain.get(row.record)?.seen;
  return seen !== undefined && seen.recordId === row.recordId && seen.at >= dueOf(row, run);
}

/** The rows that were sent twice. */
function sentTwice({ ledger: { journal, run }, store }: CheckedRun): readonly RowRecord[] {
  const since = Math.floor(journal.openedAt - 2 * store.settleTime.current);
  return rowsSentTwice(journal, run.id, keysSentAgainSince(journal, since, run));
}

/**
 * When the settle time of a row is over that was sent again after 429. Attempts of earlier imports ended before this
 * one began.
 */
const dueOf = ({ record, state }: RowRecord, { ledger: { sentAgain, run }, store }: CheckedRun): number =>
  store.settleTime.current +
  (sentAgain.get(record)?.endedAt ??
    (run.continued || state === 'existing' ? run.startedAt : Number.NEGATIVE_INFINITY));

async function announceWait(rows: readonly RowRecord[], run: CheckedRun): Promise<void> {
  const waits = rows.map((row) => dueOf(row, run) - run.store.clock.elapsed()).filter((wait) => wait > 0);
  if (waits.length === 0) return;
  await run.options.hint(
    `Looking up ${rowCount(waits.length)} once more (up to ${formatSpan(Math.max(...waits))}): they were sent again after 429, and some stores create what they answer with 429.`,
  );
}

interface Look {
  /** When the audit began. */
  readonly startedAt: number;
  /** When a row is looked up first. */
  readonly due: (row: RowRecord) => number;
}

async function auditRow(row: RowRecord, look: Look, run: CheckedRun): Promise<Outcome | undefined> {
  const settled = await lookOnceMore(row, look, run);
  // A row that could not be looked up is not verified: a rerun looks it up again.
  if (settled.kind === 'unknown') run.store.stopper.stop(unverified(row, settled.message));
  const action = judge({ row: 'in store', recordId: row.recordId }, settled);
  return action.do === 'finish' ? action.outcome : undefined;
}

const unverified = ({ line }: RowRecord, why: string): CliError =>
  new CliError('import-stopped', `Could not verify line ${line}: ${why}`, {
    hint: 'All rows were sent. Rerun the command to verify them again.',
  });

/** If the store shows another product than it answered with, that one may still appear: the row is then a duplicate. */
async function lookOnceMore(row: RowRecord, { startedAt, due }: Look, run: CheckedRun): Promise<Settled> {
  const first = await settleAt(row.key, () => due(row), run.store);
  const settled = first.kind === 'absent' ? await settle(row.key, startedAt, run.store) : first;
  if (settled.kind !== 'found' || row.recordId === undefined || row.recordId === settled.recordId) return settled;
  await run.store.clock.sleep(run.store.settleTime.current, run.store.stopper.signal);
  return await lookUpUntilKnown(row.key, run.store);
}

/** Look-ups at a time. */
const maxLookUps = 64;

/** The rows that may be missing from the store, or in it more than once: it may show only the product of somebody else yet. */
async function* suspects(run: CheckedRun & Listed): AsyncGenerator<readonly RowRecord[]> {
  const listed = await reliableList(run);
  for (const page of inStore(run)) {
    const ids = listed && idsListed(keysOf(page), listed);
    const rows = ids ? page.filter(({ recordId }, at) => ids[at]?.length !== 1 || ids[at][0] !== recordId) : page;
    for (let at = 0; at < rows.length; at += maxLookUps) yield rows.slice(at, at + maxLookUps);
  }
}

/** The list of the store, which shows the suspects; undefined where look-ups are cheaper, or where it cannot be relied on. */
async function reliableList(run: CheckedRun & Listed): Promise<ListedProducts | undefined> {
  if (run.store.tested.isListPartial) return undefined;
  const reader = { ...run.store, mayGrow: true };
  const { connection, read } = reader;
  const products = recordCount(await read(() => firstProducts(reader)));
  const rows = statesInStore(run).reduce((sum, state) => sum + run.ledger.tally.count(state), 0);
  if (products !== undefined && rows <= products / connection.pageSize) return undefined;
  const listed = await listProductsOf(run.checked.keys, { ...reader, fields: [] });
  if (!(listed instanceof ListedProducts)) return undefined;
  const lacking: Key[] = [];
  for (const page of inStore(run)) {
    const ids = idsListed(keysOf(page), listed);
    lacking.push(...keysOf(page).filter((_, at) => ids[at]?.length === 0));
    if (lacking.length > maxSampled) break;
  }
  // So few are looked up in any case.
  const sampled = lacking.length <= maxSampled ? [] : lacking;
  return (await reader.tested.leavesOut(listed.ids, sampled, reader)) ? undefined : listed;
}

/** The products that the list has under exactly each of these keys. */
const idsListed = (keys: readonly Key[], listed: ListedProducts): readonly (readonly string[])[] =>
  listed
    .under(keys.map(foldedText))
    .map((products, at) => products.flatMap(({ code, id }) => (code === keys[at]?.code ? [id] : [])));

const keysOf = (rows: readonly RowRecord[]): readonly Key[] => rows.map(({ key }) => key);

/** A page of rows at a time. */
function* inStore(run: CheckedRun): Generator<readonly RowRecord[]> {
  const states = statesInStore(run);
  for (const page of rowPages(run.ledger.journal, run.ledger.run.id))
    yield page.filter(({ state }) => states.includes(state));
}

/** Only `--verify all` distrusts rows that existed before. */
const statesInStore = ({ options }: CheckedRun): readonly RowState[] =>
  options.verifyAll ? ['created', 'existing'] : ['created'];
