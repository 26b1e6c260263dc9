import type { Session } from '../../../cli/session.ts';
import type { Connection } from '../../../client/connection.ts';
import { CliError } from '../../../errors.ts';
import type { PacedReads } from '../../../pace/paced-reads.ts';
import { evidenceOfFailure } from '../../../resources/evidence.ts';
import type { Belongings } from './belongings.ts';
import { carriedOut, type Plan, planOf, untried } from './carry-out.ts';
import { afterLastRead, settled } from './last-reads.ts';
import { forgotten } from './on-this-machine.ts';
import type { ErasureReceipt } from './receipt.ts';
import { type ErasureStep, isComplete, type PersonErasure } from './steps.ts';

/** Somebody who is to be erased. */
export interface DataSubject {
  readonly id: string;
  /** Empty where the store has nothing, or cannot be read. */
  readonly plan: Plan;
  /** What the store has; why it cannot be read. */
  readonly all: Belongings | CliError;
}

export const personOf = (id: string, all: Belongings | CliError, withOrders: boolean): DataSubject => ({
  id,
  all,
  plan: all instanceof CliError ? { erased: [], kept: [] } : planOf(all, withOrders),
});

/** Whether the store has anything of a person. */
export const isFound = ({ plan }: DataSubject): boolean => plan.erased.length + plan.kept.length > 0;

interface Erasing {
  readonly session: Session;
  readonly connection: Connection;
  readonly reads: PacedReads;
  readonly receipt: ErasureReceipt | undefined;
}

/**
 * Erases one after the other, and writes the receipt after each. A person who cannot be erased keeps the others from
 * it only if they would meet the same.
 */
export async function eraseAll(erasing: Erasing, people: readonly DataSubject[]): Promise<readonly PersonErasure[]> {
  const { session, receipt } = erasing;
  const erased: PersonErasure[] = [];
  for (const person of people) {
    const isStopped = session.context.interrupted.aborted || erased.some(({ error }) => error !== undefined);
    erased.push(isStopped ? leftOut(erasing, person) : await erasePerson(erasing, person));
    await receipt?.write(erased);
  }
  return erased;
}

function leftOut({ session, receipt }: Erasing, { id, plan, all }: DataSubject): PersonErasure {
  const at = timeOf(session);
  const known = all instanceof CliError ? [unread(id, all, at)] : untried(plan);
  const steps = [...known, ...leftOnly(receipt, id, known)];
  const result = steps.length > 0 ? 'not erased' : receipt?.wasComplete(id) ? 'erased before' : 'not found';
  const error = session.context.interrupted.aborted ? { error: new CliError('interrupted', 'Stopped.') } : {};
  return { customer: id, result, steps, at, ...error };
}

async function erasePerson(erasing: Erasing, person: DataSubject): Promise<PersonErasure> {
  const { session, connection, reads, receipt } = erasing;
  const { id, all, plan } = person;
  if (all instanceof CliError) {
    const at = timeOf(session);
    return { customer: id, result: 'not erased', steps: [unread(id, all, at)], at };
  }
  if (!isFound(person)) return await nothingLeft(erasing, id);
  const { steps: done, error } = await carriedOut(session, reads, plan);
  if (error !== undefined) return ended(session, id, [...done, ...leftOnly(receipt, id, done)], error);
  try {
    const found = await settled(session, connection, id, leftOnly(receipt, id, done));
    const steps = await afterLastRead(session, connection, id, [...done, ...found]);
    if (!isComplete(steps)) return ended(session, id, steps);
    const here = await forgotten(session, connection, { id, record: all.record, orderIds: all.orderIds });
    return ended(session, id, [...steps, ...here]);
  } catch (cause) {
    // What was deleted belongs into the receipt, whatever kept it from being read again.
    return ended(session, id, [...done, ...leftOnly(receipt, id, done)], cause);
  }
}

/** The last request of an interrupted erasure may have arrived. */
async function nothingLeft({ session, connection, receipt }: Erasing, id: string): Promise<PersonErasure> {
  const left = await settled(session, connection, id, receipt?.leftBefore(id) ?? []);
  // Without a receipt nothing else says that an earlier erasure could not reach the index or the journal.
  const here = await forgotten(session, connection, { id, record: undefined, orderIds: [] });
  const steps = [...left, ...here];
  if (steps.some(({ result }) => result !== 'gone') || left.length > 0) return ended(session, id, steps);
  const before = receipt?.wasComplete(id);
  if (before === false) return ended(session, id, steps);
  return { customer: id, result: before ? 'erased before' : 'not found', steps: [], at: timeOf(session) };
}

function ended(session: Session, customer: string, steps: readonly ErasureStep[], error?: unknown): PersonErasure {
  const isDone = error === undefined && isComplete(steps);
  const found = { customer, steps, at: timeOf(session), result: isDone ? 'erased' : 'not erased' } as const;
  return error === undefined ? found : { ...found, error };
}

const timeOf = ({ context }: Session): string => context.clock.now().toISOString();

/** The step of a customer who could not be read, in no words of the store. */
const unread = (id: string, failure: CliError, at: string): ErasureStep => ({
  what: 'customer',
  id,
  result: 'failed',
  at,
  reason: failure.kind,
  evidence: evidenceOfFailure(failure),
});

/** What an earlier erasure left, and this one did not find. */
const leftOnly = (
  receipt: ErasureReceipt | undefined,
  id: string,
  steps: readonly ErasureStep[],
): readonly ErasureStep[] =>
  (receipt?.leftBefore(id) ?? []).filter((one) => !steps.some(({ what, id }) => what === one.what && id === one.id));
