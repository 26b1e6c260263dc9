import { CliError } from '../../errors.ts';
import { fingerprintOf, notCompared } from '../compare/fingerprint.ts';
import { isRefusal } from '../compare/lookup.ts';
import type { ImportRun } from '../import-run.ts';
import type { OutcomeDetails } from '../journal/ledger.ts';
import { type Key, keyText, type SendableRow } from '../read/row.ts';
import { Stopped } from './ask.ts';
import type { Finder, Found } from './find-in-store.ts';
import { rowsLeft, rowsToSend } from './rows-to-send.ts';
import { findOtherForm, outcomeOfLookUp, settle } from './settle.ts';

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
  /** The import that last looked up a row that has changed since. */
  readonly changedSince: (row: SendableRow) => number | undefined;
}

interface Existing {
  readonly existing: number;
  readonly differing: number;
  /** Rows that the plan would create, and that exist by now. */
  readonly unexpected: number;
  /** Recently sent keys that are absent after the settle time. */
  readonly absent: readonly Key[];
}

/**
 * Before anything is sent: finishes the rows whose key exists in the store, and those that must not be sent again.
 * @throws CliError when the store does not answer; Stopped
 */
export async function finishExisting(known: KnownKeys, run: ImportRun): Promise<Existing> {
  const check = rowCheck(known, run);
  const { language } = run.options.settings;
  const counts = { existing: 0, differing: 0, unexpected: 0 };
  let absent: Key[] = [];
  const noteExisting = (row: SendableRow): { readonly since?: number } => {
    counts.existing++;
    if (run.options.plan?.records.has(row.record)) counts.unexpected++;
    run.keptKeys.note(row.key);
    const since = known.changedSince(row);
    if (since === undefined) return {};
    run.tally.changed++;
    return { since: -since };
  };
  const finish = (row: SendableRow, { state, differs, ...details }: RowCheck): void => {
    if (differs) counts.differing++;
    if (state === 'absent') absent.push(row.key);
    if (state === 'absent' || state === 'ready') return;
    const history = state === 'existing' ? noteExisting(row) : {};
    const fingerprint = fingerprintOf(row.values, language);
    run.ledger.finish({ ...row, attempts: 0 }, state, { fingerprint, ...history, ...details });
  };
  do {
    absent = [];
    for await (const batch of rowsLeft(run)) {
      const checks = await Promise.all(batch.map(async (row) => ({ row, result: await check(row) })));
      for (const { row, result } of checks) finish(row, result);
    }
    run.ledger.flush();
  } while (await known.finder.mustRepeat());
  return { ...counts, absent };
}

/** The result of checking a row before anything is sent. */
interface RowCheck extends OutcomeDetails {
  /** `ready`: to be sent. `absent`: to be sent, although it was sent recently. */
  readonly state: 'existing' | 'blocked' | 'uncertain' | 'duplicate' | 'ready' | 'absent';
  readonly differs?: boolean;
}

function rowCheck(known: KnownKeys, run: ImportRun): (row: SendableRow) => Promise<RowCheck> {
  const [blocked, recent] = [new Set(known.blocked.map(keyText)), new Set(known.recent.map(keyText))];
  const startedAt = run.clock.elapsed();
  let waiting: Promise<void> | undefined;
  const waitFor = async (key: Key): Promise<RowCheck> => {
    waiting ??= known.onWait();
    await waiting;
    return await checkRecent(key, startedAt, run);
  };
  return async (row) => {
    const key = keyText(row.key);
    const check = checkFound(await unlessRefused(known.finder.find(row)), blocked.has(key));
    if (check) return check;
    if (recent.has(key)) return await waitFor(row.key);
    return known.wasInStore(row.key) ? await checkOtherForm(row.key, run) : ready;
  };
}

const ready: RowCheck = { state: 'ready' };

/** Undefined if the row can be sent. */
function checkFound(found: Found | Unfindable, isBlocked: boolean): RowCheck | undefined {
  if (found.kind === 'exists') {
    const { product, differs } = found;
    return { state: 'existing', product, differs, ...(differs ? { message: differsMessage } : {}) };
  }
  if (found.kind === 'duplicate' || found.kind === 'near') return outcomeOfLookUp(found);
  if (isBlocked) return { state: 'blocked', message: blockedMessage };
  return found.kind === 'refused' ? uncertain(found.message) : undefined;
}

/** A row that the store refuses to look up. */
interface Unfindable {
  readonly kind: 'refused';
  readonly message: string;
}

/** A row that the store refuses to look up is not sent; the others are. */
async function unlessRefused<T>(found: Promise<T>): Promise<T | Unfindable> {
  return await found.catch((error: unknown) => {
    if (error instanceof CliError && isRefusal(error)) return { kind: 'refused', message: error.message };
    throw error;
  });
}

const uncertain = (why: string): RowCheck => ({
  state: 'uncertain',
  message: `not sent, because the store refuses to look it up: ${why}`,
});

/** A store that changes keys has a row that was sent under another one. */
async function checkOtherForm(key: Key, run: ImportRun): Promise<RowCheck> {
  const found = await unlessRefused(findOtherForm(key, run));
  if (found.kind === 'refused') return uncertain(found.message);
  return found.kind === 'near' || found.kind === 'duplicate' ? outcomeOfLookUp(found) : ready;
}

async function checkRecent(key: Key, startedAt: number, run: ImportRun): Promise<RowCheck> {
  const settled = await settle(key, startedAt, run);
  switch (settled.kind) {
    case 'found':
      return { state: 'existing', product: settled.productId, fingerprint: notCompared };
    case 'duplicate':
    case 'near':
      return outcomeOfLookUp(settled);
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

const differsMessage = 'skipped; the product in the store has a different name or price';
const blockedMessage = 'not sent again: the outcome in an earlier import is uncertain';

/** `--on-existing fail`. @throws CliError `usage` that names the first rows whose key exists */
export async function refuseExisting(finder: Finder, run: ImportRun): Promise<void> {
  do {
    const rows = await firstExisting(finder, run);
    if (rows.length > 0) throw existsRefusal(rows);
  } while (await finder.mustRepeat());
}

async function firstExisting({ find }: Finder, run: ImportRun): Promise<readonly SendableRow[]> {
  const rows: SendableRow[] = [];
  for await (const batch of rowsToSend(run)) {
    const all = await Promise.all(batch.map(async (row) => ({ row, found: await find(row) })));
    for (const { row, found } of all) if (found.kind === 'exists' || found.kind === 'duplicate') rows.push(row);
    if (rows.length >= mostNamed) break;
  }
  return rows;
}

/** The error of `--on-existing fail`. @param rows the first that exist */
export const existsRefusal = (rows: readonly SendableRow[]): CliError =>
  new CliError('usage', `${rows.slice(0, mostNamed).map(existsMessage).join('\n')}\nNothing was sent.`, {
    hint: 'To skip these rows, remove --on-existing fail.',
  });

const existsMessage = ({ line, key: { field, code } }: SendableRow): string =>
  `line ${line}: ${field} "${code}" exists in the store`;

const mostNamed = 20;
