import type { Json } from '../resources/kind.ts';
import { isObject } from '../text/json.ts';
import type { Query, RequestUrl } from './request-url.ts';

/** One request as it travels, without the token: what is sent, and what `--dry-run`, `--curl` and `--verbose` show. */
export interface ApiRequest {
  readonly method: Method;
  /** Origin, path and query. */
  readonly url: RequestUrl;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Json | undefined;
  /** Where the token is added when the request is sent. */
  readonly token: TokenPlace;
  /** Largest reply in bytes: see `replyLimits`. */
  readonly limit?: number | undefined;
  /** Whether it reads a list: a status of 404 may then say that nothing matches, but only as the API writes it. */
  readonly isList?: boolean | undefined;
}

/** 4 MiB for a record, 32 MiB for a page of a list. */
export const replyLimits = { record: 4 * 2 ** 20, page: 32 * 2 ** 20 } as const;

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A query parameter or a header, and what comes before the token in its value, such as `Bearer `. */
export interface TokenPlace {
  readonly in: 'query' | 'header';
  readonly name: string;
  readonly prefix: string;
}

const tokenPlace: TokenPlace = { in: 'query', name: 'token', prefix: '' };

/** What belongs to the connection, and what the reply is read by. */
const reservedHeaders: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'connection',
  'keep-alive',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'accept-encoding',
  'content-encoding',
  'proxy-authorization',
  'proxy-connection',
]);

/** Whether a header (in lower case) is not for users to set; the place of the token is none. */
export const isReservedHeader = (name: string): boolean =>
  reservedHeaders.has(name) || (tokenPlace.in === 'header' && tokenPlace.name.toLowerCase() === name);

interface RequestOptions extends Partial<Pick<ApiRequest, 'body' | 'headers' | 'limit' | 'isList'>> {
  /** `Accept-Language`. `headers`, with names in lower case, replace those that follow from the request. */
  readonly language?: string | undefined;
}

/** A request to this API. */
export function apiRequest(
  method: Method,
  url: RequestUrl,
  { body, language, headers: more, limit, isList }: RequestOptions = {},
): ApiRequest {
  const headers = {
    accept: 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(language ? { 'accept-language': language } : {}),
    ...more,
  };
  return { method, url, headers, token: tokenPlace, body, limit, isList };
}

/** Whether a request may change something: everything but GET and HEAD that stay what they are. */
export const isWrite = (request: ApiRequest): boolean =>
  (request.method !== 'GET' && request.method !== 'HEAD') || methodOverrides(request).length > 0;

/** The methods that servers of some frameworks use in place of that of the request, in upper case. */
export function methodOverrides({ headers, url, body }: ApiRequest): readonly string[] {
  const fields = isObject(body) ? Object.entries(body) : [];
  return [...Object.entries(headers), ...url.query, ...fields].flatMap(([name, value]) =>
    overrideName.test(name.trim().replace(/[._ ]/g, '-')) ? [String(value).toUpperCase()] : [],
  );
}

/** A header, parameter or field. PHP reads dots and spaces as underscores ("Variables From External Sources"). */
const overrideName = /^(-method|x-http-method|x-http-method-override|x-method-override)($|\[)/i;

/** Path, query and headers with the token in its place. For `exchange.ts` alone. */
export function withToken(
  { url, headers, token: { in: place, name, prefix } }: ApiRequest,
  token: string,
): { readonly path: string; readonly headers: ApiRequest['headers'] } {
  const value = `${prefix}${token}`;
  return place === 'query'
    ? { path: url.target([[name, value]] satisfies Query), headers }
    : { path: url.target(), headers: { ...headers, [name]: value } };
}
