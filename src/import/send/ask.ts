import { CliError } from '../../errors.ts';
import { signalOfFailedRead } from './classify.ts';
import type { Desk } from './desk.ts';

/** A read that fails is tried again for so long; one that is only put off for longer than the pacer bears it, which then stops everything. */
const [patience, patienceWhenThrottled] = [10 * 60_000, 20 * 60_000];
/** One that is refused as a whole for so long, some tries, will be refused for ever, as long as other reads work. */
const refusedForGood = 15_000;
const [firstPause, longestPause] = [1000, 30_000];

/** The import stopped before a read was answered. */
export class Stopped extends Error {}

/**
 * Makes a read in its turn, again and again until it is answered: one that fails says nothing.
 * @throws CliError the last failure, when none was answered within ten minutes, or the store refuses this one for good (`isRefusal`); Stopped
 */
export async function ask<T>(read: () => Promise<T>, desk: Desk): Promise<T> {
  const tries: Tries = { startedAt: desk.clock.elapsed(), refusedSince: undefined };
  for (let pause = firstPause; ; pause = Math.min(longestPause, pause * 2)) {
    const answer = await askOnce(read, desk);
    if (!(answer instanceof CliError)) return answer;
    if (await isHopeless(answer, tries, desk)) throw answer;
    if (isOfEveryRequest(answer)) await desk.halt.isOfTheRow(answer);
    await desk.clock.sleep(pause, desk.halt.signal);
  }
}

interface Tries {
  readonly startedAt: number;
  /** When the first of the latest refusals came, where nothing else came in between. */
  refusedSince: number | undefined;
}

async function isHopeless(failure: CliError, tries: Tries, desk: Desk): Promise<boolean> {
  const now = desk.clock.elapsed();
  if (now - tries.startedAt >= patienceWith(failure)) return true;
  tries.refusedSince = isRefusal(failure) ? (tries.refusedSince ?? now) : undefined;
  return (
    tries.refusedSince !== undefined &&
    now - tries.refusedSince >= refusedForGood &&
    (await desk.halt.othersWork(failure))
  );
}

const patienceWith = (failure: CliError): number =>
  signalOfFailedRead(failure).kind === 'throttled' ? patienceWhenThrottled : patience;

/** A whole answer that says no to what is asked: not to who asks, and not for the time being. */
export const isRefusal = ({ status = 0 }: CliError): boolean =>
  status >= 400 && status < 500 && ![401, 403, 408, 425, 429].includes(status);

const isOfEveryRequest = ({ kind, status = 0 }: CliError): boolean =>
  kind === 'auth' || (status >= 300 && status < 400);

/** Makes a read once, in its turn; the failure, where it did not work. @throws Stopped */
export async function askOnce<T>(read: () => Promise<T>, { gate }: Desk): Promise<T | CliError> {
  const ticket = await gate.enter('look-up');
  if (!ticket) throw new Stopped();
  try {
    const answer = await read();
    gate.leave(ticket, { kind: 'answered' });
    return answer;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    gate.leave(ticket, signalOfFailedRead(error));
    return error;
  }
}
