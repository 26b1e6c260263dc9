import { CliError } from '../../errors.ts';
import type { FileTable } from '../../resources/file-table.ts';
import { type HashSet, hashOf } from '../../text/hash-set.ts';
import { formatSpan } from '../../text/numbers.ts';
import { settle } from '../evidence/search.ts';
import { clear } from '../evidence/settled.ts';
import { titleOf } from '../map/headings.ts';
import { type Key, keyText } from '../map/key.ts';
import type { Comparison } from '../march/march.ts';
import type { ComparedRow } from '../march/results.ts';
import type { CheckedFile } from '../rows/check.ts';
import type { StoredRow } from '../rows/file-rows.ts';
import { rowCount } from '../words/counts.ts';
import { type Action, judge } from './next.ts';
import type { Listed, UnsentRun } from './run-parts.ts';

/** What is known of keys before rows are compared. */
interface KnownKeys {
  /** Keys that no run may send (`blocked`). */
  readonly blocked: readonly Key[];
  /** Recently sent keys, whatever the outcome: the store may show them later. */
  readonly recent: HashSet;
}

/** What follows from what the store has for a row, before anything is sent. */
interface ExistenceCheck {
  /** @throws CliError when the store does not answer; Stopped */
  readonly exists: (compared: ComparedRow) => Promise<Action>;
  /** Recently sent keys that are absent after the settle time. */
  readonly absent: readonly Key[];
}

export function checkExistence(known: KnownKeys, { options, store }: UnsentRun & Listed): ExistenceCheck {
  const blocked = new Set(known.blocked.map(keyText));
  const startedAt = store.clock.elapsed();
  const absent: Key[] = [];
  let waiting: Promise<void> | undefined;
  const afterWaiting = async (key: Key): Promise<Action> => {
    waiting ??= options.hint(
      `Waiting up to ${formatSpan(store.settleTime.current)}: some rows were sent a moment ago, and the store may not show them yet.`,
    );
    await waiting;
    const action = judge({ row: 'unsent' }, clear(await settle(key, startedAt, store)));
    if (action.do === 'send') absent.push(key);
    return action;
  };
  const exists = async ({ row: { key }, result }: ComparedRow): Promise<Action> => {
    const text = keyText(key);
    const isBlocked = blocked.has(text);
    const isRecent = result.kind === 'new' && known.recent.has(hashOf(text));
    const action = judge({ row: 'unsent', isBlocked, isRecent }, result);
    return action.do === 'wait' ? await afterWaiting(key) : action;
  };
  return { exists, absent };
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

const existsMessage = ({ line, key: { field, code } }: StoredRow, noun: FileTable): string =>
  `line ${line}: ${titleOf(noun, field)} "${code}" exists in the store`;

const maxNamed = 20;
