import type { Session } from '../../../cli/session.ts';
import type { Connection } from '../../../client/connection.ts';
import { addressAt, listAddresses } from '../../../client/endpoints/addresses.ts';
import { basketAt } from '../../../client/endpoints/baskets.ts';
import { customerAt } from '../../../client/endpoints/customers.ts';
import { orderAt } from '../../../client/endpoints/orders.ts';
import { getRecord, type Place, unlessMissing } from '../../../client/records.ts';
import { CliError } from '../../../errors.ts';
import { address } from '../../../resources/addresses.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
import { safe } from '../../../text/escape.ts';
import type { ErasureStep } from './steps.ts';

/**
 * The steps after a last read of the customer and the addresses: what it shows is left, whatever was seen before, as one of
 * several servers may lag behind. A read that fails shows nothing, and where something failed, the command has to be rerun
 * anyway.
 */
export async function afterLastRead(
  session: Session,
  connection: Connection,
  id: string,
  steps: readonly ErasureStep[],
): Promise<readonly ErasureStep[]> {
  if (steps.some(({ result }) => result === 'failed' || result === 'left')) return steps;
  const customer = await orNothing(session, getRecord(connection, customerAt(id)));
  const list = await orNothing(session, listAddresses(connection, id));
  const shown = [
    ...(list?.records ?? []).map((one) => ({ what: 'address', id: address.idOf(one) })),
    ...(customer ? [{ what: 'customer', id }] : []),
  ];
  if (shown.length === 0) return steps;
  const isOf = (one: StepRecord) => (other: StepRecord) => one.what === other.what && one.id === other.id;
  const at = session.context.clock.now().toISOString();
  const left: ErasureStep[] = [];
  for (const one of shown) {
    const reason = steps.some(isOf(one)) ? 'shown again' : 'not shown before';
    left.push({ ...one, result: 'left', at, reason, evidence: 'read' });
    await session.notice(safe`Not deleted: ${one.what} ${one.id}, ${reasons[reason]}.`);
  }
  return [...steps.filter((step) => !shown.some(isOf(step))), ...left];
}

type StepRecord = Pick<ErasureStep, 'what' | 'id'>;

const reasons = {
  'shown again': 'which the store shows again',
  'not shown before': 'which the store did not show before',
} as const;

/** @throws what is no answer of the store, and what Ctrl-C has cut off */
const orNothing = <T>(session: Session, read: Promise<T>): Promise<T | undefined> =>
  read.catch((error: unknown) => {
    if (isCutOff(session, error)) throw error;
    return undefined;
  });

const isCutOff = ({ context }: Session, error: unknown): boolean =>
  context.interrupted.aborted || !(error instanceof CliError);

/**
 * What has become of records that an earlier erasure did not see the end of, and that are not found by their customer any
 * more: each is read by its ID.
 */
export async function settled(
  session: Session,
  connection: Connection,
  id: string,
  left: readonly ErasureStep[],
): Promise<readonly ErasureStep[]> {
  const steps: ErasureStep[] = [];
  for (const { what, id: ofRecord } of left) {
    const place = placeOf(id, { what, id: ofRecord });
    if (place === undefined) continue;
    const [why, ended] = await nowOf(session, connection, { what, id: ofRecord }, place);
    if (why !== '') await session.notice(safe`Not deleted: ${what} ${ofRecord}${why}`);
    steps.push({ what, id: ofRecord, at: session.context.clock.now().toISOString(), ...ended });
  }
  return steps;
}

type StepEnd = Pick<ErasureStep, 'result' | 'reason' | 'evidence'>;

/** Whether a record is gone, and if not, how to say so. @throws what is no answer of the store, and what Ctrl-C has cut off */
async function nowOf(
  session: Session,
  connection: Connection,
  one: StepRecord,
  place: Place<StoreRecord>,
): Promise<readonly [why: string, ended: StepEnd]> {
  try {
    const found = await unlessMissing(getRecord(connection, place));
    if (found === undefined) return ['', { result: 'gone', reason: null, evidence: 'read' }];
    const why = `, which the store still has. ${howToDelete(one)}`;
    return [why, { result: 'left', reason: 'not found by the customer', evidence: 'read' }];
  } catch (error) {
    if (isCutOff(session, error)) throw error;
    const { message, kind } = error as CliError;
    return [`. ${message}`, { result: 'failed', reason: kind, evidence: 'none' }];
  }
}

const howToDelete = ({ what, id }: StepRecord): string =>
  what === 'order' || what === 'basket' ? safe`To delete it, run 'shop-cli ${what}s delete ${id}'.` : '';

/** Where a record of a receipt is; none of what is on this machine. */
function placeOf(customer: string, { what, id }: StepRecord): Place<StoreRecord> | undefined {
  if (what === 'basket') return basketAt(id);
  if (what === 'order') return orderAt(id);
  if (what === 'address') return addressAt(customer, id);
  return what === 'customer' ? customerAt(id) : undefined;
}
