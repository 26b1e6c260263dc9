import { CliError } from '../../errors.ts';
import { askOnce, Stopped } from '../../pace/ask.ts';
import { formatSpan } from '../../text/numbers.ts';
import type { Key } from '../map/rows/key.ts';
import { type LookUpResult, lookUp, lookUpByKey } from '../march/lookup.ts';
import type { ListedStore } from './look-up-store.ts';

/** The first created rows show the index lag. */
const lagSamples = 5;
const pauses = [0, 50, 100, 150, 200, 500, 1000, 2000, 4000, 8000, 16_000, 30_000];
const longestLag = 60_000;
/** A search that does not show a row then may leave it out. */
const usualLag = 5000;

/**
 * Measures the index lag: how late the store shows the first created rows. Runs while rows are sent.
 * @param onShown called with what the search shows of the row
 */
export function noteLag(key: Key, createdAt: number, store: ListedStore, onShown: OnShown): void {
  if (store.settleTime.samples >= lagSamples) return;
  store.settleTime.samples++;
  void measureLag(key, createdAt, store, onShown).catch((error: unknown) => {
    if (error instanceof CliError) store.stopper.stop(error);
    else if (!(error instanceof Stopped)) throw error;
  });
}

type OnShown = (found: LookUpResult) => void;

async function measureLag(key: Key, createdAt: number, store: ListedStore, onShown: OnShown): Promise<void> {
  const { clock, settleTime, finished } = store;
  let hasFailed = false;
  for (const pause of pauses) {
    await clock.sleep(pause, finished.signal);
    const startedAt = clock.elapsed();
    if (finished.signal.aborted) return;
    const found = await askOnce(() => lookUp(store, key, store.isShared), store);
    if (found instanceof CliError) {
      hasFailed = true;
      continue;
    }
    // The row may have shown up while look-ups failed: another row is measured instead.
    if (hasFailed && found.kind !== 'absent') return void settleTime.samples--;
    const lag = startedAt - createdAt;
    if (found.kind !== 'absent') {
      settleTime.note(lag, true);
      return onShown(found);
    }
    if (await isMissed(key, lag, store)) return;
  }
}

/**
 * The search does not show the row. Unless its key does, with which no lost answer could create a duplicate: later look-ups
 * wait longer, and the import stops when this takes too long. Returns whether it has taken so long.
 */
async function isMissed(key: Key, lag: number, store: ListedStore): Promise<boolean> {
  const { settleTime, stopper, noun } = store;
  const isOver = lag >= Math.max(longestLag, settleTime.minimum);
  if (lag >= usualLag && (await isShownByKey(key, store))) return isOver;
  settleTime.note(lag, false);
  if (isOver) stopper.stop(tooLate(lag, noun.names[0]));
  return isOver;
}

async function isShownByKey(key: Key, store: ListedStore): Promise<boolean> {
  const shown = await askOnce(() => lookUpByKey(store, key, store.isShared), store);
  return !(shown instanceof CliError) && shown.kind === 'found';
}

const tooLate = (lag: number, name: string): CliError =>
  new CliError(
    'import-stopped',
    `A ${name} created ${formatSpan(lag)} ago still does not show up in the store's search.`,
    {
      hint: 'Without a working search a lost answer could create a duplicate. Rerun the command when the search has caught up.',
    },
  );
