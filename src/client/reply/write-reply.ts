import type { StoreRecord } from '../../resources/record-fields.ts';
import { isObject } from '../../text/json.ts';
import { withoutZeroFraction } from '../../text/numbers.ts';
import { isFalse, saysError } from './answer.ts';
import { saysFailed, withSmallInitials } from './error-body.ts';
import {
  contentOf,
  type ExpectedRecord,
  findList,
  findRecord,
  isAcknowledgement,
  isCountedList,
  isWithoutPart,
} from './shapes.ts';

/** The reply to a write with a 2xx that is JSON or empty. */
interface WriteReply {
  readonly status: number;
  /** Undefined for an empty body. */
  readonly json: unknown;
  /** Where a record is that was created. */
  readonly location?: string | undefined;
}

type WriteMethod = 'POST' | 'PATCH' | 'DELETE';

/**
 * Whether the reply to a write says that it was done. Yes: the record, an ID, an address, `true` and words such as
 * `{"success":true}`; nothing, for a creation only with status 201 or 204, and for a deletion with 204. A record does not
 * show a deletion: it may still be there, as it may after 202 (accepted) and 205. Everything else is unclear, as are
 * `false`, 0 and IDs that are none; an error never gets here (`readAnswer`).
 */
export function saysItWasDone<R>(method: WriteMethod, reply: WriteReply, expected: ExpectedRecord<R>): boolean {
  const { json } = reply;
  if (isDenied(json)) return false;
  if (method === 'DELETE' && isOpenStatus(reply)) return false;
  if (method === 'POST' && (isNoId(json, expected) || isOnlyList(json, expected))) return false;
  if (saysNothing(json)) return mayBeEmpty(method, reply);
  if (isConfirmed(method, json, expected)) return true;
  return method !== 'DELETE' && json !== false && json !== 0 && hasAddress(reply);
}

/** Whether the status of a creation or deletion leaves open whether it is done: RFC 9110, 15.3.3 and 15.3.6. */
export const isOpenStatus = ({ status }: Pick<WriteReply, 'status'>): boolean => status === 202 || status === 205;

/**
 * Whether the reply to a deletion that does not say that it was done leaves that to a read: it says nothing at all, that it
 * was only accepted, or has records.
 */
export const isForRead = <R>(reply: WriteReply, expected: ExpectedRecord<R>): boolean =>
  !isDenied(reply.json) && (saysNothing(reply.json) || isOpenStatus(reply) || showsRecords(reply.json, expected));

/** PHP writes nothing as an empty text, null, an empty list or an empty object. */
const saysNothing = (json: unknown): boolean =>
  json === undefined || json === null || json === '' || (typeof json === 'object' && Object.keys(json).length === 0);

/** A program that died without a word has status 200. After a PATCH a GET decides. */
function mayBeEmpty(method: WriteMethod, reply: WriteReply): boolean {
  if (method === 'PATCH') return true;
  const statuses = method === 'POST' ? [201, 204] : [204, deletedBefore];
  return statuses.includes(reply.status) || (method === 'POST' && hasAddress(reply));
}

/** The status after a DELETE whose first answer was lost. */
const deletedBefore = 404;

const hasAddress = ({ location = '' }: WriteReply): boolean => location !== '';

function isConfirmed<R>(method: WriteMethod, json: unknown, expected: ExpectedRecord<R>): boolean {
  if (isTrue(json) || isBareId(json)) return true;
  if (typeof json === 'string') return saysDone(json);
  if (bodiesOf(json).some((body) => isAffirmed(method, body) || hasOnlyId(body, expected))) {
    return method !== 'DELETE' || !bodiesOf(json).some(saysOtherwise);
  }
  if (method === 'DELETE') return false;
  const bodies = [findRecord(json, expected) as StoreRecord | undefined, ...bodiesOf(json)].filter(isObject);
  // A record with a field of another shape exists all the same.
  if (bodies.some((body) => idNames(expected).some((name) => isId(body[name])))) return true;
  // The fields of an order are not documented, and after a PATCH a GET decides.
  return (method === 'PATCH' || expected.record.isOpen) && contentOf(json, expected.names) !== undefined;
}

/** The reply, and what is in its `data`. */
const bodiesOf = (json: unknown): readonly StoreRecord[] =>
  [json, isObject(json) ? json.data : undefined].filter(isObject);

function isAffirmed(method: WriteMethod, body: StoreRecord): boolean {
  const affirming = ['success', 'ok', ...(method === 'DELETE' ? deletedNames : [])];
  if (affirming.some((name) => isTrue(body[name]) || saysDone(body[name]))) return true;
  if (method === 'DELETE' && deletedNames.some((name) => isBareId(body[name]))) return true;
  if (!Object.keys(body).every((name) => wordNames.has(name) || saysNothing(body[name]))) return false;
  return (
    ['status', 'code', 'statusCode'].some((name) => /^2\d\d$/.test(String(body[name]))) ||
    ['status', 'result', 'message', 'msg'].some((name) => isTrue(body[name]) || saysDone(body[name]))
  );
}

/** Whether a reply has a state that is not that of something done: an order that is `new`, or in the `trash`. */
const saysOtherwise = ({ status = 'ok' }: StoreRecord): boolean =>
  !saysNothing(status) && !isTrue(status) && !saysDone(status) && !/^2\d\d$/.test(String(status));

/** Fields of a reply that is words alone. */
const wordNames: ReadonlySet<string> = new Set([
  'success',
  'ok',
  'status',
  'statusCode',
  'code',
  'result',
  'message',
  'msg',
  'error',
  'errors',
]);

const deletedNames = ['deleted', 'removed', 'isDeleted', 'affected', 'affectedRows', 'affected_rows'] as const;

/** Whether a reply, whatever else is in it, says that something failed. */
export function isDenied(json: unknown): boolean {
  return bodiesOf(withSmallInitials(json)).some(
    (body) =>
      saysError(body) ||
      deletedNames.some((name) => Object.hasOwn(body, name) && isFalse(body[name])) ||
      ['status', 'result', 'type', 'state', 'ack'].some((name) => saysFailed(body[name])),
  );
}

/** PHP prints true as 1. */
const isTrue = (value: unknown): boolean => value === true || value === 1 || /^(1|true|yes)$/i.test(textOf(value));

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Whether words say that something was done, in the languages of most shops: a wrong no costs a look. */
const saysDone = (value: unknown): boolean => doneWords.test(textOf(value)) && !notWords.test(textOf(value));

const doneWords =
  /\b(ok|okay|success\w*|succe\w*|done|created|added|saved|stored|updated|changed|deleted|removed|gelukt|opgeslagen|toegevoegd|aangemaakt|gewijzigd|bijgewerkt|verwijderd|erfolgreich|gespeichert|angelegt|erstellt|gelöscht)\b/i;
/** That it was not done, is still to be done, or that something else is said: a warning of PHP, a mode. */
const notWords = new RegExp(
  [
    "\\b(?:not|no|non|none|nothing|never|can't|cannot|couldn't|unable|unsuccessful\\w*|without|fail\\w*|error\\w*|invalid|denied|must|only|impossible)\\b|n't\\b",
    '\\b(?:will|would|shall|once|after|until|pending|queued?|scheduled|awaiting|approv\\w*|warning|lost|dry|simulat\\w*|maintenance|0)\\b',
    '\\b(?:niet|niets|geen|kan|fout|mislukt|zal|wordt|worden|nicht|nichts|kein\\w*|fehler\\w*|wird|werden|pas|rien|sera)\\b',
  ].join('|'),
  'i',
);

/** Whether an object has an ID of such a record, and nothing else. */
function hasOnlyId<R>(body: StoreRecord, expected: ExpectedRecord<R>): boolean {
  const names = idNames(expected);
  const entries = Object.entries(body).filter(([name]) => !isAcknowledgement({ [name]: body[name] }));
  return entries.length > 0 && entries.every(([name, value]) => names.includes(name) && isId(value));
}

/** Whether the reply to a deletion has the record, or what is left: the others of a list, or a basket without the line. */
function showsRecords<R>(json: unknown, expected: ExpectedRecord<R>): boolean {
  const { names, record } = expected;
  if (findRecord(json, expected) !== undefined || isWithoutPart(json, expected)) return true;
  const list = findList(json, names[1])?.entries ?? [];
  return list.length > 0 && list.every((entry) => findRecord(entry, { names, record }) !== undefined);
}

/** The record in the reply to a write, where it has more of it than its ID. */
export function recordIn<R>({ json }: Pick<WriteReply, 'json'>, expected: ExpectedRecord<R>): R | undefined {
  const names = idNames(expected);
  const body = isObject(json) && isObject(json.data) ? json.data : json;
  const saysLittle = isAcknowledgement(json, names) || hasOnly(body, names);
  return saysLittle ? undefined : findRecord(json, expected);
}

const hasOnly = (body: unknown, names: readonly string[]): boolean =>
  isObject(body) && Object.keys(body).every((name) => names.includes(name));

/** Whether an object names an ID that is none: an order 0 is no order. */
const isNoId = <R>(json: unknown, expected: ExpectedRecord<R>): boolean =>
  bodiesOf(json).some((body) => {
    const given = idNames(expected).filter((name) => Object.hasOwn(body, name) && body[name] !== null);
    return given.length > 0 && !given.some((name) => isId(body[name]));
  });

/** Whether a reply is a list, as to a GET, rather than a record with fields of such names. */
const isOnlyList = <R>(json: unknown, expected: ExpectedRecord<R>): boolean =>
  isCountedList(json, expected.names) && !idNames(expected).some((name) => isId((json as StoreRecord)[name]));

/** The fields that may hold the ID of a new record. */
export const idNames = <R>({
  record,
  names: [one],
}: Pick<ExpectedRecord<R>, 'record' | 'names'>): readonly string[] => [
  ...new Set([...record.identifiedBy, 'id', `${one}Id`, `${one}_id`]),
];

/** Whether the value of a field is an ID. The API writes 0 for a missing one. */
export const isId = (value: unknown): value is string | number =>
  (typeof value === 'number' || typeof value === 'string') && !noId.test(withoutZeroFraction(String(value).trim()));

/** Words that stand for nothing, and numbers that are negative or have decimals, are no IDs. */
const noId = /^(|[-+]?[\d.]*\.\d*|-.*|0+|false|true|null|undefined|nan)$/i;

/** Whether a whole reply is an ID: neither a sentence nor a word such as OK. 1 is how PHP prints true. */
export const isBareId = (json: unknown): json is string | number =>
  isId(json) && !isTrue(json) && /^(?=.*\d)[\w{}-]{1,64}$/.test(String(json));
