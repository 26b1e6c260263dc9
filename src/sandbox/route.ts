import type { Demandable } from '../resources/addresses.ts';
import { idKind } from '../resources/kinds.ts';
import type { Sqlite } from '../system/sqlite.ts';
import { percentDecoded } from '../text/urls.ts';
import { Refusal } from './http/refusal.ts';
import type { Catalogue } from './storage/catalogue.ts';
import type { Commit } from './storage/commit.ts';

/** The rules of a store, chosen when it is opened. */
export interface StoreRules {
  /** Whether a second product with the same SKU is refused (409). */
  readonly uniqueSku: boolean;
  /** Fields that the general configuration requires in addresses, and the gender in customers too. */
  readonly require: readonly Demandable[];
  /** The postcode add-on: street and city of Dutch addresses are filled in. */
  readonly postcodeAddon: boolean;
  /** The customer-groups add-on: without it `discountGroupId` is ignored. */
  readonly customerGroups: boolean;
}

/** What every handler may use: the database, what never changes in it, and the rules. */
export interface Store extends StoreRules {
  readonly database: Sqlite;
  readonly catalogue: Catalogue;
  /** The way to change the database. */
  readonly commit: Commit;
  /** The first product that lists and searches do not show yet; undefined when they show all. */
  readonly hiddenFrom: () => number | undefined;
  readonly randomHex: (bytes: number) => string;
  readonly now: () => Date;
}

/** The part of the store that pricing and writing records need. */
export type RecordStore = Pick<Store, 'database' | 'customerGroups' | 'now'>;

/** One request with a valid token and, if the method has a body, a JSON body. */
export interface StoreRequest {
  /** The variable parts of the path, percent-decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The header `Accept-Language`, or ''. */
  readonly acceptLanguage: string;
  /** The parsed body; undefined for methods without one. */
  readonly body: unknown;
  /** Where this store is reached: `http://127.0.0.1:8080`. */
  readonly origin: string;
}

export interface Reply {
  readonly status: 200 | 201;
  readonly body: unknown;
}

/**
 * One endpoint: a method, a path below `/api/v2` with `:name` for its variable parts, and what answers. Handlers throw
 * a `Refusal`.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** The query parameters that it honours, besides those of every route. */
  readonly query?: readonly string[];
  answer(request: StoreRequest, store: Store): Reply | Promise<Reply>;
}

/** The methods whose requests carry a JSON body. */
export const withBody: ReadonlySet<string> = new Set(['POST', 'PATCH']);

/** The route of a request, and the variable parts of its path, percent-decoded. */
interface Found {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the route of a method and a path below a base path. Every route that answers GET answers HEAD.
 * @throws Refusal 404 for an unknown path, 405 for another method
 */
export function routerOf(base: string, routes: readonly Route[]): (method: string, path: string) => Found {
  const paths = [...new Set(routes.map(({ path }) => path))].map((path) => ({
    pattern: new RegExp(`^${base}${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
    routes: routes.filter((route) => route.path === path),
  }));
  return (method, path) => {
    for (const { pattern, routes } of paths) {
      const match = pattern.exec(path);
      if (match) return { route: withMethod(routes, method), params: decoded(match.groups) };
    }
    throw new Refusal('not_found', 'This API has no such path.');
  };
}

function withMethod(routes: readonly Route[], method: string): Route {
  const route = routes.find((one) => one.method === (method === 'HEAD' ? 'GET' : method));
  if (route) return route;
  const methods = routes.flatMap((one) => (one.method === 'GET' ? ['GET', 'HEAD'] : [one.method])).join(', ');
  throw new Refusal('method_not_allowed', `This path supports only ${methods}.`, { headers: { Allow: methods } });
}

const decoded = (groups: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, percentDecoded(text) ?? text]));

/**
 * The id in a path. @throws Refusal 404 when it is none, since nothing has such an id.
 * @param what the record it would name: "customer"
 */
export function idInPath(text: string | undefined, what: string): number {
  const id = idKind.typed(text ?? '');
  if (id === undefined) throw noSuchRecord(what);
  return id;
}

/** 404: there is no such record. */
export const noSuchRecord = (what: string): Refusal => new Refusal('not_found', `There is no ${what} with this ID.`);
