import type { Prepared, RowLookUp } from '../evidence/row-look-up.ts';
import type { Attempts } from '../journal/attempts.ts';
import { noteRows } from '../journal/rows.ts';
import { keyText, type SendableRow } from '../map/key.ts';
import { type Action, judge } from './next.ts';
import type { Delivery } from './run-parts.ts';

/** A row that was sent before, by this run or another, and whose outcome is not known. */
export interface SentBefore {
  readonly row: SendableRow;
  readonly attempts: Attempts;
}

/** What is done with rows that are not just sent. */
interface NotJustSent {
  /** Looks a row up that was sent before. */
  readonly takeUp: (sent: SentBefore) => void;
  /** Acts on what follows for a row that is not sent. */
  readonly act: (row: SendableRow, action: Action) => void;
}

/**
 * The rows that were not sent before, as they are sent. The last one comes alone, when all others were answered or have
 * waited for their settle time: its ID is above all that they can have got.
 * @throws CliError when the store does not answer; Stopped
 */
export async function* rowsNeverSent(
  rows: AsyncIterable<readonly SendableRow[]>,
  lookUp: RowLookUp,
  others: NotJustSent,
): AsyncGenerator<readonly SendableRow[]> {
  let last: SendableRow | undefined;
  let count = 0;
  for await (const batch of rows) {
    const fresh = [...(last ? [last] : []), ...(await freshRows(batch, lookUp, others))];
    last = fresh.pop();
    count += fresh.length;
    yield fresh;
  }
  if (last === undefined) return;
  await lookUp.whenLast(count);
  yield [last];
}

async function freshRows(
  batch: readonly SendableRow[],
  lookUp: RowLookUp,
  { takeUp, act }: NotJustSent,
): Promise<readonly SendableRow[]> {
  const fresh: SendableRow[] = [];
  for (const { row, attempts, ready } of await Promise.all(batch.map((each) => prepare(each, lookUp)))) {
    if (!('row' in ready)) act(row, afterPreparing(ready));
    else if (attempts) takeUp({ row: ready.row, attempts });
    else fresh.push(ready.row);
  }
  return fresh;
}

const afterPreparing = (ready: Exclude<Prepared, { readonly row: unknown }>): Action =>
  'rejected' in ready
    ? { do: 'finish', outcome: { state: 'rejected', ...ready.rejected } }
    : judge({ row: 'unsent' }, ready.settled);

interface PreparedRow {
  readonly row: SendableRow;
  readonly attempts: Attempts | undefined;
  readonly ready: Prepared;
}

async function prepare(row: SendableRow, lookUp: RowLookUp): Promise<PreparedRow> {
  const attempts = lookUp.attempts.get(keyText(row.key));
  return { row, attempts, ready: await lookUp.prepare(row, attempts === undefined) };
}

/** What follows for a row that was sent before: it is looked up first. */
export async function afterAttempts(
  { row, attempts }: SentBefore,
  lookUp: RowLookUp,
  { ledger, store }: Delivery,
  onDue: () => void,
): Promise<Action> {
  const isOwn = attempts.count > 0;
  ledger.takeUp(row);
  const { low, isRefused } = attempts;
  const settled = await lookUp.settle(row, { low, endedAt: store.clock.elapsed(), isRefused }, onDue);
  if (settled.kind === 'found') noteCreated(attempts, settled.recordId, { ledger });
  return judge(isOwn ? { row: 'left open' } : { row: 'unsent' }, settled);
}

/** The rows of other runs whose attempt created it. */
function noteCreated(
  { rows }: Attempts,
  recordId: string,
  { ledger: { journal, run } }: Pick<Delivery, 'ledger'>,
): void {
  const others = rows.filter((row) => row.run !== run.id);
  noteRows(
    journal,
    others.map((row) => ({
      ...row,
      state: 'created',
      recordId,
      field: undefined,
      message: undefined,
      evidence: 'read',
    })),
  );
}
