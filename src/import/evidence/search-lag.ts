import { CliError } from '../../errors.ts';
import { askOnce, Stopped } from '../../pace/ask.ts';
import { formatSpan } from '../../text/numbers.ts';
import type { Key } from '../map/key.ts';
import { lookUp } from '../march/lookup.ts';
import type { ListedStore } from './look-up-store.ts';

/** The first created rows show the index lag. */
const lagSamples = 5;
const pauses = [0, 50, 100, 150, 200, 500, 1000, 2000, 4000, 8000, 16_000, 30_000];
const longestLag = 60_000;

/**
 * Measures the index lag: how late the store shows the first created rows. Runs while rows are sent.
 */
export function noteLag(key: Key, createdAt: number, store: ListedStore): void {
  if (store.settleTime.samples >= lagSamples) return;
  store.settleTime.samples++;
  void measureLag(key, createdAt, store).catch((error: unknown) => {
    if (!(error instanceof Stopped)) throw error;
  });
}

async function measureLag(key: Key, createdAt: number, store: ListedStore): Promise<void> {
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
    settleTime.note(lag, found.kind !== 'absent');
    if (found.kind !== 'absent') return;
    if (lag >= Math.max(longestLag, settleTime.minimum)) return store.stopper.stop(tooLate(lag, store.noun.names[0]));
  }
}

const tooLate = (lag: number, name: string): CliError =>
  new CliError(
    'import-stopped',
    `A ${name} created ${formatSpan(lag)} ago still does not show up in the store's search.`,
    {
      hint: 'Without a working search a lost answer could create a duplicate. Rerun the command when the search has caught up.',
    },
  );
