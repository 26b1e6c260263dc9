import { CliError } from '../../errors.ts';
import { formatCount, formatSpan } from '../../text/numbers.ts';
import type { Entry, Journal } from '../journal/journal.ts';
import type { RowRecord } from '../journal/runs.ts';
import { Stopped } from './ask.ts';
import { nearMessage, twiceMessage, unfindableMessage } from './deliver-row.ts';
import type { Desk } from './desk.ts';
import { lookUntilKnown, type Settled, settle } from './settle.ts';

/**
 * Settles what earlier imports left open, before anything else is sent. Their attempts ended when this one began, at the latest.
 * @throws CliError `import-stopped` when a look-up does not work
 */
export async function settleEarlier(
  journal: Journal,
  desk: Desk,
  notice: (text: string) => Promise<void>,
): Promise<void> {
  const open = journal.open();
  if (open.length === 0) return;
  const rows = open.length === 1 ? '1 row' : `${formatCount(open.length)} rows`;
  await notice(
    `An earlier import left ${rows} without a known outcome: checking, for ${formatSpan(desk.settleTime.current)} at most.`,
  );
  const startedAt = desk.clock.elapsed();
  desk.checking += open.length;
  const failures = await Promise.all(
    open.map(async (entry) => {
      const settled = await settle(entry.key, startedAt, desk);
      desk.checking--;
      if (settled.kind === 'unknown' || settled.kind === 'stopped') return settled;
      journal.note([settledEntry(entry, settled)]);
      return undefined;
    }),
  );
  const failed = failures.filter((failure) => failure !== undefined);
  const unknown = failed.find((failure) => failure.kind === 'unknown');
  if (failed.length === 0) return;
  if (!unknown) throw new Stopped();
  throw new CliError(
    'import-stopped',
    `${formatCount(failed.length)} of them could not be looked up: ${unknown.message}`,
    {
      hint: 'Nothing was sent. Run the same command again when the store answers.',
    },
  );
}

function settledEntry(entry: Entry, settled: Exclude<Settled, { readonly kind: 'unknown' | 'stopped' }>): Entry {
  switch (settled.kind) {
    case 'found':
      return { ...entry, state: 'created', product: settled.productId };
    case 'twice':
      return {
        ...entry,
        state: 'duplicate',
        product: settled.productIds.join(' '),
        message: twiceMessage(settled.productIds),
      };
    case 'near':
      return { ...entry, state: 'stuck', message: nearMessage(settled.code) };
    case 'refused':
      return { ...entry, state: 'stuck', message: unfindableMessage(settled.message) };
    case 'absent':
      return { ...entry, state: 'absent' };
  }
}

/** Rows that an earlier part of the run created. */
const witnesses = 5;

/**
 * Whether this is the store that an earlier part of the run filled: five rows that it created are looked up.
 * @param createdBefore what was created before this time the store must show at once; what was created lately, within the settle time
 * @throws CliError `refused`
 */
export async function recogniseStore(journal: Journal, run: number, createdBefore: number, desk: Desk): Promise<void> {
  const old = journal.firstCreated(run, createdBefore, witnesses);
  const rows = old.length > 0 ? old : journal.firstCreated(run, Number.MAX_SAFE_INTEGER, witnesses);
  const startedAt = desk.clock.elapsed();
  const look = (row: RowRecord): Promise<Settled> =>
    old.length > 0 ? lookUntilKnown(row, desk) : settle(row, startedAt, desk);
  const sightings = await Promise.all(rows.map(async (row) => ({ row, settled: await look(row) })));
  for (const { row, settled } of sightings) {
    if (settled.kind === 'stopped') throw new Stopped();
    if (settled.kind === 'unknown') throw new CliError('unreachable', settled.message);
    if (settled.kind === 'absent' || settled.kind === 'near') throw notThisStore(run, row);
  }
}

const notThisStore = (run: number, { line, field, code }: RowRecord): CliError =>
  new CliError(
    'refused',
    `This is not the store that import ${run} filled: it created line ${line}, ${field} "${code}", and that is not there. Nothing was sent.`,
    {
      hint: 'If the product was deleted on purpose, begin anew with --restart: rows that are there are skipped.',
    },
  );
