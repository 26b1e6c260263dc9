import { CliError } from '../errors.ts';
import type { OutcomeEvidence } from '../resources/evidence.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { isObject } from '../text/json.ts';
import { type Connection, hostOf } from './connection.ts';
import { listProducts } from './endpoints/products.ts';
import { type Reply, unexpectedReply } from './failures.ts';
import { isCountedEmpty } from './pages.ts';
import { getRecord, named, nameOfPlace, type Place, requestTo, sendTo, timeToShow, unclear } from './records.ts';
import { otherRecord } from './reply/other-record.ts';
import { isBareId, isForRead, saysItWasDone } from './reply/write-reply.ts';
import type { ApiRequest } from './request.ts';

/** How it is known that a record is gone: the store said so, or a read showed it. */
type KnownGone = Extract<OutcomeEvidence, 'answered' | 'read'>;

interface Deletion {
  /** Whether a GET decides even if the store says that it was deleted. */
  readonly isProven?: boolean;
}

/**
 * DELETE of a record. Where the store does not say that it is gone, a GET decides: an empty reply is no yes.
 * @throws CliError `not-found` where there was none, `outcome-unknown` where it may still be there
 */
export async function deleteRecord<R>(
  connection: Connection,
  place: Place<R>,
  { isProven = false }: Deletion = {},
): Promise<KnownGone> {
  const request = requestTo(connection, 'DELETE', place);
  const reply = await named(connection, place, sendTo(connection, place, request));
  const isSaid = saysItWasDone('DELETE', reply, place) && !namesOther(reply, place);
  if (isSaid && !isProven) return 'answered';
  if (!isSaid && !isForRead(reply, place) && !namesOther(reply, place)) return unclear(connection, request, reply);
  await confirmGone(connection, place, { request, reply, isSaid });
  return 'read';
}

/** A record that is not in the store any more, or was not before. */
interface Gone {
  readonly result: 'done' | 'gone';
  readonly evidence: KnownGone;
}

/**
 * The same, where a record that is gone already is as good. After 404 a GET decides too: a store without such a request
 * answers so.
 * @throws CliError `refused` for a record that is still shown after 404, `outcome-unknown` for a record that cannot be
 * read
 */
export async function deleteIfAny<R>(connection: Connection, place: Place<R>, deletion: Deletion = {}): Promise<Gone> {
  try {
    return { result: 'done', evidence: await deleteRecord(connection, place, deletion) };
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const unread = (seen: string): never => {
    throw unexpectedReply(connection, requestTo(connection, 'DELETE', place), `says "not found", and ${seen}`);
  };
  if (!(await isStillShown(connection, place, unread))) return { result: 'gone', evidence: 'read' };
  const why = `answered "not found" to the DELETE, but still shows the ${place.names[0]}.`;
  throw new CliError('refused', `${hostOf(connection)} ${why}`);
}

/** Whether the reply to a deletion is about another record than the one to be deleted. */
const namesOther = <R>({ json }: Reply, place: Place<R>): boolean =>
  isOtherId(json, place) ||
  [json, isObject(json) ? json.data : undefined]
    .filter(isObject)
    .some((body) => otherRecord(body as StoreRecord, place) !== undefined || deletesOther(body, place));

/** `{"deleted":"12"}` to a deletion of 101: an ID, or a count of what was deleted with it. */
const deletesOther = (body: StoreRecord, place: Place): boolean =>
  [body.deleted, body.removed].some((said) => isOtherId(said, place));

const isOtherId = (said: unknown, { id }: Place): boolean =>
  isBareId(said) && otherRecord({ said }, { id, askedBy: ['said'] }) !== undefined;

interface Answered {
  readonly request: ApiRequest;
  readonly reply: Reply;
  /** Whether the store says that it was deleted. */
  readonly isSaid: boolean;
}

/**
 * @throws CliError `outcome-unknown` for a record that is still shown a while later, and a record that cannot be read
 */
async function confirmGone<R>(connection: Connection, place: Place<R>, answered: Answered): Promise<void> {
  const refuse = (seen: string): never => {
    if (!answered.isSaid) return unclear(connection, answered.request, answered.reply, `, and ${seen}`);
    throw unexpectedReply(connection, answered.request, `says that it was done, but ${seen}`);
  };
  if (!(await isStillShown(connection, place, refuse))) return;
  await connection.sleep(timeToShow, connection.signal);
  if (await isStillShown(connection, place, refuse)) refuse(`${nameOfPlace(place)} is still there`);
}

/** Whether a read shows the record after its deletion. @param refuse throws, where the read says nothing of it */
const isStillShown = <R>(connection: Connection, place: Place<R>, refuse: (seen: string) => never): Promise<boolean> =>
  isShown(connection, place).catch((error: unknown) => {
    if (!(error instanceof CliError) || isThrottled(connection, error)) throw error;
    return refuse(`a read did not show whether it is gone: ${error.message.replace(/\.$/, '')}`);
  });

/** `null` in place of the record, as a program without its database answers, needs another read that shows that it has it. */
async function isShown<R>(connection: Connection, place: Place<R>): Promise<boolean> {
  try {
    await getRecord(connection, place);
    return true;
  } catch (error) {
    if (!isMissing(error)) throw error;
    if (error.status !== 404) await requireProducts(connection);
    return false;
  }
}

/** @throws CliError where the store lists no product, and counts none either */
async function requireProducts(connection: Connection): Promise<void> {
  const page = await listProducts(connection, { limit: '1' });
  if (page.records.length > 0 || isCountedEmpty(page)) return;
  throw new CliError('refused', `${hostOf(connection)} lists no products either.`);
}

/** Another record in its place does not show that it is gone. */
const isMissing = (error: unknown): error is CliError =>
  error instanceof CliError && error.kind === 'not-found' && !error.isOtherRecord;

/** A caller that paces its requests makes the deletion again, which may be made twice. */
const isThrottled = ({ isPaced }: Connection, { status }: CliError): boolean => isPaced === true && status === 429;
