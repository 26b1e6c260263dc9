import { CliError } from '../../errors.ts';
import { signalOfFailedRead } from '../classify.ts';
import type { Desk } from './desk.ts';

/** A read that fails is tried again for so long; one that is only put off for longer than the pacer bears it, which then stops everything. */
const [patience, patienceWhenThrottled] = [10 * 60_000, 20 * 60_000];
const [firstPause, longestPause] = [1000, 30_000];

/** The import stopped before a read was answered. */
export class Stopped extends Error {}

/**
 * Makes a read in its turn, again and again until it is answered: one that fails says nothing.
 * @throws CliError the last failure, when none was answered within ten minutes; Stopped
 */
export async function ask<T>(read: () => Promise<T>, desk: Desk): Promise<T> {
  const startedAt = desk.clock.elapsed();
  for (let pause = firstPause; ; pause = Math.min(longestPause, pause * 2)) {
    const answer = await askOnce(read, desk);
    if (!(answer instanceof CliError)) return answer;
    const longest = signalOfFailedRead(answer).kind === 'throttled' ? patienceWhenThrottled : patience;
    if (desk.clock.elapsed() - startedAt >= longest) throw answer;
    if (isOfEveryRequest(answer)) await desk.halt.isOfTheRow(answer);
    await desk.clock.sleep(pause, desk.halt.signal);
  }
}

const isOfEveryRequest = ({ kind, status = 0 }: CliError): boolean => kind === 'auth' || (status >= 300 && status < 400);

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
