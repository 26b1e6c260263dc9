import { CliError, type FailureDetails } from '../errors.ts';
import type { OutcomeEvidence } from '../resources/evidence.ts';
import type { Json } from '../resources/kind.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { basketKeyKind } from '../resources/shop-kinds.ts';
import { isObject } from '../text/json.ts';
import { type Connection, hostOf } from './connection.ts';
import { type Reply, unexpectedReply, unreadAfter } from './failures.ts';
import { readError, saysMore } from './reply/error-body.ts';
import { type Asked, otherRecord, showsId } from './reply/other-record.ts';
import { contentOf, type ExpectedRecord, findRecord, isEmptyReply, isWithoutPart } from './reply/shapes.ts';
import { isDenied, recordIn, saysItWasDone } from './reply/write-reply.ts';
import { type ApiRequest, apiRequest } from './request.ts';
import { type Query, RequestUrl } from './request-url.ts';
import { send } from './send.ts';

/** Where a record or a list of records is, and what comes back. */
export interface Place<R = unknown> extends ExpectedRecord<R>, Asked {
  /** Path segments after the version of the API, not encoded. */
  readonly segments: readonly string[];
  /** Whether it is read by something else than what `id` looks like: that the store shows none says nothing. */
  readonly isReadByOther?: boolean;
  /** The record that it is part of: `of customer 101`. */
  readonly whole?: string;
  /** Filters of a list, as text. */
  readonly filters?: Readonly<Record<string, string | undefined>>;
  /** `Accept-Language`. */
  readonly language?: string | undefined;
  /** `acceptLanguageId`. */
  readonly languageId?: string | undefined;
}

/** How long a store may need to show what it has done, in milliseconds. */
export const timeToShow = 5000;

/** GET of one record. JSON that is empty means that there is none, and no body at all means nothing. @throws CliError of every kind but `outcome-unknown`. */
export async function getRecord<R>(connection: Connection, place: Place<R>): Promise<R> {
  const request = requestTo(connection, 'GET', place);
  const { json, text, status } = await named(connection, place, send(connection, request));
  const found = findRecord(json, place);
  if (found !== undefined) {
    const other = otherRecord(found as StoreRecord, place);
    if (other === undefined) {
      connection.onShown?.(place.segments, [found as StoreRecord]);
      return found;
    }
    const instead = `${missingName(connection, place)}: the store answered with ${place.names[0]} ${other}.`;
    throw notFound(connection, place, instead, { status, isOtherRecord: true });
  }
  if (text.trim() === '') throw emptyReply(connection, request);
  if (isEmptyReply(json, place.names) || isWithoutPart(json, place))
    throw notFound(connection, place, `${missingName(connection, place)}.`, { status });
  const content = place.record.isOpen ? contentOf(json, place.names) : undefined;
  if (content !== undefined && !mayBeAsked(json, content, place)) unexpected(connection, request, place, json);
  return (content as R | undefined) ?? unexpected(connection, request, place, json);
}

/**
 * Whether content whose fields the API does not show may be the record: it is under its name, or has the ID in one of its
 * fields, as the number `2026-7` has 7. A part of another record may have no ID, but then a field that is known. Sentences say
 * nothing: an error repeats what was asked for.
 */
const mayBeAsked = (json: unknown, content: StoreRecord, { names, id = '', isPart, record }: Place): boolean =>
  names.some((name) => isObject(json) && Object.hasOwn(json, name)) ||
  (isPart === true && Object.keys(content).some((name) => Object.hasOwn(record.fields, name))) ||
  Object.values(content).some(
    (value) => ['string', 'number'].includes(typeof value) && !/\s/.test(String(value)) && String(value).includes(id),
  );

/**
 * POST that creates a record. Sent once, never retried.
 * @param before what is read first, but not in a dry run, which shows the request alone
 * @returns a reply that says that it was done, and the request, for an error about the reply
 * @throws CliError `outcome-unknown` for a reply that does not say so
 */
export async function postTo<R>(
  connection: Connection,
  place: Place<R>,
  body: Json,
  before?: () => Promise<unknown>,
): Promise<{ readonly reply: Reply; readonly request: ApiRequest }> {
  const request = requestTo(connection, 'POST', place, { body });
  const reply = await sendAfter(connection, request, before);
  if (saysItWasDone('POST', reply, place)) return { reply, request };
  const isOther = isObject(reply.json) && !isDenied(reply.json) && findRecord(reply.json, place) === undefined;
  return isOther ? unexpected(connection, request, place, reply.json) : unclear(connection, request, reply);
}

/** What a record has become, and how that is known: from a read, or from the answer alone. */
interface UpdatedRecord<R> {
  readonly record: R;
  readonly evidence: Extract<OutcomeEvidence, 'answered' | 'read'>;
}

/**
 * PATCH of a record, sent once. Its reply may be what was sent: a GET shows what the record has become. A store that does
 * not show the record has to be believed if it answers with it.
 * @param isDone whether a record shows the update: else it is read once more, as a replica may show it late
 */
export async function updateRecord<R>(
  connection: Connection,
  place: Place<R>,
  body: Json,
  isDone: (record: R) => boolean = () => true,
): Promise<UpdatedRecord<R>> {
  const request = requestTo(connection, 'PATCH', place, { body });
  const reply = await named(connection, place, sendTo(connection, place, request));
  if (!saysItWasDone('PATCH', reply, place)) return unclear(connection, request, reply);
  // The change was sent: an error of this GET must not say otherwise.
  const found = await shownIn(getRecord(connection, place)).catch((error: unknown): UpdatedRecord<R> => {
    const replied = recordIn(reply, place);
    if (!(error instanceof CliError) || error.kind === 'interrupted') throw error;
    if (replied === undefined || otherRecord(replied as StoreRecord, place))
      throw unreadAfter(connection, request, error);
    return { record: replied, evidence: 'answered' };
  });
  if (isDone(found.record)) return found;
  await connection.sleep(timeToShow, connection.signal);
  return await shownIn(getRecord(connection, place)).catch((error: unknown) => {
    if (!(error instanceof CliError) || error.kind === 'interrupted') throw error;
    return found;
  });
}

const shownIn = async <R>(read: Promise<R>): Promise<UpdatedRecord<R>> => ({ record: await read, evidence: 'read' });

/**
 * Sends a change or a deletion. An ID that is neither digits nor a key is looked at before, since a store may read it as that
 * of another record, as PHP reads `1001-A` as 1001 and `206{3}12` as 206; but not in a dry run.
 */
export const sendTo = <R>(connection: Connection, place: Place<R>, request: ApiRequest): Promise<Reply> =>
  sendAfter(connection, request, isDoubtful(place) ? () => refuseOther(connection, place) : undefined);

async function sendAfter(connection: Connection, request: ApiRequest, before?: () => Promise<unknown>): Promise<Reply> {
  if (!before) return await send(connection, request);
  const { guard, ...unguarded } = connection;
  await guard?.(request);
  await before();
  return await send(unguarded, request);
}

/** @throws CliError `not-found` where the store does not show a record with exactly this ID */
async function refuseOther<R>(connection: Connection, place: Place<R>): Promise<void> {
  if (showsId((await getRecord(connection, place)) as StoreRecord, place)) return;
  const unproven = `the ${place.names[0]} that the store showed has no such ID. Nothing was sent.`;
  throw notFound(connection, place, `${missingName(connection, place)}: ${unproven}`, { isOtherRecord: true });
}

const isDoubtful = ({ id }: Pick<Place, 'id'>): boolean =>
  id !== undefined && !/^[1-9]\d*$/.test(id) && basketKeyKind.typed(id) === undefined;

/**
 * @param more what a read showed, after the words of the reply
 * @throws CliError `outcome-unknown` for a reply that neither says that a write was done nor that it was refused
 */
export function unclear(connection: Connection, request: ApiRequest, { json, text }: Reply, more = ''): never {
  const { message } = readError(json);
  const words = message === undefined ? 'does not say whether it was done' : `says "${message}"`;
  throw unexpectedReply(connection, request, `${text.trim() === '' ? 'is empty' : words}${more}`);
}

/** The error for a write that was answered, and not done as it was asked. @param message a sentence */
export const notAsAsked = (
  connection: Connection,
  place: Place,
  { message, fields }: { readonly message: string; readonly fields: readonly string[] },
): CliError =>
  new CliError('outcome-unknown', message, {
    field: fields[0],
    hint: connection.hint?.('uncertain', requestTo(connection, 'PATCH', place)),
  });

type Named = Pick<Place, 'names' | 'id' | 'whole'>;

/** `address 301 of customer 101` */
export const nameOfPlace = ({ names: [one], id, whole }: Named): string =>
  `${one} ${id}${whole === undefined ? '' : ` ${whole}`}`;

/** `No customer 9999 on shop.example` */
const missingName = (connection: Connection, place: Named): string =>
  `${place.id === undefined ? 'Not found' : `No ${nameOfPlace(place)}`} on ${hostOf(connection)}`;

/** The same reply; an error for a record that there is not names it, and has the words of the store where they say more. */
export async function named<T>(connection: Connection, place: Named, reply: Promise<T>): Promise<T> {
  return await reply.catch((error: unknown) => {
    if (!(error instanceof CliError && error.kind === 'not-found')) throw error;
    const { message } = error;
    const generic = `Not found on ${hostOf(connection)}`;
    if (!message.startsWith(generic)) throw error;
    const words = message.slice(generic.length);
    throw error.reworded({ message: missingName(connection, place) + (saysMore(words, place) ? words : '.') });
  });
}

/** The error for a reply without a body: a program that died without a word says nothing. */
export const emptyReply = (connection: Connection, request: ApiRequest): CliError =>
  unexpectedReply(connection, request, 'is empty');

/** @throws CliError that says why a reply is not this record */
export function unexpected(connection: Connection, request: ApiRequest, { record }: Place, json: unknown): never {
  const outcome = record.check(json);
  throw unexpectedReply(connection, request, outcome.ok ? 'is a different record' : outcome.fault);
}

/** A request to this place, with its filters. */
export function requestTo(
  { base, filterStyle }: Connection,
  method: ApiRequest['method'],
  { segments, filters = {}, language, languageId }: Omit<Place, keyof ExpectedRecord<unknown>>,
  more: Pick<ApiRequest, 'body' | 'limit' | 'isList'> = {},
): ApiRequest {
  const query = [
    ...filterQuery(filters, filterStyle),
    ...(languageId ? [['acceptLanguageId', languageId] as const] : []),
  ];
  return apiRequest(method, RequestUrl.to(base, segments, query), { language, ...more });
}

/**
 * `filter[search]` is documented; whether the other filters are plain or in brackets is not, so both are sent unless
 * the settings say which.
 */
function filterQuery(filters: Place['filters'] = {}, style: Connection['filterStyle']): Query {
  return Object.entries(filters).flatMap(([name, value]): Query => {
    if (value === undefined) return [];
    const plain = [name, value] as const;
    const bracket = [`filter[${name}]`, value] as const;
    if (name === 'search' || style === 'bracket') return [bracket];
    return style === 'plain' ? [plain] : [plain, bracket];
  });
}

/** The error for a record that no request found. @param details the status of a reply that is none of a missing record */
export const notFound = (
  connection: Connection,
  place: Pick<Place, 'segments'>,
  message: string,
  details: Pick<FailureDetails, 'status' | 'isOtherRecord'> = {},
): CliError =>
  new CliError('not-found', message, {
    status: 404,
    ...details,
    hint: connection.hint?.('not-found', requestTo(connection, 'GET', place)),
  });

/** The record, or undefined where there is none. @throws every other failure: another record does not show that */
export async function unlessMissing<R>(look: Promise<R>): Promise<R | undefined> {
  return await unlessNotFound(look, ({ isOtherRecord }) => !isOtherRecord);
}

/** The same, also where the store answers with another record, for callers that search then. */
export async function unlessNotFound<R>(
  look: Promise<R>,
  isNone: (error: CliError) => boolean = () => true,
): Promise<R | undefined> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof CliError && error.kind === 'not-found' && isNone(error)) return undefined;
    throw error;
  }
}
