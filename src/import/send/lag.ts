import { CliError } from '../../errors.ts';
import { formatSpan } from '../../text/numbers.ts';
import type { Key } from '../read/row.ts';
import { askOnce, Stopped } from './ask.ts';
import type { Desk } from './desk.ts';
import { lookUp } from './lookup.ts';

/** The first created rows show how long the store takes to list them. */
const samples = 5;
const pauses = [50, 100, 150, 200, 500, 1000, 2000, 4000, 8000, 16_000, 30_000];
const longestLag = 60_000;

/** Measures once in a while, for the first created rows, how long the store takes to show them. Runs beside the sending, and ends with it. */
export function noteLag(key: Key, createdAt: number, desk: Desk): void {
  if (desk.lagSamples >= samples) return;
  desk.lagSamples++;
  void measure(key, createdAt, desk).catch((error: unknown) => {
    if (!(error instanceof Stopped)) throw error;
  });
}

async function measure(key: Key, createdAt: number, desk: Desk): Promise<void> {
  const { clock, settleTime, finished } = desk;
  for (const pause of [0, ...pauses]) {
    await clock.sleep(pause, finished);
    const askedAt = clock.elapsed();
    if (finished.aborted) return;
    const sighting = await askOnce(() => lookUp(desk.connection, key, desk.keys.isShared), desk);
    if (sighting instanceof CliError) continue;
    settleTime.note(askedAt - createdAt, sighting.kind !== 'absent');
    if (sighting.kind !== 'absent') return;
    if (askedAt - createdAt >= Math.max(longestLag, settleTime.stated))
      return desk.halt.stop(tooLate(askedAt - createdAt));
  }
}

const tooLate = (lag: number): CliError =>
  new CliError(
    'import-stopped',
    `A product that was created ${formatSpan(lag)} ago does not show up in the search yet.`,
    {
      hint: 'Without a look-up that works a lost answer could double a product. Run the same command again when the search of the store has caught up.',
    },
  );
