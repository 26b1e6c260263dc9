import { CliError } from '../../errors.ts';
import { HashSet, hashOf } from '../../text/hash-set.ts';
import { firstProducts, productCount } from '../compare/lookup.ts';
import type { ImportRun } from '../import-run.ts';
import type { RowInFlight } from '../journal/ledger.ts';
import type { RowRecord } from '../journal/rows.ts';
import { kindOf } from '../pace/key-evidence.ts';
import { type Key, keyText } from '../read/row.ts';
import { ask, Stopped } from './ask.ts';
import { lookUpUntilKnown, settle } from './settle.ts';

/** The most attempts for a row. Each follows a look-up that said "absent". */
const mostAttempts = 5;

/** What to do with a row that was sent and is not found after the settle time. */
type AbsentRow =
  | { readonly kind: 'retry' }
  | { readonly kind: 'uncertain' | 'changed'; readonly message: string }
  | { readonly kind: 'stopped' };

/**
 * A store that changes keys does not find what it created. So until it has shown that it keeps keys like this one, a
 * row is sent again only if the store did not grow, and a third time only if that is certain.
 */
export async function judgeAbsent(row: RowInFlight, run: ImportRun): Promise<AbsentRow> {
  if (!run.unchangedKeys.covers(row.key)) {
    const count = await countProducts(run);
    if (count === 'stopped') return { kind: 'stopped' };
    const message = otherKeyIn(count, row, run);
    if (message && !(await keepsKeysLike(row.key, run))) return { kind: 'changed', message };
  }
  if (row.attempts < mostAttempts) return { kind: 'retry' };
  return {
    kind: 'uncertain',
    message: `sent ${row.attempts} times without a clear answer, and not found in the store`,
  };
}

/** Why the row may be in a store with so many products, under another key. */
function otherKeyIn(count: number, { attempts }: RowInFlight, { growth }: ImportRun): string | undefined {
  if (growth.exceeds(count)) return grownMessage;
  return attempts > 1 && !growth.isNone(count) ? sentTwiceMessage : undefined;
}

/** Whether the store seems to have created a row that it refused, under another key. */
export async function mayHaveOtherKey(row: RowInFlight, run: ImportRun): Promise<boolean> {
  if (run.unchangedKeys.covers(row.key)) return false;
  const count = await countProducts(run);
  return count !== 'stopped' && run.growth.exceeds(count) && !(await keepsKeysLike(row.key, run));
}

/** NaN if the store does not say. */
async function countProducts(run: ImportRun): Promise<number | 'stopped'> {
  try {
    return productCount(await ask(() => firstProducts(run.connection), run));
  } catch (error) {
    if (error instanceof Stopped) return 'stopped';
    if (error instanceof CliError) return Number.NaN;
    throw error;
  }
}

export const grownMessage =
  'the store has more products than it confirmed: this row may be one of them, under another key';

export const sentTwiceMessage = 'sent twice without a clear answer: the store may have it under another key';

/** How many rows are looked up. */
const samples = 5;

/**
 * Whether the store keeps keys like this one as they were sent: only then does "absent" say something. If no look-up of
 * this import has shown it, rows show it that earlier imports, or earlier parts of this one, created: a store that has
 * one of them under exactly the key that was sent changed nothing in it.
 */
export async function keepsKeysLike(key: Key, run: ImportRun): Promise<boolean> {
  const { unchangedKeys, journal } = run;
  if (unchangedKeys.covers(key)) return true;
  const alike = unchangedKeys.mostAlike(key, journal.createdLately());
  // Spread, since the latest may not show up yet, and of the earliest some may be deleted.
  const rows = alike.filter((_, at) => at % Math.ceil(alike.length / samples) === 0);
  const looked = await Promise.all(rows.map(async (row) => ({ row, settled: await lookUpUntilKnown(row, run) })));
  for (const { row, settled } of looked) if (settled.kind === 'found') unchangedKeys.note(row);
  return unchangedKeys.covers(key);
}

/**
 * Whether a row that is not found may be in the store under another key: an import that did not get to its end created
 * it, and no search has shown a key of its kind. A product that somebody has deleted is no such row, where others of
 * its kind are found.
 */
export function unconfirmedKeys(run: ImportRun): (key: Key) => Promise<boolean> {
  const { journal, id } = run;
  if (!journal.runs().some((other) => other.run !== id && other.state !== 'finished')) return async () => false;
  let keys: HashSet | undefined;
  // A file may have a million rows of one kind.
  const kinds = new Map<string, Promise<boolean>>();
  return async (key) => {
    const kind = kindOf(key);
    const isKept = kinds.get(kind) ?? keepsKeysLike(key, run);
    kinds.set(kind, isKept);
    if (await isKept) return false;
    keys ??= hashesOf(journal.createdUnconfirmed(id));
    return keys.has(hashOf(keyText(key)));
  };
}

function hashesOf(pages: Iterable<readonly Key[]>): HashSet {
  const hashes = new HashSet();
  for (const page of pages) for (const key of page) hashes.add(hashOf(keyText(key)));
  return hashes;
}

/** After this many misses the remaining rows count as not found, without a look-up. */
const mostMisses = 3;
/** Corrections that wait for one commit. */
const batchSize = 512;

/**
 * A store may answer with the key it was sent and keep another: lower case, no leading zeros, cut off. The next import
 * would not find these rows. So of each kind of key that no search has shown yet, one created row is looked up.
 */
export async function confirmKeys(run: ImportRun): Promise<void> {
  const { journal, unchangedKeys, ledger, stopper } = run;
  const startedAt = run.clock.elapsed();
  let misses = 0;
  for (const row of journal.rows(run.id)) {
    if (row.state !== 'created' || unchangedKeys.covers(row.key)) continue;
    const isFound = misses < mostMisses && (await isInStore(row, startedAt, run));
    if (stopper.signal.aborted) break;
    if (isFound) continue;
    ledger.correct(row, 'blocked', { product: row.product ?? undefined, message: unconfirmedMessage(row.product) });
    if (++misses % batchSize === 0) ledger.flush();
  }
  ledger.flush();
}

/** Absence counts only after the settle time. */
async function isInStore(row: RowRecord, startedAt: number, run: ImportRun): Promise<boolean> {
  const settled = await settle(row.key, startedAt, run);
  if (settled.kind === 'unknown') run.stopper.stop(unconfirmed(row, settled.message));
  if (settled.kind === 'found') run.unchangedKeys.note(row.key);
  return settled.kind !== 'absent' && settled.kind !== 'near';
}

const unconfirmed = ({ line }: RowRecord, why: string): CliError =>
  new CliError('import-stopped', `Could not look up line ${line} after it was created: ${why}`, {
    hint: 'All rows were sent. Rerun the command to look it up again.',
  });

export const unconfirmedMessage = (id: string | null): string =>
  `the store answered with product ${id}, but does not find it under this key`;
