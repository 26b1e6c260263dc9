import { CliError } from '../errors.ts';
import type { RecordDefinition } from '../resources/record.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { isObject } from '../text/json.ts';
import { type Connection, hostOf } from './connection.ts';
import { deniedBy, unexpectedReply } from './failures.ts';
import type { Page } from './pages.ts';
import { emptyReply, type Place, requestTo, unexpected } from './records.ts';
import { errorInAnswer } from './reply/answer.ts';
import { countsNone, findList, findRecord, namesNextPage } from './reply/shapes.ts';
import { type ApiRequest, replyLimits } from './request.ts';
import { send } from './send.ts';

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
  const error = [json, isObject(json) ? json[place.names[1]] : undefined]
    .map((body) => errorInAnswer(body, true))
    .find(Boolean);
  if (error) throw deniedBy(connection, request, error, status);
  if (text.trim() === '') throw status === noContent ? noContents(connection, place) : emptyReply(connection, request);
  const totals = totalsIn(json, envelope);
  // Another API may return a list too: without the documented envelope, the list must have the documented name.
  const isNamed = envelope !== undefined && !envelope.check(totals).ok;
  return { totals, records: recordsIn(connection, request, place, { json, isNamed }) };
}

function recordsIn<R>(
  connection: Connection,
  request: ApiRequest,
  place: Place<R>,
  { json, isNamed }: { readonly json: unknown; readonly isNamed: boolean },
): readonly R[] {
  const { names, record, isPart } = place;
  const isLater = Number(place.filters?.offset ?? 0) > 0;
  const entries = findList(json, names[1], { isNamed, isLater })?.entries;
  if (entries?.length === 0 && namesNextPage(json))
    throw unexpectedReply(connection, request, 'has no records, but refers to a next page');
  if (entries)
    return entries.map(
      (entry) => findRecord(entry, { names, record, isPart }) ?? unexpected(connection, request, place, entry),
    );
  if (countsNone(json, isLater) && !namesNextPage(json)) return [];
  // A list of one, written as that one.
  const only = findRecord(json, place);
  if (only === undefined) throw unexpectedReply(connection, request, 'has no list');
  return [only];
}

/** The status of a reply without a body. */
export const noContent = 204;

const noContents = (connection: Connection, { names: [, several] }: Place): CliError =>
  new CliError(
    'refused',
    `The reply from ${hostOf(connection)} has no content (${noContent}), not even an empty list of ${several}.`,
    { status: noContent },
  );

/** Whether a failure to read a list may say that it is empty: 404, or no content. Who asks decides whether to believe it. */
export const mayBeNone = (error: unknown): error is CliError =>
  error instanceof CliError && (error.kind === 'not-found' || (error.kind === 'refused' && error.status === noContent));

/** The page of a search, or one without records where the store answers that nothing matches. @throws every other failure */
export const orNoMatch = <R>(page: Promise<Page<R>>): Promise<Page<R>> =>
  page.catch((error: unknown) => {
    if (mayBeNone(error)) return { totals: {}, records: [] };
    throw error;
  });

/**
 * A list of which some stores say 404, or send no content, where it is empty: so it is, if another read shows that the
 * address is right.
 * @param evidence a read that fails where the address is wrong, or what the list belongs to does not exist
 */
export async function orNone<R>(page: Promise<Page<R>>, evidence: () => Promise<unknown>): Promise<Page<R>> {
  return await page.catch(async (why: unknown) => {
    if (!mayBeNone(why)) throw why;
    await evidence().catch((error: unknown) => {
      throw error instanceof CliError && error.kind === 'interrupted' ? error : why;
    });
    return { totals: {}, records: [] };
  });
}

/** The envelope of a list, which may be in `data`. */
function totalsIn(json: unknown, envelope?: RecordDefinition): StoreRecord {
  const bodies = [json, isObject(json) ? json.data : undefined].filter(isObject);
  return bodies.find((body) => envelope?.check(body).ok) ?? bodies[0] ?? {};
}
