import { CliError } from '../errors.ts';
import type { Json } from '../resources/kind.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { isObject } from '../text/json.ts';
import { withoutZeroFraction } from '../text/numbers.ts';
import { percentDecoded } from '../text/urls.ts';
import type { Connection } from './connection.ts';
import { type Reply, unexpectedReply } from './failures.ts';
import { getRecord, type Place, postTo, timeToShow, unlessNotFound } from './records.ts';
import { contentOf } from './reply/shapes.ts';
import { idNames, isBareId, isId, isOpenStatus, recordIn } from './reply/write-reply.ts';
import type { ApiRequest } from './request.ts';

/** Where a created record is read. */
interface Created<R> {
  /** Where the list of them is. */
  readonly all: Place<R>;
  readonly at: (id: string) => Place<R>;
  /** Finds it without an ID. */
  readonly find?: () => Promise<R>;
}

/**
 * POST that creates a record, sent once, and the record. Where the reply only says that it was created, in words, by
 * its status or with an ID, the record is read. Without any ID in the reply, its ID is `null`.
 */
export async function createAndRead<R>(connection: Connection, { all, at, find }: Created<R>, body: Json): Promise<R> {
  const { found, id, reply, request } = await postedTo(connection, all, body);
  if (found !== undefined && !isOpenStatus(reply) && showsSent(found as StoreRecord, body)) return found;
  const read = id === undefined ? find?.() : readNamed(connection, at(id), { reply, request });
  return (await read?.catch(unlessFault)) ?? found ?? ({ ...readableOf(reply, all), ...withId(all, id) } as R);
}

/**
 * The same without reading it: what the reply has of the record, which is nothing or its ID where it says little. A record
 * that is only accepted (202) may never be created: it says no more than its ID.
 */
export async function create<R>(connection: Connection, all: Place<R>, body: Json): Promise<StoreRecord> {
  const { found, id, reply } = await postedTo(connection, all, body);
  if (found !== undefined && !isOpenStatus(reply)) return found as StoreRecord;
  return id === undefined ? {} : withId(all, id);
}

/** The record in the reply to a POST, or else its ID. */
async function postedTo<R>(connection: Connection, all: Place<R>, body: Json) {
  const { reply, request } = await postTo(connection, all, body);
  const found = recordIn(reply, all);
  const id = found === undefined ? idIn(reply, all) : shownId(all, found as StoreRecord);
  if (id !== undefined) connection.onWrite?.('POST', `/${[...all.segments, id].join('/')}`);
  return { found, id, reply, request };
}

const shownId = ({ record }: Place, found: StoreRecord): string | undefined => {
  const id = record.identifiedBy.map((name) => found[name]).find(isId);
  return id === undefined ? undefined : String(id);
};

/** Whether a record has something of what was sent: else its ID may be that of any other. */
const showsSent = (found: StoreRecord, sent: Json): boolean =>
  isObject(sent) && Object.keys(sent).some((name) => found[name] !== undefined && found[name] !== null);

/** A status that says in itself that the record exists: RFC 9110, 15.3.2. */
const statusOfCreated = 201;

/**
 * The record that a reply names by its ID: it may be that of a job that is still to be done, or of nothing.
 * @throws CliError `outcome-unknown` for a record that there is not a while later either, unless the status says that
 * it exists, or the record is read by something else than this ID
 */
export async function readNamed<R>(
  connection: Connection,
  place: Place<R>,
  { reply, request }: { readonly reply: Reply; readonly request: ApiRequest },
): Promise<R> {
  if (reply.status === statusOfCreated || place.isReadByOther) return await getRecord(connection, place);
  const found = await unlessNotFound(getRecord(connection, place));
  if (found !== undefined) return found;
  await connection.sleep(timeToShow, connection.signal);
  const later = await unlessNotFound(getRecord(connection, place));
  if (later !== undefined) return later;
  throw unexpectedReply(connection, request, `names ${place.names[0]} ${place.id}, but the store does not show it`);
}

/** The record exists, even if it cannot be read. */
function unlessFault(error: unknown): undefined {
  if (!(error instanceof CliError) || error.kind === 'interrupted' || error.kind === 'outcome-unknown') throw error;
}

const withId = ({ record }: Place, id: string | undefined): StoreRecord => ({
  [record.identifiedBy[0] ?? 'id']: id ?? null,
});

/** What can be read of a record of which one field has another shape: it may not be what was asked for. */
function readableOf({ json }: Pick<Reply, 'json'>, { record, names }: Place): StoreRecord {
  const content = Object.entries(contentOf(json, names) ?? {});
  return Object.fromEntries(
    content.filter(([name, value]) => {
      const field = record.fields[name];
      return (
        field !== undefined && !field.group && !field.list && (typeof value === 'string' || typeof value === 'number')
      );
    }),
  );
}

/** The ID in a reply: at the end of `Location`, the reply itself, or in one of its fields. */
function idIn({ json, location }: Reply, all: Place): string | undefined {
  const last = location
    ?.replace(/[?#].*/s, '')
    .split('/')
    .findLast((part) => part !== '');
  if (last !== undefined) return percentDecoded(last) ?? last;
  const body = isObject(json) && isObject(json.data) ? json.data : json;
  const id = isObject(body)
    ? idNames(all)
        .map((name) => body[name])
        .find(isId)
    : [body].find(isBareId);
  return id === undefined ? undefined : withoutZeroFraction(String(id));
}
