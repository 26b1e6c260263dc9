import { inspect } from 'node:util';
import { CliError } from '../errors.ts';
import { parseUrl, percentDecoded } from '../text/urls.ts';

/** The path of this version of the API, after the base of the store. */
export const apiPath = '/api/v2';

/** Origin, and the path before `/api/`. */
export interface Base {
  readonly origin: string;
  readonly path: string;
}

export type Query = readonly (readonly [name: string, value: string])[];

/**
 * The address of one request, without the token. Its query may hold names and e-mail addresses: printed, it shows
 * origin and path only.
 */
export class RequestUrl {
  readonly origin: string;
  readonly path: string;
  readonly #query: Query;
  readonly #basePath: string;

  private constructor({ origin, path: basePath }: Base, path: string, query: Query) {
    this.origin = origin;
    this.path = path;
    this.#basePath = basePath;
    this.#query = query;
  }

  /** The path after the base of the store and the version of the API, such as `/products/12`, as a person reads it. */
  get resource(): string {
    return readable(this.path.slice(this.#basePath.length)).replace(apiPath, '');
  }

  /** Whether its query has such a parameter, by itself or as a filter: `filter[search]`. */
  has(name: string): boolean {
    return this.#query.some(([each]) => each === name || each === `filter[${name}]`);
  }

  /** @param segments path segments after the version of the API, not encoded: that is done here and nowhere else. */
  static to(base: Base, segments: readonly string[], query: Query = []): RequestUrl {
    return new RequestUrl(base, `${base.path}${apiPath}/${segments.map(encodeSegment).join('/')}`, query);
  }

  /**
   * A path as a person types it: `products`, `/api/v2/products`, or a whole URL of the store.
   * @throws CliError `usage` for what leaves the store's origin or its `/api/`, and for a token in the query.
   */
  static typed(base: Base, typed: string, query: Query = []): RequestUrl {
    const text = withoutShellPrefix(typed);
    const url = leavesPath(text) ? undefined : resolved(base, text);
    if (!url || url.origin !== base.origin || !url.pathname.startsWith(`${base.path}/api/`)) throw outside(typed);
    const all = [...url.searchParams, ...query];
    if (all.some(([name]) => name.toLowerCase() === 'token')) {
      throw new CliError('usage', 'The token is added automatically. Leave it out of the query.', { field: 'path' });
    }
    return new RequestUrl(base, url.pathname, all);
  }

  /** Path and query as they are sent, with more parameters at the end. */
  target(more: Query = []): string {
    const query = [...this.#query, ...more].map(([name, value]) => `${encodeQuery(name)}=${encodeQuery(value)}`);
    return query.length === 0 ? this.path : `${this.path}?${query.join('&')}`;
  }

  get query(): Query {
    return this.#query;
  }

  /** The same address with another query. */
  withQuery(query: Query): RequestUrl {
    return new RequestUrl({ origin: this.origin, path: this.#basePath }, this.path, query);
  }

  toString(): string {
    return `${this.origin}${this.path}`;
  }

  toJSON(): string {
    return this.toString();
  }

  [inspect.custom](): string {
    return this.toString();
  }
}

/** Git Bash turns `/api/v2/products` into `C:/Program Files/Git/api/v2/products` before the program starts. */
const withoutShellPrefix = (typed: string): string =>
  typed.replace(/^[A-Za-z]:[\\/].*?[\\/](?=api[\\/])/, '/').replace(/^\/api\\/, '/api/');

/**
 * Whether a URL parser, or a proxy that decodes once or twice more, would find another host in it, or `..` that leave the
 * path.
 */
function leavesPath(text: string): boolean {
  const path = text.replace(/[?#].*$/s, '');
  const once = percentDecoded(path);
  const readings = [path, once, once && percentDecoded(once)];
  return otherHost.test(text) || readings.some((reading) => reading === undefined || dotSegment.test(reading));
}

const otherHost = /^(\/\/|[@:])|\s/u;
const dotSegment = /[\\\p{Cc}]|(^|\/)\.{1,2}(?=[/;]|$)/u;

/** A path without percent-encoding where it can be decoded. */
const readable = (path: string): string => percentDecoded(path) ?? path;

function resolved(base: Base, text: string): URL | undefined {
  const isWhole = /^https?:/i.test(text);
  const path = /^\/?api\//.test(text)
    ? `${base.path}/${text.replace(/^\//, '')}`
    : `${base.path}${apiPath}/${text.replace(/^\//, '')}`;
  return parseUrl(isWhole ? text : path, base.origin);
}

function outside(typed: string): CliError {
  return new CliError('usage', `Invalid path "${typed}": it is outside the API of the store.`, {
    field: 'path',
    hint: `Use a path such as products, customers/101 or ${apiPath}/products.`,
  });
}

/** Encodes everything but the unreserved characters of RFC 3986. `.` and `..` would still change the path: refused. */
function encodeSegment(segment: string): string {
  if (segment === '' || segment === '.' || segment === '..') {
    throw new CliError('usage', `Invalid value "${segment}": it cannot be part of a path.`);
  }
  return encodeStrict(segment);
}

/** A name or value of the query, with the brackets of `filter[search]` as they are. */
export const encodeQuery = (text: string): string => encodeStrict(text).replace(/%5B/gi, '[').replace(/%5D/gi, ']');

function encodeStrict(text: string): string {
  if (/^[\w.~-]*$/.test(text)) return text;
  if (!text.isWellFormed())
    throw new CliError('usage', 'Invalid text: it contains half of a surrogate pair.', {
      hint: 'Was the text cut in the middle of an emoji?',
    });
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
