import { CliError, type FailureDetails, type FailureKind } from '../errors.ts';
import { isCutJson } from '../text/json.ts';
import { parseUrl } from '../text/urls.ts';
import { storeSubject } from '../text/words.ts';
import { blockedBefore, isBeforeStore, isPage } from './before-store.ts';
import { causes } from './causes.ts';
import { type Connection, hostOf, type RequestProblem } from './connection.ts';
import type { Answer, Failure } from './exchange.ts';
import { failureText } from './failure-text.ts';
import { type ErrorBody, onlyError, pageWords, readError } from './reply/error-body.ts';
import { parseJson } from './reply/parse-json.ts';
import { type ApiRequest, isWrite } from './request.ts';
import { isLongWait, retryAfter, waitIn } from './retry-after.ts';
import { isPassing, isUndecided, tooManyRequests } from './statuses.ts';

/** An answer that means success: its body, parsed (undefined for a body that is empty or no JSON). */
export interface Reply {
  readonly status: number;
  readonly text: string;
  /** Where a record is that was created. */
  readonly location?: string | undefined;
  readonly json: unknown;
}

/**
 * Reads a complete answer as one of the API.
 * @throws CliError `auth`, `not-found` or `refused`; `outcome-unknown` for a write whose answer does not say whether it
 * took effect.
 */
export function readAnswer(connection: Connection, request: ApiRequest, answer: Answer): Reply {
  const { status, text } = answer;
  if (status >= 300 && status < 400) throw redirected(connection, request, answer);
  const json = tryJson(text);
  if (status >= 400) throw refusal(connection, request, answer, json);
  const error = onlyError(json);
  if (error?.status !== undefined) throw refusal(connection, request, { ...answer, status: error.status }, json);
  if (error) throw deniedBy(connection, request, error, status);
  if (json === undefined && text.trim() !== '')
    throw cutOff(connection, request, answer) ?? notTheApi(connection, request, answer);
  return { status, text, location: answer.headers.location, json };
}

/** The error for a 2xx with an error in it. A limit in words is no fault of what was sent. */
export function deniedBy(connection: Connection, request: ApiRequest, error: ErrorBody, status: number): CliError {
  const { message, field } = quotable(connection, error);
  const refused = `${storeSubject(hostOf(connection))} refused the request${endOf(message)}`;
  if (!saysTooMany.test(error.message ?? '')) return new CliError('refused', refused, { status, field });
  const hint = connection.hint?.('too-many-requests', request);
  return new CliError('refused', refused, { status, retryable: true, brief: 'too many requests', hint });
}

const saysTooMany =
  /\b(?:rate|request|call|usage)[ _-]?limit|too many (?:requests|calls|attempts)|throttl|quota (?:was |has been )?exceeded|te veel (?:verzoeken|aanvragen)|zu viele anfragen|trop de requêtes|demasiadas (?:solicitudes|peticiones)/i;

/** The error for a reply that ends in the middle of its JSON; undefined for any other. */
function cutOff(connection: Connection, request: ApiRequest, { status, text }: Answer): CliError | undefined {
  if (!isCutJson(text)) return undefined;
  const why = `The reply from ${hostOf(connection)} is cut off: it ends in the middle of its JSON.`;
  if (isWrite(request)) return unknownOutcome(connection, request, { why, status });
  return new CliError('unreachable', why, { brief: 'reply cut off', hint: connection.hint?.('cut', request) });
}

/** The error for a PATCH that was answered, where the record could not be read afterwards. */
export function unreadAfter(connection: Connection, request: ApiRequest, failure: CliError): CliError {
  return unknownOutcome(connection, request, {
    why: `${storeSubject(hostOf(connection))} answered the PATCH, but the record could not be read: ${failure.message}`,
  });
}

/** The error for a request without a complete answer. A write that may have arrived has an unknown outcome. */
export function failureOf(connection: Connection, request: ApiRequest, { cause, detail, sent }: Failure): CliError {
  const message = failureText(cause, hostOf(connection), detail);
  const { kind, brief, isPassing } = causes[cause];
  if (isWrite(request) && sent) return unknownOutcome(connection, request, { why: message, brief });
  return new CliError(kind, message, {
    brief,
    retryable: isPassing,
    hint: connection.hint?.(cause, request, detail),
  });
}

/**
 * The error for a reply that is JSON, but not what this endpoint returns. @param fault what is wrong with it, after
 * "it"
 */
export function unexpectedReply(connection: Connection, request: ApiRequest, fault: string): CliError {
  const why = `Unexpected reply from ${hostOf(connection)} to ${request.method} ${request.url.path}: it ${fault}.`;
  if (isWrite(request)) return unknownOutcome(connection, request, { why });
  const problem = fault.includes(' value in ') ? 'other-shape' : 'not-the-api';
  return new CliError('refused', why, { hint: connection.hint?.(problem, request) });
}

interface Uncertain extends Pick<FailureDetails, 'brief' | 'status' | 'retryAfter'> {
  readonly why: string;
}

function unknownOutcome(connection: Connection, request: ApiRequest, { why, ...details }: Uncertain): CliError {
  const sentence = /[.!?]$/.test(why) ? why : `${why}.`;
  return new CliError('outcome-unknown', `${sentence} The outcome of the ${request.method} is unknown.`, {
    ...details,
    hint: connection.hint?.('uncertain', request),
  });
}

/**
 * The error for a 3xx. None is followed: it could lead the token elsewhere, and a POST would become a GET. One that stays on
 * the host of the store is a rule of its web server, whose words say where the API is.
 */
function redirected(connection: Connection, request: ApiRequest, { status, headers }: Answer): CliError {
  const store = storeSubject(hostOf(connection));
  if (status === 304)
    return new CliError('refused', `${store} answered "not modified" (304), which shop-cli did not ask for.`, {
      status,
      hint: connection.hint?.('not-modified', request),
    });
  const { origin, path } = request.url;
  const own = new URL(path, origin);
  const target = headers.location === undefined ? undefined : parseUrl(headers.location, own.href);
  const problem = target?.hostname === own.hostname ? redirectWithin(own, target) : 'redirect';
  const message = `${store} redirects to ${placeOf(problem, target)}. Redirects are not followed: they could leak the token.`;
  if (isWrite(request) && isAfterWrite(status, own, target))
    return unknownOutcome(connection, request, { why: message, status });
  return new CliError('refused', message, { status, hint: connection.hint?.(problem, request) });
}

/**
 * Whether a store may have written before it redirects: a program that has taken what was sent leads to what it shows then
 * (303 in RFC 9110, 15.4.4; PHP sends 302 unless told otherwise). A rule of a web server leads to the same path, and a
 * sign-in comes before everything.
 */
function isAfterWrite(status: number, own: URL, target: URL | undefined): boolean {
  if ((status !== 302 && status !== 303) || target?.origin !== own.origin) return false;
  const isRule = status === 302 && target.pathname.replace(/\/$/, '') === own.pathname.replace(/\/$/, '');
  return !isRule && !signInPath.test(`${target.pathname}${target.search}`);
}

const signInPath = /log-?in|sign-?in|log-?on|auth|sso|session|captcha|challenge|denied|forbidden|error|maintenance/i;

function placeOf(problem: RequestProblem, target: URL | undefined): string {
  if (target === undefined) return 'another address';
  if (problem === 'redirect-within') return `${target.pathname} on the same host`;
  return problem === 'needs-tls' ? target.origin : target.host;
}

/** From http to https, or to another path. Another port is another address. */
function redirectWithin(own: URL, target: URL): RequestProblem {
  if (own.protocol === 'http:' && target.protocol === 'https:') return 'needs-tls';
  return own.host === target.host ? 'redirect-within' : 'redirect';
}

function refusal(connection: Connection, request: ApiRequest, answer: Answer, json: unknown): CliError {
  const { status } = answer;
  const { field, ...error } = quotable(connection, readError(json));
  const isBefore = isBeforeStore(answer);
  const subject = isBefore ? blockedBefore(connection, answer) : sentenceOf(status, hostOf(connection));
  const wait = retryAfter(answer.headers['retry-after'], connection.now());
  const message = waitIn(`${subject}${wordsOf(connection, answer, json, error.message)}`, wait);
  const isPlain = json !== undefined || answer.text.trim() === '';
  const kind = kindOf(request, status, isPlain || (isMissing(status) && !request.isList && !isPage(answer)));
  if (kind === 'outcome-unknown')
    return unknownOutcome(connection, request, { why: message, status, retryAfter: wait });
  if (kind === undefined) return notTheApi(connection, request, answer);
  const problem = isBefore ? 'blocked' : problemOf(status);
  return new CliError(isBefore ? 'refused' : kind, message, {
    status,
    field,
    retryable: isPassing(status) || (status >= 500 && status !== signInRequired),
    retryAfter: wait,
    hint: problem && connection.hint?.(isLongWait(wait) ? 'wait' : problem, request),
  });
}

/** How the sentence about an answer ends: with the message in it, or the first words of what is no JSON. */
function wordsOf(connection: Connection, answer: Answer, json: unknown, message: string | undefined): string {
  const words = json === undefined && message === undefined ? startOf(connection, answer) : '';
  return words === '' ? endOf(message) : `: "${words}"`;
}

/**
 * The kind of failure for a status of 400 and above; undefined where the answer is not from the API.
 * @param isPlain whether the body is JSON or empty, or a text in place of one record: it means its status
 */
function kindOf(request: ApiRequest, status: number, isPlain: boolean): FailureKind | undefined {
  if (status === 401 || status === 403) return 'auth';
  if (isWrite(request) && (status >= 500 || isUndecided(status))) return 'outcome-unknown';
  if (status === signInRequired) return 'unreachable';
  if (isMissing(status) && isPlain) return 'not-found';
  // The same read may be answered a moment later.
  if (!isWrite(request) && isPassing(status)) return 'unreachable';
  return isPlain || status === tooManyRequests || status >= 500 ? 'refused' : undefined;
}

/** What an error repeats of the words of a store. */
function quotable({ repeatsOnly }: Connection, error: ErrorBody): Pick<ErrorBody, 'message' | 'field'> {
  if (!repeatsOnly) return error;
  const { field = '' } = error;
  return { message: undefined, field: repeatsOnly(field) ? field : undefined };
}

/** The first words of an answer that is no JSON. */
const startOf = ({ repeatsOnly }: Connection, { text }: Pick<Answer, 'text'>): string =>
  repeatsOnly ? '' : pageWords(text);

const endOf = (message: string | undefined): string => (message === undefined ? '.' : `: ${message}`);

/** Network Authentication Required (RFC 6585, 6): not from the store, but from the network before it. */
const signInRequired = 511;

/** The statuses for a record that there is not, or not any more. */
export const isMissing = (status: number): boolean => status === 404 || status === 410;

function sentenceOf(status: number, host: string): string {
  if (status === 401 || status === 403) return `${storeSubject(host)} refused the token (${status})`;
  if (isMissing(status)) return `Not found on ${host}`;
  const sentence = statuses[status]?.sentence ?? (status >= 500 ? 'STORE failed' : 'STORE refused the request');
  return `${sentence.replace('STORE', storeSubject(host)).replace('HOST', host)} (${status})`;
}

/** What is known of a status: the next step depends on the problem, and the sentence is not that of any 4xx or 5xx. */
const statuses: Readonly<Record<number, { readonly problem: RequestProblem; readonly sentence?: string }>> = {
  401: { problem: 'unauthorized' },
  403: { problem: 'forbidden' },
  404: { problem: 'not-found' },
  410: { problem: 'not-found' },
  429: { problem: 'too-many-requests' },
  502: { problem: 'overloaded', sentence: 'The gateway of HOST got no valid answer from the store' },
  503: { problem: 'overloaded', sentence: 'STORE is not available' },
  504: { problem: 'overloaded', sentence: 'The gateway of HOST got no answer from the store in time' },
  511: { problem: 'sign-in', sentence: 'The network requires a sign-in before HOST can be reached' },
};

const problemOf = (status: number): RequestProblem | undefined =>
  statuses[status]?.problem ?? (status >= 500 ? 'overloaded' : undefined);

function notTheApi(connection: Connection, request: ApiRequest, answer: Answer): CliError {
  const { status, headers, text } = answer;
  const type = headers['content-type'] ?? 'no content type';
  const start = startOf(connection, answer);
  const why = `The reply from ${hostOf(connection)} is not from the shop API (${status}, ${type})${start === '' ? '.' : `: "${start}"`}`;
  if (isWrite(request) && status < 300) return unknownOutcome(connection, request, { why, status });
  if (isPage({ text }) && saysMaintenance.test(pageWords(text)))
    // As the page means it, whatever its status is.
    return new CliError('unreachable', why, {
      ...{ status: 503, retryable: true, brief: 'maintenance page' },
      hint: connection.hint?.('overloaded', request),
    });
  // The words of nginx, Apache and Go where http is spoken to https.
  const needsTls = status === 400 && request.url.origin.startsWith('http:') && /\b(https|ssl)\b/i.test(pageWords(text));
  const problem = needsTls ? 'needs-tls' : isPage({ text }) ? 'web-page' : 'not-the-api';
  return new CliError('refused', why, { status, hint: connection.hint?.(problem, request) });
}

/** The title of a page that stands in for a shop for a while. */
const saysMaintenance =
  /maintenance|onderhoud|wartung|mantenimiento|manutenzione|temporarily (?:unavailable|offline)|be right back|tijdelijk niet|vorübergehend nicht/i;

function tryJson(text: string): unknown {
  try {
    return text === '' ? undefined : withoutQuotes(parseJson(text));
  } catch {
    return undefined;
  }
}

/** Some stores encode their JSON twice: then it is a text that holds an object or a list. */
const withoutQuotes = (json: unknown): unknown =>
  typeof json === 'string' && /^\s*[[{]/.test(json) ? (tryJson(json) ?? json) : json;
