import { isDenied, isId } from '../../client/reply/write-reply.ts';
import type { CliError } from '../../errors.ts';
import type { Importable } from '../../resources/importable.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import type { Key } from '../map/key.ts';
import { asksToWait, signalOfFailedRead, unclear } from '../pace/failed-read.ts';
import type { Signal } from '../pace/rate-limiter.ts';

/** What the end of one POST means for its row. */
export type AttemptClass =
  /** No byte of the request left. */
  | { readonly kind: 'not-sent'; readonly why?: string | undefined }
  | { readonly kind: 'created'; readonly productId: string }
  /** The reply says that it was created, perhaps with an ID, which does not show which product it is (I3). */
  | { readonly kind: 'created?'; readonly productId: string | undefined }
  /** The product was created with another key. */
  | { readonly kind: 'changed'; readonly productId: string; readonly message: string }
  | ({ readonly kind: 'rejected' } & RowRefusal)
  /** Refused, but the product may exist, perhaps because this attempt created it. */
  | ({ readonly kind: 'rejected?' } & RowRefusal)
  /** `retryAfter` in milliseconds. */
  | { readonly kind: 'throttled'; readonly retryAfter: number | undefined; readonly why?: string | undefined }
  | { readonly kind: 'ambiguous'; readonly why?: string | undefined }
  /** Either the row or the whole store: a harmless read decides. */
  | { readonly kind: 'stop?'; readonly error: CliError };

/** Why the store refused a row. */
export interface RowRefusal {
  readonly message: string;
  /** The field that the store named. */
  readonly field: string | undefined;
}

/** The class of a POST that was done, by what the reply has of the record. @param key of the row */
export function classOfReply({ names, ids }: Importable, key: Key, record: StoreRecord): AttemptClass {
  if (Object.keys(record).length === 0) return { kind: 'created?', productId: undefined };
  const id = ids
    .map((name) => record[name])
    .filter(isId)
    .map((value) => String(value).trim())[0];
  if (isDenied(record)) return { kind: 'ambiguous' };
  if (id === undefined) return { kind: 'ambiguous' };
  const echoed = record[key.field];
  if (echoed === undefined || echoed === null) return { kind: 'created?', productId: id };
  if (String(echoed) === key.code) return { kind: 'created', productId: id };
  const what = `the store created ${names[0]} ${id} with ${key.field} "${String(echoed)}" instead of "${key.code}"`;
  const next = echoed === '' ? 'correct it in the back office' : useStoresKey;
  return { kind: 'changed', productId: id, message: `${what}: ${next}` };
}

const useStoresKey = 'put that key into the file, and never import the old one again';

/** @throws the error itself, where it is not about the attempt: a guard refused the request, or a fault of this program */
export function classOfFailure(error: CliError): AttemptClass {
  const { kind, status, message, field, retryAfter, brief: why } = error;
  if (asksToWait(status, retryAfter)) return { kind: 'throttled', retryAfter, why };
  if (kind === 'outcome-unknown') return { kind: 'ambiguous', why };
  if (kind === 'unreachable') return { kind: 'not-sent', why };
  if (status === undefined && kind !== 'refused') throw error;
  if (status === undefined || mayConcernAll(status)) return { kind: 'stop?', error };
  const mayExist = status < 300 || status === 409 || saysExists.test(message);
  return { kind: mayExist ? 'rejected?' : 'rejected', message, field };
}

/** What a class means for the rate limiter. */
export function signalOf(attempt: AttemptClass): Signal {
  switch (attempt.kind) {
    case 'not-sent':
      return { kind: 'unreachable', why: attempt.why ?? unclear };
    case 'throttled':
      return { kind: 'throttled', retryAfter: attempt.retryAfter, why: attempt.why ?? unclear };
    case 'ambiguous':
      return { kind: 'overloaded', why: attempt.why ?? unclear };
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
 * "Already exists" in the languages of the API. Broad on purpose: a false match costs a settle time, a missed one a
 * duplicate.
 */
const saysExists =
  /exist|already|duplicat|unique|\btaken\b|in use|bestaat|dubbel|in gebruik|gebruikt|vorhanden|vergeben|doppelt|doublon|\bya\b|esiste/i;
