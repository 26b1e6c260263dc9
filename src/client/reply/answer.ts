import type { StoreRecord } from '../../resources/record-fields.ts';
import { isObject } from '../../text/json.ts';
import { type ErrorBody, readError, saysFailed, statusOf, withSmallInitials } from './error-body.ts';

/**
 * What the reply to a read says went wrong, in its envelope: then it is no answer, whatever else is in it. Undefined for an
 * answer. A field `error` of an entry in a list, or of a record under its name, is that record's own; beside the ID of a
 * record it is not, since stores repeat the ID that was asked for in an error.
 * @param isList whether a list was asked for: only a record has a status of its own
 */
export function errorInAnswer(reply: unknown, isList = false): ErrorBody | undefined {
  const failed = envelopesOf(reply).find((body) => saysError(body) || (isEnvelope(body, isList) && saysFailure(body)));
  if (failed === undefined) return undefined;
  const { message, field } = readError(failed);
  return { message: message ?? readError(withSmallInitials(reply)).message, field, status: undefined };
}

/**
 * Whether an object says that something went wrong, whatever else is in it: an error that is not empty, or success that is
 * false. Words alone (`message`, `warnings`) are no error.
 */
export const saysError = (body: StoreRecord): boolean =>
  ['success', 'ok'].some((name) => Object.hasOwn(body, name) && isFalse(body[name])) ||
  Object.keys(body).some((name) => errorName.test(name) && !isNoError(body[name]));

/** `mysql_error`, `odata.error`, `ExceptionMessage`, `stackTrace`: in a record they may be its own. */
const failureName = /(?:error|exception)s?(?:_?(?:msg|message|code|type|text|description))?$|^(?:stack_?)?trace$/i;

/** PHP prints false as 0, or as nothing. */
export const isFalse = (value: unknown): boolean =>
  value === false || value === 0 || (typeof value === 'string' && /^(0|false|no)$/i.test(value.trim()));

/** `error`, `errors`, `errorMessage`, `has_errors`, `exception`. */
const errorName =
  /^(?:(?:has|is|with)_?errors?|errors?|err|err_?(?:msg|no|code)|error_?(?:messages?|msg|text|description|details?|code|no)|exceptions?|fault_?(?:string|code)?)$/i;

/** How stores write that there was no error: nothing, in whatever depth, or a word for it. */
function isNoError(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isNoError);
  return value === null || value === undefined || noError.test(String(value).trim());
}

const noError = /^(?:|0+|false|none|null|nil|n\/a|ok|okay|success|no[ _-]?errors?)$/i;

/** The reply, and what it wraps: each of them may say what went wrong. */
function envelopesOf(reply: unknown, depth = 0): readonly StoreRecord[] {
  const json = withSmallInitials(reply);
  if (!isObject(json) || depth > maxDepth) return [];
  return [json, ...wrappers.flatMap((name) => envelopesOf(json[name], depth + 1))];
}

const maxDepth = 4;
const wrappers = ['data', 'result', 'response', 'meta', 'status'] as const;

/** Whether an object is around a list or a record, rather than that record. */
const isEnvelope = (body: StoreRecord, isList: boolean): boolean =>
  isList || ['data', 'numRows', 'results', 'records', 'rows'].some((name) => Object.hasOwn(body, name));

/** Whether an envelope has the status of a failure: in words, as an HTTP status, or by what a program that failed adds. */
const saysFailure = (body: StoreRecord): boolean =>
  body.status === false ||
  Object.keys(body).some((name) => failureName.test(name) && !isNoError(body[name])) ||
  ['status', 'result', 'type', 'state', 'ack'].some((name) => saysFailed(body[name])) ||
  statusOf(body) !== undefined;
