import { CliError } from '../errors.ts';
import type { Json } from '../resources/kinds.ts';
import type { Received, RecordDefinition } from '../resources/record.ts';
import type { Connection } from './connection.ts';
import { type ApiRequest, replyLimits } from './exchange.ts';
import { unexpectedReply, unreadAfter } from './failures.ts';
import type { Page } from './pages.ts';
import { type Query, RequestUrl } from './request-url.ts';
import { send } from './send.ts';

/** Where a record or a list of records is: path segments after `/api/v2`, and what comes back. */
export interface Place {
  readonly segments: readonly string[];
  readonly record: RecordDefinition;
  readonly query?: Query;
  readonly language?: string | undefined;
}

/** GET of one record. @throws CliError of every kind but `outcome-unknown`. */
export async function getRecord(connection: Connection, place: Place): Promise<Received> {
  const request = requestTo(connection, 'GET', place);
  return checked(request, place.record, (await send(connection, request)).json);
}

/** POST that creates a record. Sent once, never repeated. */
export async function createRecord(connection: Connection, place: Place, body: Json): Promise<Received> {
  const request = { ...requestTo(connection, 'POST', place), body };
  return checked(request, place.record, (await send(connection, request)).json);
}

/** PATCH of a record, sent once. What it answers is not documented: a reply that is not the record is followed by a GET. */
export async function updateRecord(connection: Connection, place: Place, body: Json): Promise<Received> {
  const request = { ...requestTo(connection, 'PATCH', place), body };
  const outcome = place.record.check((await send(connection, request)).json);
  if (outcome.ok) return outcome.value;
  // The change was sent: a GET that fails must not say that nothing was.
  return await getRecord(connection, place).catch((error: unknown) => {
    throw error instanceof CliError ? unreadAfter(request, error) : error;
  });
}

/** DELETE of a record. Any 2xx is success, whatever its body. */
export async function deleteRecord(connection: Connection, place: Pick<Place, 'segments'>): Promise<void> {
  await send(connection, requestTo(connection, 'DELETE', place));
}

/** What a list may be called in its reply, and the envelope around it where that is documented. */
interface ListShape {
  readonly name: string;
  readonly envelope?: RecordDefinition;
}

/** GET of a list. Where the shape is not documented: a bare array, `data`, the resource's name, or the only array member. */
export async function listRecords(connection: Connection, place: Place, { name, envelope }: ListShape): Promise<Page> {
  const request = { ...requestTo(connection, 'GET', place), limit: replyLimits.page };
  const { json } = await send(connection, request);
  const totals = envelope ? checked(request, envelope, json) : Array.isArray(json) ? {} : (json as Received);
  const found = findList(json, name);
  if (!found) throw unexpectedReply(request, 'has no list in it');
  return { totals, records: found.map((entry) => checked(request, place.record, entry)) };
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
  connection: Connection,
  method: ApiRequest['method'],
  { segments, query = [], language }: Omit<Place, 'record'>,
): ApiRequest {
  return { method, url: RequestUrl.to(connection.base, segments, query), language };
}

/** A reply that passes the record's check. One record may stand in `data`. */
function checked(request: ApiRequest, record: RecordDefinition, json: unknown): Received {
  const outcome = record.check(json);
  if (outcome.ok) return outcome.value;
  const inner = record.check((json as { data?: unknown } | null | undefined)?.data);
  if (inner.ok) return inner.value;
  throw unexpectedReply(request, outcome.fault);
}

/** The record, or undefined where there is none; every other failure goes on. */
export async function unlessMissing(look: Promise<Received>): Promise<Received | undefined> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof CliError && error.kind === 'not-found') return undefined;
    throw error;
  }
}
