import { inspect } from 'node:util';
import { CliError } from '../errors.ts';

export type Query = readonly (readonly [name: string, value: string])[];

/**
 * The address of one request. The token is a query parameter of this API, so the query is a secret: whatever prints this object, in whatever
 * way, sees origin and path only.
 */
export class RequestUrl {
  readonly origin: string;
  readonly path: string;
  readonly #query: Query;

  /** @param segments path segments after `/api/v2`, as they are; they are percent-encoded here and nowhere else. */
  constructor(base: { readonly origin: string; readonly path: string }, segments: readonly string[], query: Query) {
    this.origin = base.origin;
    this.path = `${base.path}/api/v2/${segments.map(encodeSegment).join('/')}`;
    this.#query = query;
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

/** Everything but RFC 3986 unreserved characters is encoded. `.` and `..` would change the path even so, so they are refused. */
function encodeSegment(segment: string): string {
  if (segment === '' || segment === '.' || segment === '..') {
    throw new CliError('usage', `"${segment}" cannot be part of a path.`, {
      hint: 'Look the product up with products list --sku instead.',
    });
  }
  return encodeStrict(segment);
}

const encodeQuery = (text: string): string => encodeStrict(text).replace(/%5B/gi, '[').replace(/%5D/gi, ']');

function encodeStrict(text: string): string {
  if (!text.isWellFormed())
    throw new CliError('usage', 'Half of a surrogate pair cannot be sent in a request.', {
      hint: 'Is the text cut in the middle of an emoji?',
    });
  return encodeURIComponent(text).replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
}
