import { CliError } from '../../errors.ts';
import type { Importable } from '../../resources/importable.ts';
import { type HashSet, hashOf } from '../../text/hash-set.ts';
import { formatSpan } from '../../text/numbers.ts';
import { titleOf } from '../map/headings.ts';
import { type Key, keyText } from '../map/key.ts';
import type { FieldDifferences } from '../march/facts.ts';
import type { Comparison } from '../march/march.ts';
import type { ComparedRow } from '../march/results.ts';
import { isRefusal } from '../pace/failed-read.ts';
import type { CheckedFile } from '../rows/check.ts';
import type { StoredRow } from '../rows/file-rows.ts';
import { rowCount } from '../words/counts.ts';
import { addNear, type DifferingRows, type NearRow } from '../words/existing-texts.ts';
import type { Listed, UnsentRun } from './delivery.ts';
import { type Action, type FoundInStore, judge, type Settled } from './next.ts';
import type { ListedStore } from './paced-store.ts';
import { clear, findOtherForm, settle } from './settle.ts';

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
  const act = (row: StoredRow, { action, hasWaited }: RowCheck): void => {
    if (action.do === 'send' && hasWaited) absent.push(row.key);
    if (action.do !== 'finish') return;
    const { state, ...details } = action.outcome;
    if (state === 'existing') noteExisting(row);
    ledger.finish({ ...row, attempts: 0 }, state, details);
  };
  if (comparison.isEmpty && known.blocked.length === 0) return { ...counts, differing, absent, near };
  for await (const batch of comparison.rows()) {
    const checks = await Promise.all(batch.map(check));
    for (const [at, { row, result }] of batch.entries()) {
      act(row, checks[at] as RowCheck);
      if (result.kind === 'differs') noteDiffering(differing, result.fields);
      if (result.kind === 'new') addNear(near, row, result.near);
    }
  }
  ledger.flush();
  return { ...counts, differing, absent, near };
}

/** A recorded row differs in no field that is known. */
function noteDiffering(differing: { rows: number; fields: Record<string, number> }, fields: FieldDifferences): void {
  const names = Object.keys(fields);
  if (names.length > 0) differing.rows++;
  for (const name of names) differing.fields[name] = (differing.fields[name] ?? 0) + 1;
}

/** Whether a row is sent, or what becomes of it instead. */
interface RowCheck {
  readonly action: Action;
  /** Whether another import sent it recently: the settle time is over. */
  readonly hasWaited?: boolean;
}

function rowCheck(known: KnownKeys, { options, store, knownProducts }: UnsentRun & Listed) {
  const blocked = new Set(known.blocked.map(keyText));
  const startedAt = store.clock.elapsed();
  let waiting: Promise<void> | undefined;
  const settled = async (key: Key): Promise<Settled> => {
    waiting ??= options.hint(
      `Waiting up to ${formatSpan(store.settleTime.current)}: some rows were sent a moment ago, and the store may not show them yet.`,
    );
    await waiting;
    return await settle(key, startedAt, store);
  };
  return async ({ row, result }: ComparedRow): Promise<RowCheck> => {
    const key = keyText(row.key);
    const isNew = result.kind === 'new';
    const earlier = {
      isBlocked: blocked.has(key),
      isRecent: isNew && known.recent.has(hashOf(key)),
      wasInStore: isNew && knownProducts.has(row.key),
    };
    const action = judge({ row: 'unsent', ...earlier }, result);
    if (action.do === 'wait')
      return { action: judge({ row: 'unsent' }, clear(await settled(row.key))), hasWaited: true };
    if (action.do === 'look up forms')
      return { action: judge({ row: 'unsent' }, await findUnderOtherForm(row.key, store)) };
    return { action };
  };
}

async function findUnderOtherForm(key: Key, store: ListedStore): Promise<FoundInStore> {
  return await findOtherForm(key, store).catch((error: unknown): FoundInStore => {
    if (error instanceof CliError && isRefusal(error)) return { kind: 'refused', message: error.message };
    throw error;
  });
}

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
