import { CliError } from '../../errors.ts';
import { formatSpan } from '../../text/numbers.ts';
import { leavesOut, Sample } from '../compare/list-check.ts';
import type { ImportRun } from '../import-run.ts';
import type { OutcomeDetails } from '../journal/ledger.ts';
import type { RowRecord } from '../journal/rows.ts';
import type { RowState } from '../journal/schema.ts';
import type { Key } from '../read/row.ts';
import { rowCount } from '../report/words.ts';
import { listKeys, storeReader } from './find-in-store.ts';
import { lookUpUntilKnown, noteCreatesThrottled, outcomeOfLookUp, type Settled, settle, settleAt } from './settle.ts';

/**
 * Looks up once more at the end every row that was sent twice (`--verify all`: every row): a slow store may have
 * created both. Nothing is deleted. A row counts as absent only after the settle time.
 */
export async function audit(run: ImportRun): Promise<void> {
  const startedAt = run.clock.elapsed();
  const look = async (rows: readonly RowRecord[]): Promise<void> => {
    const corrected = await Promise.all(rows.map((row) => correctionOf(row, startedAt, run)));
    for (const [at, found] of corrected.entries()) {
      const row = rows[at];
      if (!found || !row) continue;
      const { state, ...details } = found;
      run.ledger.correct(row, state, details);
    }
    run.ledger.flush();
  };
  const rows = sentTwice(run);
  await announceWait(rows, run);
  await look(rows);
  if (run.options.verifyAll) for await (const row of suspects(run)) await look([row]);
}

/** The rows that were sent twice. */
function sentTwice({ journal, id, clock, settleTime, startedAt }: ImportRun): readonly RowRecord[] {
  const ago = clock.elapsed() - startedAt + 2 * settleTime.current;
  return journal.sentTwice(id, journal.sentAgainSince(journal.now() - Math.ceil(ago), id));
}

/**
 * When the settle time of a row is over that was sent again after 429. Attempts of earlier imports ended before this
 * one began.
 */
const dueOf = ({ record, state }: RowRecord, { throttled, continued, startedAt, settleTime }: ImportRun): number =>
  settleTime.current +
  (throttled.get(record) ?? (continued || state === 'existing' ? startedAt : Number.NEGATIVE_INFINITY));

async function announceWait(rows: readonly RowRecord[], run: ImportRun): Promise<void> {
  const waits = rows.map((row) => dueOf(row, run) - run.clock.elapsed()).filter((wait) => wait > 0);
  if (waits.length === 0) return;
  await run.options.hint(
    `Looking up ${rowCount(waits.length)} once more (up to ${formatSpan(Math.max(...waits))}): sent again after 429, and some stores create what they refuse so.`,
  );
}

interface Correction extends OutcomeDetails {
  readonly state: RowState;
}

async function correctionOf(row: RowRecord, startedAt: number, run: ImportRun): Promise<Correction | undefined> {
  const settled = await lookAgain(row, startedAt, run);
  if (settled.kind === 'duplicate' && run.throttled.has(row.record)) noteCreatesThrottled(run);
  if (settled.kind === 'duplicate') return outcomeOfLookUp(settled);
  // A row that could not be looked up is not verified: a rerun looks it up again.
  if (settled.kind === 'unknown') run.stopper.stop(unverified(row, settled.message));
  if (settled.kind === 'refused') return uncertain(row, `created, but could not be verified: ${settled.message}`);
  if (settled.kind !== 'absent' && settled.kind !== 'near') return undefined;
  return uncertain(row, 'created, but no longer found in the store');
}

const uncertain = ({ product }: RowRecord, message: string): Correction => ({
  state: 'uncertain',
  product: product ?? undefined,
  message,
});

const unverified = ({ line }: RowRecord, why: string): CliError =>
  new CliError('import-stopped', `Could not verify line ${line}: ${why}`, {
    hint: 'All rows were sent. Rerun the command to verify them again.',
  });

/** If the store shows another product than it answered with, that one may still appear: the row is then a duplicate. */
async function lookAgain(row: RowRecord, startedAt: number, run: ImportRun): Promise<Settled> {
  const first = await settleAt(row.key, () => dueOf(row, run), run);
  const settled = first.kind === 'absent' ? await settle(row.key, startedAt, run) : first;
  if (settled.kind !== 'found' || row.product === null || row.product === settled.productId) return settled;
  await run.clock.sleep(run.settleTime.current, run.stopper.signal);
  return await lookUpUntilKnown(row.key, run);
}

/**
 * The rows that should be in the store, but are missing from its list or in it more than once: all of them where the list
 * leaves products out.
 */
async function* suspects(run: ImportRun): AsyncGenerator<RowRecord> {
  const reader = storeReader(run);
  const listed = await listKeys(reader);
  if (!listed)
    throw new CliError('refused', '--verify all failed: the list of products changed while it was read.', {
      retryable: true,
    });
  const lacking = new Sample<Key>(reader.connection.random);
  for (const { key } of inStore(run)) if (!listed.has(key)) lacking.add(key);
  const isPartial = await leavesOut(listed.ids, lacking.isWhole ? [] : lacking.rows, reader);
  for (const row of inStore(run)) if (isPartial || listed.isDuplicate(row.key) || !listed.has(row.key)) yield row;
}

function* inStore({ journal, id }: ImportRun): Generator<RowRecord> {
  for (const row of journal.rows(id)) if (row.state === 'created' || row.state === 'existing') yield row;
}
