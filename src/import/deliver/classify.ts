import { isDenied, isId } from '../../client/reply/write-reply.ts';
import type { CliError } from '../../errors.ts';
import { asksToWait, signalOfFailedRead, unclear } from '../../pace/failed-read.ts';
import type { Signal } from '../../pace/rate-limiter.ts';
import type { StoreNoun } from '../../resources/file-table.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { all } from '../../text/words.ts';
import type { RefusalSays, RowRefusal } from '../evidence/refusal.ts';
import { fieldsOfOtherKey, type Key, keysOf, type SendableRow } from '../map/rows/key.ts';

/** What the end of one POST means for its row. */
export type AttemptClass =
  /** No byte of the request left. `signal`: what it means for the rate limiter, where the answer says that. */
  | { readonly kind: 'not-sent'; readonly why?: string | undefined; readonly signal?: Signal | undefined }
  /** `notKept`: fields that are not what the row asked for. */
  | { readonly kind: 'created'; readonly recordId: string; readonly notKept?: readonly string[] }
  /** The reply says that it was created, perhaps with an ID, which does not show which product it is (I3). */
  | { readonly kind: 'created?'; readonly recordId: string | undefined }
  /** The product was created with another key. */
  | { readonly kind: 'changed'; readonly recordId: string; readonly message: string }
  | ({ readonly kind: 'rejected' } & RowRefusal)
  /** Refused, but the product may exist, perhaps because this attempt created it. */
  | ({ readonly kind: 'rejected?'; readonly says: RefusalSays } & RowRefusal)
  /** `retryAfter` in milliseconds. */
  | { readonly kind: 'throttled'; readonly retryAfter: number | undefined; readonly why?: string | undefined }
  | { readonly kind: 'ambiguous'; readonly why?: string | undefined; readonly signal?: Signal | undefined }
  /** Either the row or the whole store: a harmless read decides. */
  | { readonly kind: 'stop?'; readonly error: CliError };

/** A row that was sent. */
type AnsweredRow = Pick<SendableRow, 'key' | 'values'>;

/** The class of a POST that was done, by what the reply has of the record. */
export function classOfReply(noun: StoreNoun, row: AnsweredRow, record: StoreRecord): AttemptClass {
  if (Object.keys(record).length === 0) return { kind: 'created?', recordId: undefined };
  const id = noun.ids
    .map((name) => record[name])
    .filter(isId)
    .map((value) => String(value).trim())[0];
  if (isDenied(record)) return { kind: 'ambiguous' };
  if (id === undefined) return { kind: 'ambiguous' };
  return noun.hashKey ? classOfPerson(noun, row, record, id) : classOfKey(noun, row.key, record, id);
}

function classOfKey({ names }: StoreNoun, key: Key, record: StoreRecord, id: string): AttemptClass {
  const echoed = record[key.field];
  if (echoed === undefined || echoed === null) return { kind: 'created?', recordId: id };
  if (String(echoed) === key.code) return { kind: 'created', recordId: id };
  const what = `the store created ${names[0]} ${id} with ${key.field} "${String(echoed)}" instead of "${key.code}"`;
  const next = echoed === '' ? 'correct it in the back office' : useStoresKey;
  return { kind: 'changed', recordId: id, message: `${what}: ${next}` };
}

/** A message about a person names the field that differs, and not its value. */
function classOfPerson(noun: StoreNoun, { values }: AnsweredRow, record: StoreRecord, id: string): AttemptClass {
  const sent = new Map(keysOf(noun, values).map(({ field, code }) => [field, code]));
  const echoed = keysOf(noun, record).filter(({ field }) => sent.has(field));
  const [first] = echoed;
  if (!first) return { kind: 'created?', recordId: id };
  if (echoed.some(({ field, code }) => sent.get(field) === code)) return { kind: 'created', recordId: id };
  const fields = fieldsOfOtherKey(noun, first.field, values, record);
  const message = `the store created ${noun.names[0]} ${id} with another ${all(fields)}: correct it in the back office`;
  return { kind: 'changed', recordId: id, message };
}

const useStoresKey = 'put that key into the file, and never import the old one again';

/** @throws the error itself, where it is not about the attempt: a guard refused the request, or a fault of this program */
export function classOfFailure(error: CliError): AttemptClass {
  const { kind, status, message, field, retryAfter, brief: why } = error;
  if (asksToWait(status, retryAfter)) return { kind: 'throttled', retryAfter, why };
  // What an answer means for its row and for the pace of all others are two questions.
  const signal = status !== undefined && status >= 400 ? signalOfFailedRead(error) : undefined;
  if (kind === 'outcome-unknown') return { kind: 'ambiguous', why, signal };
  if (kind === 'unreachable') return { kind: 'not-sent', why, signal };
  if (status === undefined && kind !== 'refused') throw error;
  // A limit that a store names in words, with a status of 200.
  if (status !== undefined && status < 300 && error.retryable) return { kind: 'ambiguous', why };
  if (status === undefined || mayConcernAll(status)) return { kind: 'stop?', error };
  return classOfRefusal(status, { message, field });
}

function classOfRefusal(status: number, refusal: RowRefusal): AttemptClass {
  const says = status < 300 ? 'unclear' : status === 409 ? 'conflict' : 'wrong';
  const mayExist = says !== 'wrong' || saysExists.test(refusal.message);
  return mayExist ? { kind: 'rejected?', ...refusal, says } : { kind: 'rejected', ...refusal };
}

/** What a class means for the rate limiter. */
export function signalOf(attempt: AttemptClass): Signal {
  switch (attempt.kind) {
    case 'not-sent':
      return attempt.signal ?? { kind: 'unreachable', why: attempt.why ?? unclear };
    case 'throttled':
      return { kind: 'throttled', retryAfter: attempt.retryAfter, why: attempt.why ?? unclear };
    case 'ambiguous':
      return attempt.signal ?? { kind: 'overloaded', why: attempt.why ?? unclear };
    case 'stop?':
      return signalOfFailedRead(attempt.error);
    case 'created':
    case 'created?':
    case 'changed':
    case 'rejected':
    case 'rejected?':
      return { kind: 'answered' };
  }
}

/** Redirects, refused tokens and wrong addresses concern every row. A firewall may answer 403 to a single one. */
const mayConcernAll = (status: number): boolean =>
  (status >= 300 && status < 400) || [401, 403, 404, 405].includes(status);

/**
 * "Already exists" in the languages of the API. Broad on purpose: of what is listed it costs a settle time at most, since a
 * look-up decides. Where words alone decide, they are narrow (`saysTaken`).
 */
const saysExists =
  /exist|already|duplicat|unique|\btaken\b|in use|bestaat|dubbel|in gebruik|gebruikt|\bal (?:bekend|geregistreerd)|vorhanden|vergeben|bereits|doppelt|doublon|déjà|\bya\b|esiste|già/i;
