import { CliError } from '../errors.ts';
import type { Json } from '../resources/kind.ts';
import type { StoreRecord } from '../resources/record-fields.ts';
import { isObject } from '../text/json.ts';
import { percentDecoded } from '../text/urls.ts';
import type { Connection } from './connection.ts';
import type { Reply } from './failures.ts';
import { getRecord, type Place, postTo, unexpected } from './records.ts';
import { findRecord, isAcknowledgement } from './reply/shapes.ts';

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
  const { reply, request } = await postTo(connection, all, body);
  const { json } = reply;
  const names = idNames(all);
  const saysLittle = json === undefined || isAcknowledgement(json, names) || isOnlyId(json, names);
  const found = saysLittle ? undefined : findRecord(json, all);
  if (found !== undefined) return found;
  const id = idIn(reply, names);
  if (id === undefined && !saysCreated(reply, names)) return unexpected(connection, request, all, json);
  const read = id === undefined ? find?.() : getRecord(connection, at(id));
  return (await read?.catch(unlessFault)) ?? (withId(all, id) as R);
}

/** The record exists, even if it cannot be read. */
function unlessFault(error: unknown): undefined {
  if (!(error instanceof CliError) || error.kind === 'interrupted') throw error;
}

const withId = ({ record }: Place, id: string | undefined): StoreRecord => ({
  [record.identifiedBy[0] ?? 'id']: id ?? null,
});

const idNames = ({ record, names: [one] }: Place): readonly string[] => [
  ...record.identifiedBy,
  ...['id', `${one}Id`, `${one}_id`],
];

const isOnlyId = (json: unknown, names: readonly string[]): boolean => {
  const body = isObject(json) && isObject(json.data) ? json.data : json;
  return isObject(body) && Object.keys(body).every((name) => names.includes(name));
};

/** A status of 200 without a body may as well be a fault. */
const saysCreated = ({ status, json, text }: Reply, names: readonly string[]): boolean =>
  json === undefined ? status !== 200 || text.trim() !== '' : isAcknowledgement(json, names) || isEmpty(json, status);

const isEmpty = (json: unknown, status: number): boolean =>
  status === 201 && (json === null || (typeof json === 'object' && Object.keys(json).length === 0));

/** The ID in a reply: at the end of `Location`, the reply itself, or in one of its fields. */
function idIn({ json, location }: Reply, names: readonly string[]): string | undefined {
  const last = location
    ?.replace(/[?#].*/s, '')
    .split('/')
    .findLast((part) => part !== '');
  if (last !== undefined) return percentDecoded(last) ?? last;
  const body = isObject(json) && isObject(json.data) ? json.data : json;
  const values = isObject(body) ? names.map((name) => body[name]) : [body];
  const id = values.find((value) => typeof value === 'number' || (typeof value === 'string' && idText.test(value)));
  return id === undefined || id === 0 ? undefined : String(id);
}

/** Neither a sentence nor a word such as OK. */
const idText = /^(?=.*\d)[\w{}-]{1,64}$/;
