import { CliError } from '../../errors.ts';
import type { ImportRun } from '../import-run.ts';
import type { OutcomeDetails } from '../journal/ledger.ts';
import { type Key, keyText, type SendableRow } from '../map/key.ts';
import { fingerprintOf, notCompared } from '../march/fingerprint.ts';
import type { NearProduct } from '../march/lookup.ts';
import { addNear, type DifferingRows, type NearRow, rowCount } from '../report/words.ts';
import type { CheckedFile } from '../rows/check.ts';
import { Stopped } from './ask.ts';
import { type Finder, type Found, unlessRefused } from './find-in-store.ts';
import { outcomeOf } from './next.ts';
import { rowsLeft } from './rows-to-send.ts';
import { findOtherForm, settle } from './settle.ts';

/** The import that last looked up each of these rows that has changed since, by record. */
export type ChangedSince = (rows: readonly SendableRow[]) => ReadonlyMap<number, number>;

export interface KnownKeys {
  readonly finder: Finder;
  /** Keys that no run may send (`blocked`). */
  readonly blocked: readonly Key[];
  /** Recently sent keys, whatever the outcome: the store may show them later. */
  readonly recent: readonly Key[];
  /** Whether the journal knows that the store had such a product, or may have created it. */
  readonly wasInStore: (key: Key) => boolean;
  /** Called once when waiting for recent keys begins. */
  readonly onWait: () => Promise<void>;
  readonly changedSince: ChangedSince;
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
export async function finishExisting(known: KnownKeys, run: ImportRun): Promise<Existing> {
  const check = rowCheck(known, run);
  const { language } = run.options.settings;
  const counts = { existing: 0, unexpected: 0 };
  const differing = { rows: 0, fields: {} as Record<string, number> };
  let absent: Key[] = [];
  const near: NearRow[] = [];
  const noteExisting = (row: SendableRow, since: number | undefined): { readonly since?: number } => {
    counts.existing++;
    if (run.options.plan?.records.has(row.record)) counts.unexpected++;
    run.keptKeys.note(row.key);
    if (since === undefined) return {};
    run.tally.changed++;
    return { since: -since };
  };
  const finish = (row: SendableRow, { state, differs = [], ...details }: RowCheck, since: number | undefined): void => {
    if (differs.length > 0) differing.rows++;
    for (const field of differs) differing.fields[field] = (differing.fields[field] ?? 0) + 1;
    if (state === 'absent') absent.push(row.key);
    if (state === 'absent' || state === 'ready') return;
    const history = state === 'existing' ? noteExisting(row, since) : {};
    const fingerprint = fingerprintOf(row.values, language);
    run.ledger.finish({ ...row, attempts: 0 }, state, { fingerprint, ...history, ...details });
  };
  do {
    absent = [];
    for await (const batch of rowsLeft(run)) {
      const found = await known.finder.find(batch);
      const checks = await Promise.all(batch.map((row, at) => check(row, found[at] as Found)));
      const since = known.changedSince(batch);
      for (const [at, row] of batch.entries()) finish(row, checks[at] as RowCheck, since.get(row.record));
      for (const [at, row] of batch.entries()) addNear(near, row, nearOf(found[at] as Found));
    }
    run.ledger.flush();
  } while (await known.finder.mustRepeat());
  return { ...counts, differing, absent, near };
}

const nearOf = (found: Found): NearProduct | undefined => (found.kind === 'absent' ? found.near : undefined);

/** The result of checking a row before anything is sent. */
interface RowCheck extends OutcomeDetails {
  /** `ready`: to be sent. `absent`: to be sent, although it was sent recently. */
  readonly state: 'existing' | 'blocked' | 'uncertain' | 'duplicate' | 'ready' | 'absent';
  readonly differs?: readonly string[];
}

function rowCheck(known: KnownKeys, run: ImportRun): (row: SendableRow, found: Found) => Promise<RowCheck> {
  const [blocked, recent] = [new Set(known.blocked.map(keyText)), new Set(known.recent.map(keyText))];
  const startedAt = run.clock.elapsed();
  let waiting: Promise<void> | undefined;
  const waitFor = async (key: Key): Promise<RowCheck> => {
    waiting ??= known.onWait();
    await waiting;
    return await checkRecent(key, startedAt, run);
  };
  return async (row, found) => {
    const key = keyText(row.key);
    const check = checkFound(found, blocked.has(key));
    if (check) return check;
    if (recent.has(key)) return await waitFor(row.key);
    return known.wasInStore(row.key) ? await checkOtherForm(row.key, run) : ready;
  };
}

const ready: RowCheck = { state: 'ready' };

/** Undefined if the row can be sent. */
function checkFound(found: Found, isBlocked: boolean): RowCheck | undefined {
  if (found.kind === 'exists') {
    const { product, differs } = found;
    return { state: 'existing', product, differs, ...(differs.length > 0 ? { message: differsMessage(differs) } : {}) };
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
async function checkOtherForm(key: Key, run: ImportRun): Promise<RowCheck> {
  const found = await unlessRefused(findOtherForm(key, run));
  if (found.kind === 'refused') return uncertain(found.error.message);
  return found.kind === 'near' || found.kind === 'duplicate' ? outcomeOf(found) : ready;
}

async function checkRecent(key: Key, startedAt: number, run: ImportRun): Promise<RowCheck> {
  const settled = await settle(key, startedAt, run);
  switch (settled.kind) {
    case 'found':
      return { state: 'existing', product: settled.productId, fingerprint: notCompared };
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

const differsMessage = (fields: readonly string[]): string =>
  `skipped; the product in the store differs in ${fields.join(' and ')}`;
const blockedMessage = 'not sent again: the outcome in an earlier import is uncertain';

/** `--on-existing fail`. @throws CliError `usage` that names the first rows whose key exists */
export async function refuseExisting(finder: Finder, run: ImportRun): Promise<void> {
  do {
    const { rows, mayBeMore } = await firstExisting(finder, run);
    if (rows.length > 0) throw existsRefusal(rows, rows.length, run.checked, mayBeMore);
  } while (await finder.mustRepeat());
}

interface FirstExisting {
  readonly rows: readonly SendableRow[];
  /** Whether not every row was looked up. */
  readonly mayBeMore: boolean;
}

async function firstExisting({ find }: Finder, run: ImportRun): Promise<FirstExisting> {
  const rows: SendableRow[] = [];
  for await (const batch of rowsLeft(run)) {
    if (rows.length >= mostCounted) return { rows, mayBeMore: true };
    const found = await find(batch);
    for (const each of found) if (each.kind === 'refused') throw each.error;
    rows.push(...batch.filter((_, at) => found[at]?.kind === 'exists' || found[at]?.kind === 'duplicate'));
  }
  return { rows, mayBeMore: false };
}

/** The error of `--on-existing fail`. @param rows the first that exist @param mayBeMore whether not all were looked up */
export function existsRefusal(
  rows: readonly KeyedLine[],
  count: number,
  file: Pick<CheckedFile, 'rows'>,
  mayBeMore = false,
): CliError {
  const some = count === file.rows && count > 1 ? 'All ' : '';
  const title = `${mayBeMore ? 'At least ' : some}${rowCount(count)} already ${count === 1 ? 'exists' : 'exist'} in the store.`;
  const named = rows.slice(0, mostNamed).map(existsMessage);
  const rest = count > mostNamed ? [`The first ${mostNamed}:`, ...named] : named;
  return new CliError('usage', [`${title} Nothing was sent.`, ...rest].join('\n'), {
    hint: 'To skip these rows, remove --on-existing fail.',
  });
}

type KeyedLine = Pick<SendableRow, 'line' | 'key'>;

const existsMessage = ({ line, key: { field, code } }: KeyedLine): string =>
  `line ${line}: ${field.toUpperCase()} "${code}" exists in the store`;

const mostNamed = 20;

/** Once so many are known to exist, the others are not looked up. */
const mostCounted = 500;
