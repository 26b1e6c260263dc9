import { CliError } from '../../errors.ts';
import type { Importable } from '../../resources/importable.ts';
import { type HashSet, hashOf } from '../../text/hash-set.ts';
import { formatSpan } from '../../text/numbers.ts';
import type { RowDetails } from '../journal/rows.ts';
import { titleOf } from '../map/headings.ts';
import { type Key, keyText } from '../map/key.ts';
import type { LookUpResult } from '../march/lookup.ts';
import type { Comparison } from '../march/march.ts';
import type { ComparedRow, RowResult } from '../march/results.ts';
import { Stopped } from '../pace/ask.ts';
import { isRefusal } from '../pace/failed-read.ts';
import type { CheckedFile } from '../rows/check.ts';
import type { StoredRow } from '../rows/file-rows.ts';
import { rowCount } from '../words/counts.ts';
import { addNear, type DifferingRows, type NearRow } from '../words/existing-texts.ts';
import type { Listed, UnsentRun } from './delivery.ts';
import { outcomeOf } from './next.ts';
import type { ListedStore, PacedStore } from './paced-store.ts';
import { findOtherForm, settle } from './settle.ts';

/** What is known of keys before rows are compared. */
interface KnownKeys {
  /** Keys that no run may send (`blocked`). */
  readonly blocked: readonly Key[];
  /** Recently sent keys, whatever the outcome: the store may show them later. */
  readonly recent: HashSet;
}

export interface Existing {
  readonly existing: number;
  readonly differing: DifferingRows;
  /** Rows that the plan would create, and that exist by now. */
  readonly unexpected: number;
  /** Recently sent keys that are absent after the settle time. */
  readonly absent: readonly Key[];
  /** The first rows to send whose key is almost that of a product. */
  readonly near: readonly NearRow[];
}

/**
 * Before anything is sent: finishes the rows whose key exists in the store, and those that must not be sent again.
 * @throws CliError when the store does not answer; Stopped
 */
export async function finishExisting(
  comparison: Comparison,
  known: KnownKeys,
  run: UnsentRun & Listed,
): Promise<Existing> {
  const { options, ledger, store } = run;
  const check = rowCheck(known, run);
  const counts = { existing: 0, unexpected: 0 };
  const differing = { rows: 0, fields: {} as Record<string, number> };
  const absent: Key[] = [];
  const near: NearRow[] = [];
  const noteExisting = (row: StoredRow): void => {
    counts.existing++;
    if (options.plan?.records.has(row.record)) counts.unexpected++;
    store.keptKeys.note(row.key);
  };
  const finish = (row: StoredRow, { state, differs = [], ...details }: RowCheck): void => {
    if (differs.length > 0) differing.rows++;
    for (const field of differs) differing.fields[field] = (differing.fields[field] ?? 0) + 1;
    if (state === 'absent') absent.push(row.key);
    if (state === 'absent' || state === 'ready') return;
    if (state === 'existing') noteExisting(row);
    ledger.finish({ ...row, attempts: 0 }, state, details);
  };
  if (comparison.isEmpty && known.blocked.length === 0) return { ...counts, differing, absent, near };
  for await (const batch of comparison.rows()) {
    const checks = await Promise.all(batch.map(check));
    for (const [at, { row, result }] of batch.entries()) {
      finish(row, checks[at] as RowCheck);
      if (result.kind === 'new') addNear(near, row, result.near);
    }
  }
  ledger.flush();
  return { ...counts, differing, absent, near };
}

/** The result of checking a row before anything is sent. */
interface RowCheck extends RowDetails {
  /** `ready`: to be sent. `absent`: to be sent, although it was sent recently. */
  readonly state: 'existing' | 'blocked' | 'uncertain' | 'duplicate' | 'ready' | 'absent';
  readonly differs?: readonly string[];
}

function rowCheck(known: KnownKeys, { options, store, knownProducts }: UnsentRun & Listed) {
  const blocked = new Set(known.blocked.map(keyText));
  const startedAt = store.clock.elapsed();
  let waiting: Promise<void> | undefined;
  const waitFor = async (key: Key): Promise<RowCheck> => {
    waiting ??= options.hint(
      `Waiting up to ${formatSpan(store.settleTime.current)}: some rows were sent a moment ago, and the store may not show them yet.`,
    );
    await waiting;
    return await checkRecent(key, startedAt, store);
  };
  return async ({ row, result }: ComparedRow): Promise<RowCheck> => {
    const key = keyText(row.key);
    const check = checkFound(result, blocked.has(key));
    if (check) return check;
    if (known.recent.has(hashOf(key))) return await waitFor(row.key);
    return knownProducts.has(row.key) ? await checkOtherForm(row.key, store) : ready;
  };
}

const ready: RowCheck = { state: 'ready' };

/** Undefined if the row can be sent. */
function checkFound(found: RowResult, isBlocked: boolean): RowCheck | undefined {
  if (found.kind === 'same') return { state: 'existing', product: found.productId };
  if (found.kind === 'differs') {
    const differs = Object.keys(found.fields);
    return { state: 'existing', product: found.productId, differs, message: differsMessage(differs) };
  }
  if (found.kind === 'duplicate' || found.kind === 'near') return outcomeOf(found);
  if (isBlocked) return { state: 'blocked', message: blockedMessage };
  return found.kind === 'refused' ? uncertain(found.error.message) : undefined;
}

const uncertain = (why: string): RowCheck => ({
  state: 'uncertain',
  message: `not sent, because the store refuses to look it up: ${why}`,
});

/** A store that changes keys has a row that was sent under another one. */
async function checkOtherForm(key: Key, store: ListedStore): Promise<RowCheck> {
  const found = await findOtherForm(key, store).catch((error: unknown): LookUpResult | CliError => {
    if (error instanceof CliError && isRefusal(error)) return error;
    throw error;
  });
  if (found instanceof CliError) return uncertain(found.message);
  return found.kind === 'near' || found.kind === 'duplicate' ? outcomeOf(found) : ready;
}

async function checkRecent(key: Key, startedAt: number, store: PacedStore): Promise<RowCheck> {
  const settled = await settle(key, startedAt, store);
  switch (settled.kind) {
    case 'found':
      return { state: 'existing', product: settled.productId, isCompared: false };
    case 'duplicate':
    case 'near':
      return outcomeOf(settled);
    case 'absent':
      return { state: 'absent' };
    case 'refused':
      return uncertain(settled.message);
    case 'unknown':
      throw new CliError('unreachable', settled.message);
    case 'stopped':
      throw new Stopped();
  }
}

const differsMessage = (fields: readonly string[]): string => `skipped; the store differs in ${fields.join(' and ')}`;
const blockedMessage = 'not sent again: the outcome in an earlier import is uncertain';

/** `--on-existing fail`. @throws CliError `usage` that names the first rows whose key exists */
export async function refuseExisting(comparison: Comparison, file: CheckedFile): Promise<void> {
  const first: StoredRow[] = [];
  let count = 0;
  for await (const batch of comparison.rows()) {
    const rows = batch.filter(isInStore).map(({ row }) => row);
    count += rows.length;
    first.push(...rows.slice(0, maxNamed - first.length));
  }
  if (count > 0) throw existsRefusal(first, count, file);
}

function isInStore({ result }: ComparedRow): boolean {
  if (result.kind === 'refused') throw result.error;
  return ['same', 'differs', 'duplicate'].includes(result.kind);
}

function existsRefusal(first: readonly StoredRow[], count: number, { rows, catalogue }: CheckedFile): CliError {
  const all = count === rows && count > 1 ? 'All ' : '';
  const title = `${all}${rowCount(count)} already ${count === 1 ? 'exists' : 'exist'} in the store.`;
  const named = first.map((row) => existsMessage(row, catalogue.noun));
  const rest = count > maxNamed ? [`The first ${maxNamed}:`, ...named] : named;
  return new CliError('usage', [`${title} Nothing was sent.`, ...rest].join('\n'), {
    hint: 'To skip these rows, remove --on-existing fail.',
  });
}

const existsMessage = ({ line, key: { field, code } }: StoredRow, noun: Importable): string =>
  `line ${line}: ${titleOf(noun, field)} "${code}" exists in the store`;

const maxNamed = 20;
