import { CliError } from '../../errors.ts';
import type { Journal } from '../journal/journal.ts';
import type { RowRecord } from '../journal/runs.ts';
import type { RowState } from '../journal/schema.ts';
import { twiceMessage } from './deliver-row.ts';
import type { Desk } from './desk.ts';
import { listKeys } from './existing.ts';
import { lookUntilKnown, type Settled, settle } from './settle.ts';

interface Audit {
  readonly journal: Journal;
  readonly run: number;
  /** Every row, not only those that were sent more than once. */
  readonly all: boolean;
}

/**
 * Looks rows up once more at the end: a store that was slow may have created what was sent twice, twice. Nothing is deleted. A row that was created
 * a moment ago may not be shown yet: only after the settle time it counts as gone.
 */
export async function audit({ journal, run, all }: Audit, desk: Desk): Promise<void> {
  const startedAt = desk.clock.elapsed();
  const look = async (rows: readonly RowRecord[]): Promise<void> => {
    const corrected = await Promise.all(rows.map((row) => verdictOn(row, startedAt, desk)));
    for (const [at, found] of corrected.entries()) {
      const row = rows[at];
      if (!found || !row) continue;
      desk.ledger.correct(row, found.state, { product: found.product, message: found.message });
    }
    desk.ledger.flush();
  };
  await look(journal.sentTwice(run));
  if (all) for await (const rows of suspects(journal, run, desk)) await look(rows);
}

interface Correction {
  readonly state: RowState;
  readonly product: string | undefined;
  readonly message: string;
}

async function verdictOn(row: RowRecord, startedAt: number, desk: Desk): Promise<Correction | undefined> {
  const settled = await sightingOf(row, startedAt, desk);
  if (settled.kind === 'twice') {
    return { state: 'duplicate', product: settled.productIds.join(' '), message: twiceMessage(settled.productIds) };
  }
  // A row that nobody could look at is not verified: the same command looks again.
  if (settled.kind === 'unknown') desk.halt.stop(unverified(row, settled.message));
  if (settled.kind === 'refused')
    return uncertain(row, `it was created, and could not be looked up once more: ${settled.message}`);
  if (settled.kind !== 'absent' && settled.kind !== 'near') return undefined;
  return uncertain(row, 'it was in the store, and is not found any more');
}

const uncertain = ({ product }: RowRecord, message: string): Correction => ({
  state: 'uncertain',
  product: product ?? undefined,
  message,
});

const unverified = ({ line }: RowRecord, why: string): CliError =>
  new CliError('import-stopped', `Line ${line} could not be looked up once more at the end: ${why}`, {
    hint: 'Everything is sent; the same command looks again.',
  });

/** Where the store shows another product than it answered with, that one may not be shown yet: then the row is there twice. */
async function sightingOf(row: RowRecord, startedAt: number, desk: Desk): Promise<Settled> {
  const settled = await settle(row, startedAt, desk);
  if (settled.kind !== 'found' || row.product === null || row.product === settled.productId) return settled;
  await desk.clock.sleep(desk.settleTime.current, desk.halt.signal);
  return await lookUntilKnown(row, desk);
}

/** The rows that should be in the store, and are not in its list, or more than once: each is to be looked at exactly. */
async function* suspects(journal: Journal, run: number, desk: Desk): AsyncGenerator<readonly RowRecord[]> {
  const listed = (await listKeys(desk)) ?? (await listKeys(desk));
  if (!listed)
    throw new CliError('refused', 'The list changed while it was read, so that --verify all could not compare it.', {
      retryable: true,
    });
  for (const row of journal.rows(run)) {
    if ((row.state === 'created' || row.state === 'existing') && (listed.isTwice(row) || !listed.has(row))) yield [row];
  }
}
