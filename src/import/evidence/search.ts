import { CliError } from '../../errors.ts';
import { askOnce, Stopped } from '../../pace/ask.ts';
import { formatSpan } from '../../text/numbers.ts';
import type { Key } from '../map/key.ts';
import { lookUp } from '../march/lookup.ts';
import { failedLookUp } from './failed-look-up.ts';
import { isListedStore, type ListedStore, type LookUpStore } from './look-up-store.ts';
import type { Settled } from './settled.ts';

const secondLook = 5000;

/**
 * Finds out whether a row without a clear answer is in the store: looks it up at once, after five seconds, and after
 * the settle time. Only the last look-up may say "absent" (I2): the store may still be working, or show products late.
 * @param endedAt when the attempt ended, on the monotonic clock
 */
export async function settle(key: Key, endedAt: number, store: LookUpStore): Promise<Settled> {
  const { settleTime } = store;
  const last = (): number => endedAt + settleTime.current;
  return await noted(store, last, async () => {
    for (const due of [0, Math.min(secondLook, settleTime.current)]) {
      const settled = await lookUpAt(key, () => endedAt + due, store);
      if (settled.kind !== 'absent') return settled;
    }
    return await lookUpAt(key, last, store);
  });
}

/**
 * The same for a throttled row: one look-up, since stores hardly ever create what they throttle. If this one is found, or
 * another was before that look-up ended, 429 is as unclear as a timeout.
 */
export async function settleThrottled(key: Key, endedAt: number, store: LookUpStore): Promise<Settled> {
  const { settleTime } = store;
  if (!settleTime.createsThrottled) {
    const settled = await settleAt(key, () => endedAt + settleTime.afterThrottling, store);
    if (settled.kind === 'found' || settled.kind === 'duplicate') settleTime.createsThrottled = true;
    if (settled.kind !== 'absent' || !settleTime.createsThrottled) return settled;
  }
  return await settle(key, endedAt, store);
}

/** One look-up at a time, which may grow during the wait: the settle time does. */
export const settleAt = (key: Key, due: () => number, store: LookUpStore): Promise<Settled> =>
  noted(store, due, () => lookUpAt(key, due, store));

/** Notes for the progress display until when a row is looked up. */
async function noted<T>(store: LookUpStore, last: () => number, work: () => Promise<T>): Promise<T> {
  store.settleTime.checking.add(last);
  return await work().finally(() => store.settleTime.checking.delete(last));
}

async function lookUpAt(key: Key, due: () => number, store: LookUpStore): Promise<Settled> {
  const { clock, stopper } = store;
  for (let wait = due() - clock.elapsed(); wait > 0; wait = due() - clock.elapsed()) {
    await clock.sleep(wait, stopper.signal);
    if (stopper.signal.aborted) return { kind: 'stopped' };
  }
  return await lookUpUntilKnown(key, store);
}

/** Looks a key up that was sent, until a look-up works. A failed look-up is not "absent". */
export async function lookUpUntilKnown(key: Key, store: LookUpStore): Promise<Settled> {
  if (!isListedStore(store)) return { kind: 'refused', message: `the API cannot list ${store.noun.names[1]}` };
  try {
    return await store.read(() => lookUp(store, key, store.isShared));
  } catch (error) {
    return failedLookUp(error);
  }
}

/** The first created rows show the index lag. */
const lagSamples = 5;
const pauses = [0, 50, 100, 150, 200, 500, 1000, 2000, 4000, 8000, 16_000, 30_000];
const longestLag = 60_000;

/**
 * Measures the index lag: how late the store shows the first created rows. Runs while rows are sent.
 */
export function noteLag(key: Key, createdAt: number, store: LookUpStore): void {
  if (!isListedStore(store) || store.settleTime.samples >= lagSamples) return;
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
