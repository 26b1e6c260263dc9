import { CliError } from '../errors.ts';
import type { Json } from '../resources/kinds.ts';
import type { Outcome, Received, RecordDefinition } from '../resources/record.ts';
import type { Connection } from './connection.ts';
import { replyLimits } from './exchange.ts';
import { unexpectedReply, unreadAfter } from './failures.ts';
import type { Page } from './pages.ts';
import { type ApiRequest, apiRequest } from './request.ts';
import { type Query, RequestUrl } from './request-url.ts';
import { send } from './send.ts';

/** The check of a record definition. */
interface Checks<R> {
  check(reply: unknown): Outcome<R>;
}

/** Where a record or a list of records is, and what comes back. */
export interface Place<R = unknown> {
  /** Path segments after the version of the API, not encoded. */
  readonly segments: readonly string[];
  readonly record: Checks<R>;
  /** Filters of a list, as text. */
  readonly filters?: Readonly<Record<string, string | undefined>>;
  /** `Accept-Language`. */
  readonly language?: string | undefined;
  /** `acceptLanguageId`. */
  readonly languageId?: string | undefined;
}

/** GET of one record. @throws CliError of every kind but `outcome-unknown`. */
export async function getRecord<R>(connection: Connection, place: Place<R>): Promise<R> {
  const request = requestTo(connection, 'GET', place);
  return checked(connection, request, place.record, (await send(connection, request)).json);
}

/** POST that creates a record. Sent once, never retried. */
export async function createRecord<R>(connection: Connection, place: Place<R>, body: Json): Promise<R> {
  const request = requestTo(connection, 'POST', place, { body });
  return checked(connection, request, place.record, (await send(connection, request)).json);
}

/** PATCH of a record, sent once. The reply is not documented: where it is not the record, a GET follows. */
export async function updateRecord<R>(connection: Connection, place: Place<R>, body: Json): Promise<R> {
  const request = requestTo(connection, 'PATCH', place, { body });
  const outcome = place.record.check((await send(connection, request)).json);
  if (outcome.ok) return outcome.value;
  // The change was sent: an error of the GET must not say that nothing was.
  return await getRecord(connection, place).catch((error: unknown) => {
    throw error instanceof CliError ? unreadAfter(connection, request, error) : error;
  });
}

/** DELETE of a record. Any 2xx is success, whatever its body. */
export async function deleteRecord(connection: Connection, place: Pick<Place, 'segments'>): Promise<void> {
  await send(connection, requestTo(connection, 'DELETE', place));
}

/** The name that a list may have in its reply, and the envelope around it where that is documented. */
interface ListShape {
  readonly name: string;
  readonly envelope?: RecordDefinition;
}

/** GET of a list. Undocumented shapes are accepted: an array, or an object with the list in `data`, in its own name or as its only array. */
export async function listRecords<R>(
  connection: Connection,
  place: Place<R>,
  { name, envelope }: ListShape,
): Promise<Page<R>> {
  const request = requestTo(connection, 'GET', place, { limit: replyLimits.page });
  const { json } = await send(connection, request);
  const totals = envelope
    ? checked(connection, request, envelope, json)
    : Array.isArray(json)
      ? {}
      : (json as Received);
  const found = findList(json, name);
  if (!found) throw unexpectedReply(connection, request, 'has no list');
  return { totals, records: found.map((entry) => checked(connection, request, place.record, entry)) };
}

/** The list in a reply: see `listRecords`. */
export function findList(json: unknown, name: string): readonly unknown[] | undefined {
  if (Array.isArray(json)) return json;
  if (typeof json !== 'object' || json === null) return undefined;
  const body = json as Received;
  const arrays = Object.values(body).filter(Array.isArray);
  return [body.data, body[name], arrays.length === 1 ? arrays[0] : undefined].find(Array.isArray);
}

function requestTo(
  { base, filterStyle }: Connection,
  method: ApiRequest['method'],
  { segments, filters = {}, language, languageId }: Omit<Place, 'record'>,
  more: Pick<ApiRequest, 'body' | 'limit'> = {},
): ApiRequest {
  const query = [
    ...filterQuery(filters, filterStyle),
    ...(languageId ? [['acceptLanguageId', languageId] as const] : []),
  ];
  return apiRequest(method, RequestUrl.to(base, segments, query), { language, ...more });
}

/** `filter[search]` is documented; whether the other filters are plain or in brackets is not, so both are sent unless the settings say which. */
function filterQuery(filters: Place['filters'] = {}, style: Connection['filterStyle']): Query {
  return Object.entries(filters).flatMap(([name, value]): Query => {
    if (value === undefined) return [];
    const plain = [name, value] as const;
    const bracket = [`filter[${name}]`, value] as const;
    if (name === 'search' || style === 'bracket') return [bracket];
    return style === 'plain' ? [plain] : [plain, bracket];
  });
}

/** A reply that passes the record's check. One record may be in `data`. */
function checked<R>(connection: Connection, request: ApiRequest, record: Checks<R>, json: unknown): R {
  const outcome = record.check(json);
  if (outcome.ok) return outcome.value;
  const inner = record.check((json as { data?: unknown } | null | undefined)?.data);
  if (inner.ok) return inner.value;
  throw unexpectedReply(connection, request, outcome.fault);
}

/** The error for a record that no request found. */
export const notFound = (connection: Connection, place: Place, message: string): CliError =>
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
