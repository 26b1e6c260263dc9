import { CliError, type FailureDetails, type FailureKind } from '../errors.ts';
import { type Answer, type ApiRequest, type Failure, isWrite } from './exchange.ts';
import { howToFind, howToFindOut } from './find-out.ts';
import { parseJson, textWithoutSecrets } from './json.ts';

/** An answer that means success: its body, parsed (undefined for an empty body). */
export interface Reply {
  readonly status: number;
  readonly json: unknown;
}

/**
 * Reads a whole answer as the API's.
 * @throws CliError `auth`, `not-found` or `refused`; `outcome-unknown` for a write whose answer does not say what became of it.
 */
export function readAnswer(request: ApiRequest, answer: Answer): Reply {
  if (answer.status >= 300 && answer.status < 400) throw redirected(request, answer);
  const json = tryJson(answer.text);
  if (answer.status >= 400) throw refusal(request, answer, json);
  const message = onlyError(json);
  if (message !== undefined)
    throw new CliError('refused', `The store refused: ${message}`, { status: answer.status, field: fieldOf(json) });
  if (json === undefined && answer.text !== '' && !maySayAnything(request, answer)) throw notTheApi(request, answer);
  return { status: answer.status, json };
}

/** What a DELETE and a PATCH answer is not documented: any 2xx of a DELETE is success, and a PATCH is followed by a GET unless a page stands there. */
const maySayAnything = ({ method }: ApiRequest, { text }: Answer): boolean =>
  method === 'DELETE' || (method === 'PATCH' && !/^\s*</.test(text));

/** A PATCH that was answered, and then the record could not be read. */
export function unreadAfter(request: ApiRequest, failure: CliError): CliError {
  return unknownOutcome(
    request,
    `The store answered the PATCH, and then the record could not be read: ${failure.message}`,
  );
}

/** A failure without a whole answer, as the user is told. A write that may have arrived has an unknown outcome. */
export function failureOf(request: ApiRequest, failure: Failure): CliError {
  const host = new URL(request.url.origin).host;
  if (isWrite(request) && failure.sent) return unknownOutcome(request, failureTexts[failure.cause](host));
  const kind = ['certificate', 'not-http', 'not-tls', 'too-large'].includes(failure.cause) ? 'refused' : 'unreachable';
  return new CliError(kind, failureTexts[failure.cause](host), { hint: failureHints[failure.cause] });
}

/** A reply that is JSON, but not what this endpoint returns. */
export function unexpectedReply(request: ApiRequest, fault: string): CliError {
  const message = `The store answered ${request.method} ${request.url.path} with something unexpected: the reply ${fault}.`;
  if (isWrite(request)) return unknownOutcome(request, message);
  return new CliError('refused', message, {
    hint: 'Is the address that of the shop API? It is the part before /api/v2.',
  });
}

const failureTexts: Readonly<Record<Failure['cause'], (host: string) => string>> = {
  timeout: (host) => `${host} did not answer in time.`,
  interrupted: (host) => `The request to ${host} was interrupted.`,
  certificate: (host) => `${host} shows a certificate that is not to be trusted.`,
  unresolved: (host) => `There is no host named ${host}.`,
  refused: (host) => `${host} cannot be reached: nothing answers at this address.`,
  cut: (host) => `${host} closed the connection before the answer was complete.`,
  'too-large': (host) => `${host} sent more than a reply of this API can be.`,
  'not-http': (host) => `${host} answered something that is not HTTP, or not whole.`,
  'not-tls': (host) => `${host} does not speak https at this port.`,
};

const failureHints: Readonly<Record<Failure['cause'], string | undefined>> = {
  timeout: 'Give it more time with --timeout 2m, or check the address.',
  interrupted: undefined,
  certificate: 'For an authority of your own, set NODE_EXTRA_CA_CERTS to its certificate file.',
  unresolved: 'Check the spelling of the store address, and the network.',
  refused: 'Check the store address and port. Is the store running?',
  cut: 'Try again in a moment.',
  'too-large': 'Ask for less at a time with --limit.',
  'not-tls': 'Check the scheme and port of the store address.',
  'not-http': 'Check the scheme and port of the store address.',
};

function unknownOutcome(
  request: ApiRequest,
  why: string,
  answered: Pick<FailureDetails, 'status' | 'retryAfter'> = {},
): CliError {
  return new CliError(
    'outcome-unknown',
    `${/[.!?]$/.test(why) ? why : `${why}.`} Whether the ${request.method} took effect is not known.`,
    { ...answered, hint: howToFindOut(request) },
  );
}

function redirected(request: ApiRequest, answer: Answer): CliError {
  const target = answer.headers.location ?? '';
  const host = URL.canParse(target, request.url.origin) ? new URL(target, request.url.origin).host : 'another address';
  return new CliError(
    'refused',
    `The store redirects to ${host}; redirects are not followed, since the token would travel along.`,
    {
      status: answer.status,
      hint: 'Give the address that it redirects to, if it is yours, as the store.',
    },
  );
}

function refusal(request: ApiRequest, answer: Answer, json: unknown): CliError {
  const { status } = answer;
  const said = messageOf(json);
  const message = `${sentenceOf(status)}${said === undefined ? '.' : `: ${said}`}`;
  const kind = kindOf(request, status, json !== undefined);
  const wait = retryAfter(answer.headers['retry-after'], new Date());
  if (kind === 'outcome-unknown') return unknownOutcome(request, message, { status, retryAfter: wait });
  if (kind === undefined) return notTheApi(request, answer);
  return new CliError(kind, message, {
    status,
    field: fieldOf(json),
    retryable: status === 429 || status >= 500,
    retryAfter: wait,
    hint: kind === 'not-found' ? howToFind(request) : refusalHints[status],
  });
}

/** The kind of failure that a status of 400 and above means; undefined where the answer is not the API's at all. */
function kindOf(request: ApiRequest, status: number, isJson: boolean): FailureKind | undefined {
  if (status === 401 || status === 403) return 'auth';
  if (isWrite(request) && (status >= 500 || status === 408 || status === 425)) return 'outcome-unknown';
  if (status === 404 && isJson) return 'not-found';
  return isJson || status === 429 || status >= 500 ? 'refused' : undefined;
}

function sentenceOf(status: number): string {
  if (status === 401 || status === 403) return `The store refused the token (${status})`;
  return status === 404 ? 'Not found' : `The store refused (${status})`;
}

const refusalHints: Readonly<Record<number, string>> = {
  401: 'Check SHOP_TOKEN.',
  403: 'Check SHOP_TOKEN, and what this token is allowed to do.',
  429: 'The store asks for fewer requests. Wait a moment.',
};

function notTheApi(request: ApiRequest, { status, headers, text }: Answer): CliError {
  const type = headers['content-type'] ?? 'no content type';
  const start = textWithoutSecrets(text)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
  const message = `The answer (${status}, ${type}) is not from the shop API${start === '' ? '.' : `: "${start}"`}`;
  if (isWrite(request) && status < 300) return unknownOutcome(request, message, { status });
  return new CliError('refused', message, {
    status,
    hint: 'Is the address that of the shop API? It is the part before /api/v2.',
  });
}

function tryJson(text: string): unknown {
  try {
    return text === '' ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

type Loose = { readonly [name: string]: unknown };
const asObject = (value: unknown): Loose => (typeof value === 'object' && value !== null ? (value as Loose) : {});

/** The store's own words: the first of the members that error bodies are known to have, at most 500 characters. */
function messageOf(json: unknown): string | undefined {
  const body = asObject(json);
  const found = [asObject(body.error).message, body.message, body.error, body.errors, body.detail, body.title].find(
    saysSomething,
  );
  if (found === undefined) return undefined;
  return (typeof found === 'string' ? found : JSON.stringify(found)).replace(/\s*[\r\n]+\s*/g, ' ').slice(0, 500);
}

const saysSomething = (text: unknown): boolean =>
  text !== undefined && text !== null && text !== '' && JSON.stringify(text).length > 2;

function fieldOf(json: unknown): string | undefined {
  const { field } = asObject(asObject(json).error);
  return typeof field === 'string' ? field.slice(0, 100) : undefined;
}

/** A 2xx whose body is nothing but an error is a refusal: `{"error":…}`, `{"success":false,…}`, `{"status":"error",…}`, also beside members that are null. */
function onlyError(json: unknown): string | undefined {
  const body = asObject(json);
  const names = Object.keys(body).filter((name) => body[name] !== null);
  if (!names.every((name) => errorMembers.includes(name))) return undefined;
  const saysNo = body.success === false || failedStatus.test(String(body.status));
  return saysNo || names.some((name) => name.startsWith('error')) ? messageOf(json) : undefined;
}

const errorMembers: readonly string[] = ['error', 'errors', 'message', 'code', 'status', 'success'];
const failedStatus = /^(error|fail(ed|ure)?)$/i;

/** Retry-After (RFC 9110, 10.2.3) in milliseconds. A date has a resolution of one second, so one second is added. */
export function retryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const until = Date.parse(header);
  return Number.isNaN(until) || !/GMT$/.test(header) ? undefined : Math.max(0, until - now.getTime()) + 1000;
}
