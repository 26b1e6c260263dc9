import { inspect } from 'node:util';
import { CliError } from '../errors.ts';
import type { Connection } from './connection.ts';

/** Origin, and the path before `/api/`. */
interface Base {
  readonly origin: string;
  readonly path: string;
}

export type Query = readonly (readonly [name: string, value: string])[];

/**
 * The address of one request. The token is a query parameter of this API, so the query is a secret: whatever prints this object, in whatever
 * way, sees origin and path only.
 */
export class RequestUrl {
  readonly origin: string;
  readonly path: string;
  readonly #query: Query;

  private constructor(origin: string, path: string, query: Query) {
    this.origin = origin;
    this.path = path;
    this.#query = query;
  }

  /** @param segments path segments after `/api/v2`, as they are; they are percent-encoded here and nowhere else. */
  static to(base: Base, segments: readonly string[], query: Query = []): RequestUrl {
    return new RequestUrl(base.origin, `${base.path}/api/v2/${segments.map(encodeSegment).join('/')}`, query);
  }

  /**
   * A path as a person types it: with or without `/api/v2/`, or a whole URL of the store.
   * @throws CliError `usage` for what leaves the store's origin or its `/api/`, and for a token in the query.
   */
  static typed(base: Base, typed: string, query: Query = []): RequestUrl {
    const text = withoutShellPrefix(typed);
    const url = leaves(text) ? undefined : resolved(base, text);
    if (!url || url.origin !== base.origin || !url.pathname.startsWith(`${base.path}/api/`)) throw outside(typed);
    const all = [...url.searchParams, ...query];
    if (all.some(([name]) => name.toLowerCase() === 'token')) {
      throw new CliError('usage', 'The token is added by itself; it must not stand in the query.', { field: 'path' });
    }
    return new RequestUrl(base.origin, url.pathname, all);
  }

  /** What goes on the wire: path and query with the token. For `exchange.ts` alone. */
  target(token: string): string {
    const all: Query = [...this.#query, ['token', token]];
    return `${this.path}?${all.map(([name, value]) => `${encodeQuery(name)}=${encodeQuery(value)}`).join('&')}`;
  }

  /** The query without the token. */
  get query(): Query {
    return this.#query;
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

/** Git Bash turns `/api/v2/products` into `C:/Program Files/Git/api/v2/products` before the program sees it. */
const withoutShellPrefix = (typed: string): string =>
  typed.replace(/^[A-Za-z]:[\\/].*?[\\/](?=api[\\/])/, '/').replace(/^\/api\\/, '/api/');

/** What a URL parser, or a proxy that decodes once or twice more, would read as another host, or as a way out of the path. */
function leaves(text: string): boolean {
  const path = text.replace(/[?#].*$/s, '');
  const readings = [path, decoded(path), decoded(decoded(path))];
  return otherHost.test(text) || readings.some((reading) => reading === undefined || wayOut.test(reading));
}

const otherHost = /^(\/\/|[@:])|\s/u;
const wayOut = /[\\\p{Cc}]|(^|\/)\.{1,2}(?=[/;]|$)/u;

/** Percent-decoded once; undefined where that cannot be done. */
function decoded(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function resolved(base: Base, text: string): URL | undefined {
  const isWhole = /^https?:/i.test(text);
  const path = /^\/?api\//.test(text)
    ? `${base.path}/${text.replace(/^\//, '')}`
    : `${base.path}/api/v2/${text.replace(/^\//, '')}`;
  return URL.canParse(isWhole ? text : path, base.origin) ? new URL(isWhole ? text : path, base.origin) : undefined;
}

function outside(typed: string): CliError {
  return new CliError('usage', `"${typed}" is not a path of this store's API.`, {
    field: 'path',
    hint: 'Write products, baskets/... or /api/v2/...',
  });
}

/** Everything but RFC 3986 unreserved characters is encoded. `.` and `..` would change the path even so, so they are refused. */
function encodeSegment(segment: string): string {
  if (segment === '' || segment === '.' || segment === '..') {
    throw new CliError('usage', `"${segment}" cannot be part of a path.`);
  }
  return encodeStrict(segment);
}

/** A name or value of the query, with the brackets of `filter[search]` as they are. */
export const encodeQuery = (text: string): string => encodeStrict(text).replace(/%5B/gi, '[').replace(/%5D/gi, ']');

function encodeStrict(text: string): string {
  if (!text.isWellFormed())
    throw new CliError('usage', 'Half of a surrogate pair cannot be sent in a request.', {
      hint: 'Is the text cut in the middle of an emoji?',
    });
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `search` is documented as `filter[search]`; whether the others are plain or bracketed is not, so they are sent both ways unless told. */
export function filterQuery(
  filters: Readonly<Record<string, string | undefined>>,
  style: Connection['filterStyle'],
): Query {
  return Object.entries(filters).flatMap(([name, value]): Query => {
    if (value === undefined) return [];
    if (name === 'search' || style === 'bracket') return [[`filter[${name}]`, value]];
    return style === 'plain'
      ? [[name, value]]
      : [
          [name, value],
          [`filter[${name}]`, value],
        ];
  });
}
