import { CliError } from '../../errors.ts';
import { formatCount, formatSpan } from '../../text/numbers.ts';
import { waitUntil } from '../evidence/look-times.ts';
import type { Look } from '../evidence/row-look-up.ts';
import { keysSentAgainSince, rowsSentTwice, rowsWithOneProduct } from '../journal/earlier-rows.ts';
import type { Ledger } from '../journal/ledger.ts';
import type { RowRecord } from '../journal/rows.ts';
import { firstProducts, recordCount } from '../march/lookup.ts';
import type { ImportOptions } from '../options.ts';
import { rowCount } from '../words/counts.ts';
import { judge } from './next.ts';
import { type Outcome, outcomeOfShared } from './outcome.ts';
import type { CheckedRun } from './run-parts.ts';
import { suspects } from './suspects.ts';

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
  await lookOnceMore(sentTwice(run), startedAt, run);
  const expected = before === undefined ? undefined : before + run.ledger.tally.count('created') + merged;
  const isSuspicious = (await isMiscounted(expected, startedAt, run)) || run.options.verifyAll;
  // None of these was sent twice a moment ago: only a row that is absent is worth a wait.
  const look = { why: 'audit', startedAt, due: () => startedAt, onLook: () => undefined } as const;
  for await (const rows of isSuspicious ? suspects(run) : []) await verifyRows(rows, () => look, run);
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

/**
 * Whether the store has more or fewer products than it should. One request, when the store has had time to count what was
 * created last; none where the run created nothing.
 */
async function isMiscounted(expected: number | undefined, createdUntil: number, run: CheckedRun): Promise<boolean> {
  const { list, store } = run;
  if (!list || run.ledger.tally.count('created') === 0 || expected === undefined) return false;
  await waitForCount(createdUntil, run);
  const found = recordCount(await store.read(() => firstProducts({ ...store, noun: list.noun })));
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
  const due = (): number => createdUntil + settleTime.beforeCount;
  const left = due() - clock.elapsed();
  if (left > longestSilentWait)
    await options.hint(`Waiting ${formatSpan(left)} before counting: the store shows new ${store.noun.names[1]} late.`);
  // Once the settle time is known, the wait is another.
  await waitUntil(due, { clock, stopped: stopper.signal }, settleTime.measured);
}

/** A longer wait without a word would look like a crash. In milliseconds. */
const longestSilentWait = 2000;

const moreProducts = (more: number, { store: { noun } }: CheckedRun): string =>
  `${formatCount(more)} more ${noun.names[more === 1 ? 0 : 1]}`;

const moreThanShard = (more: number, run: CheckedRun): string =>
  `The store has ${moreProducts(more, run)} than this shard created: other shards may have created them. Looking up all created rows again.`;

const moreThanCreated = (more: number, run: CheckedRun): string =>
  `the store has ${moreProducts(more, run)} than this import counted as created. Another import may have created the same, or the store may have created what it refused. Looking up all created rows again.`;

const fewerThanCreated = (fewer: number, { store: { noun } }: CheckedRun): string =>
  `the store has ${formatCount(fewer)} fewer ${noun.names[fewer === 1 ? 0 : 1]} than this import counted as created. It may have lost or merged some, or someone deleted others. Looking up all created rows again.`;

/** Whether a row was looked up while others were sent, as it is, and late enough for the settle time as it is now. */
function isVerified(row: RowRecord, run: CheckedRun): boolean {
  const seen = run.ledger.sentAgain.get(row.record)?.seen;
  return seen !== undefined && seen.recordId === row.recordId && seen.at >= dueOf(row, run);
}

/** The rows that were sent twice, and not looked up since. */
function sentTwice(run: CheckedRun): readonly RowRecord[] {
  const { ledger, store } = run;
  const { journal } = ledger;
  const since = Math.floor(journal.openedAt - 2 * store.settleTime.current);
  const rows = rowsSentTwice(journal, ledger.run.id, keysSentAgainSince(journal, since, ledger.run));
  return rows.filter((row) => !isVerified(row, run));
}

/**
 * When the settle time of a row is over that was sent again after 429. Attempts of earlier imports ended before this
 * one began.
 */
const dueOf = ({ record, state }: RowRecord, { ledger: { sentAgain, run }, store }: CheckedRun): number =>
  store.settleTime.current +
  (sentAgain.get(record)?.endedAt ??
    (run.continued || state === 'existing' ? run.startedAt : Number.NEGATIVE_INFINITY));

/** Looks rows up that were sent twice. The last ones show after the index lag: a look-up in vain costs the settle time. */
async function lookOnceMore(rows: readonly RowRecord[], startedAt: number, run: CheckedRun): Promise<void> {
  const { clock, settleTime } = run.store;
  const waits: number[] = [];
  const lookAt = (row: RowRecord): AuditLook => ({
    why: 'audit',
    startedAt,
    due: () => Math.max(dueOf(row, run), startedAt + settleTime.lag),
    onLook: () => waits.push(dueOf(row, run) - clock.elapsed()),
  });
  const verifying = verifyRows(rows, lookAt, run);
  const later = waits.filter((wait) => wait > 0);
  await Promise.all([verifying, later.length > 0 && run.options.hint(lookedUpAgain(later))]);
}

const lookedUpAgain = (waits: readonly number[]): string =>
  `Looking up ${rowCount(waits.length)} once more (up to ${formatSpan(Math.max(...waits))}): they were sent again after 429, and some stores create what they answer with 429.`;

type AuditLook = Extract<Look, { readonly why: 'audit' }>;

/** Corrects what became of rows by what the store has for them now. */
async function verifyRows(
  rows: readonly RowRecord[],
  lookAt: (row: RowRecord) => AuditLook,
  run: CheckedRun,
): Promise<void> {
  const outcomes = await Promise.all(rows.map((row) => verified(row, lookAt(row), run)));
  for (const [at, outcome] of outcomes.entries()) {
    const row = rows[at];
    if (!outcome || !row) continue;
    const { state, ...details } = outcome;
    run.ledger.correct(row, state, details);
  }
  run.ledger.flush();
}

async function verified(row: RowRecord, look: AuditLook, { store }: CheckedRun): Promise<Outcome | undefined> {
  const settled = await store.rowLookUp.verify(row, look);
  // A row that could not be looked up is not verified: a rerun looks it up again.
  if (settled.kind === 'unknown') store.stopper.stop(unverified(row, settled.message));
  const action = judge({ row: 'in store', recordId: row.recordId }, settled);
  return action.do === 'finish' ? action.outcome : undefined;
}

const unverified = ({ line }: RowRecord, why: string): CliError =>
  new CliError('import-stopped', `Could not verify line ${line}: ${why}`, {
    hint: 'All rows were sent. Rerun the command to verify them again.',
  });
