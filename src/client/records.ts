import { CliError } from '../errors.ts';
import type { Json } from '../resources/kind.ts';
import type { RecordDefinition } from '../resources/record.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { isObject } from '../text/json.ts';
import { type Connection, hostOf } from './connection.ts';
import { type Reply, unexpectedReply, unreadAfter } from './failures.ts';
import type { Page } from './pages.ts';
import {
  contentOf,
  type ExpectedRecord,
  findList,
  findRecord,
  isAcknowledgement,
  isEmptyReply,
  isWithoutPart,
  namesNextPage,
} from './reply/shapes.ts';
import { type ApiRequest, apiRequest, replyLimits } from './request.ts';
import { type Query, RequestUrl } from './request-url.ts';
import { send } from './send.ts';

/** Where a record or a list of records is, and what comes back. */
export interface Place<R = unknown> extends ExpectedRecord<R> {
  /** Path segments after the version of the API, not encoded. */
  readonly segments: readonly string[];
  /** The record that it is part of: `of customer 101`. */
  readonly whole?: string;
  /** Filters of a list, as text. */
  readonly filters?: Readonly<Record<string, string | undefined>>;
  /** `Accept-Language`. */
  readonly language?: string | undefined;
  /** `acceptLanguageId`. */
  readonly languageId?: string | undefined;
}

/** GET of one record. An empty reply means that there is none. @throws CliError of every kind but `outcome-unknown`. */
export async function getRecord<R>(connection: Connection, place: Place<R>): Promise<R> {
  const request = requestTo(connection, 'GET', place);
  const { json, text } = await named(connection, place, send(connection, request));
  const found = findRecord(json, place);
  if (found !== undefined) {
    const other = otherId(found, place);
    if (other === undefined) return found;
    throw unexpectedReply(connection, request, `is ${place.names[0]} ${other} instead of ${place.id}`);
  }
  if (text.trim() === '' || isEmptyReply(json, place.names) || isWithoutPart(json, place))
    throw notFound(connection, place, `${missingName(connection, place)}.`);
  const content = place.record.isOpen ? contentOf(json, place.names) : undefined;
  return (content as R | undefined) ?? unexpected(connection, request, place, json);
}

/**
 * The ID of a record that is not the one that was asked for: what is shown before a deletion must be what is deleted. Of
 * an order it is not documented which ID a reply has.
 */
function otherId<R>(found: R, { record, id = '' }: Place<R>): string | undefined {
  if (record.isOpen || !isNumber(id)) return undefined;
  const own = record.identifiedBy.map((name) => String((found as StoreRecord)[name])).filter(isNumber);
  return own.some((text) => BigInt(text) === BigInt(id)) ? undefined : own[0];
}

const isNumber = (text: string): boolean => /^\d+$/.test(text);

/** POST that creates a record. Sent once, never retried. */
export async function createRecord<R>(connection: Connection, place: Place<R>, body: Json): Promise<R> {
  const request = requestTo(connection, 'POST', place, { body });
  const { json } = await send(connection, request);
  return findRecord(json, place) ?? unexpected(connection, request, place, json);
}

/**
 * POST with an undocumented reply: any 2xx that is no web page means that it was done. Sent once, never retried.
 * @returns the request too, for an error about its reply
 */
export async function postTo(
  connection: Connection,
  place: Place,
  body: Json,
): Promise<{ readonly reply: Reply; readonly request: ApiRequest }> {
  const request = requestTo(connection, 'POST', place, { body, hasFreeReply: true });
  return { reply: await send(connection, request), request };
}

/** PATCH of a record, sent once. The reply is not documented: where it is not the record, a GET follows. */
export async function updateRecord<R>(connection: Connection, place: Place<R>, body: Json): Promise<R> {
  const request = requestTo(connection, 'PATCH', place, { body, hasFreeReply: true });
  const { json } = await named(connection, place, send(connection, request));
  const ids = ['id', ...place.record.identifiedBy];
  const found = isAcknowledgement(json, ids) ? undefined : findRecord(json, place);
  // A reply of IDs alone does not show what the record has become.
  if (found !== undefined && !Object.keys(found as StoreRecord).every((name) => ids.includes(name))) return found;
  // The change was sent: an error of this GET must not say otherwise.
  return await getRecord(connection, place).catch((error: unknown) => {
    throw error instanceof CliError ? unreadAfter(connection, request, error) : error;
  });
}

/** DELETE of a record. Any 2xx is success, whatever its body, except a page to sign in. */
export async function deleteRecord(connection: Connection, place: Omit<Place, 'record'>): Promise<void> {
  await named(connection, place, send(connection, requestTo(connection, 'DELETE', place)));
}

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

/** Whether this says more than that there is no such record, as `There is no customer with this ID.` does not. */
function saysMore(text: string, { names, id = '' }: Named): boolean {
  const known = new Set([...emptyWords, ...names, ...wordsOf(id)]);
  return !wordsOf(text.replace(/\b(in|of) (the|this) \w+/gi, '')).every((word) => known.has(word));
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const emptyWords = wordsOf(
  'a an the this that such with was is be there no not none found does do doesn t exist could id key sku or 404 error',
);

/**
 * GET of a list. Undocumented shapes are accepted: see `findList`.
 * @param envelope what is documented around it, which a store may leave out all the same
 */
export async function listRecords<R>(
  connection: Connection,
  place: Place<R>,
  envelope?: RecordDefinition,
): Promise<Page<R>> {
  const request = requestTo(connection, 'GET', place, { limit: replyLimits.page, isList: place.id === undefined });
  const { json, status, text } = await send(connection, request);
  const totals = totalsIn(json, envelope);
  const { names, record, isPart } = place;
  // Another API may return a list too: without the documented envelope, the list must have the documented name.
  const isNamed = envelope !== undefined && !envelope.check(totals).ok;
  const isLater = Number(place.filters?.offset ?? 0) > 0;
  const entries = findList(json, names[1], { isNamed, isLater })?.entries;
  if (entries) {
    if (entries.length === 0 && namesNextPage(json))
      throw unexpectedReply(connection, request, 'has no records, but names a next page');
    const records = entries.map(
      (entry) => findRecord(entry, { names, record, isPart }) ?? unexpected(connection, request, place, entry),
    );
    return { totals, records };
  }
  // A search without a match may have an empty reply, as one record that is missing.
  if (status === noContent || (place.id !== undefined && text.trim() === '')) return { totals, records: [] };
  // A list of one, written as that one.
  const only = findRecord(json, place);
  if (only === undefined) throw unexpectedReply(connection, request, 'has no list');
  return { totals, records: [only] };
}

const noContent = 204;

/** The envelope of a list, which may be in `data`. */
function totalsIn(json: unknown, envelope?: RecordDefinition): StoreRecord {
  const bodies = [json, isObject(json) ? json.data : undefined].filter(isObject);
  return bodies.find((body) => envelope?.check(body).ok) ?? bodies[0] ?? {};
}

/** @throws CliError that says why a reply is not this record */
export function unexpected(connection: Connection, request: ApiRequest, { record }: Place, json: unknown): never {
  const outcome = record.check(json);
  throw unexpectedReply(connection, request, outcome.ok ? 'is a different record' : outcome.fault);
}

function requestTo(
  { base, filterStyle }: Connection,
  method: ApiRequest['method'],
  { segments, filters = {}, language, languageId }: Omit<Place, keyof ExpectedRecord<unknown>>,
  more: Pick<ApiRequest, 'body' | 'limit' | 'isList' | 'hasFreeReply'> = {},
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

/** The error for a record that no request found. */
export const notFound = (connection: Connection, place: Pick<Place, 'segments'>, message: string): CliError =>
  new CliError('not-found', message, {
    status: 404,
    hint: connection.hint?.('not-found', requestTo(connection, 'GET', place)),
  });

/** The record, or undefined where there is none. @throws every other failure */
export async function unlessMissing<R>(look: Promise<R>): Promise<R | undefined> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof CliError && error.kind === 'not-found') return undefined;
    throw error;
  }
}
