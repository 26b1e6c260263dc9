import type { Demandable } from '../resources/addresses.ts';
import { idKind } from '../resources/kinds.ts';
import type { Sqlite } from '../system/sqlite.ts';
import { percentDecoded } from '../text/urls.ts';
import { Refusal } from './http/refusal.ts';
import type { ShopCatalogue } from './storage/catalogue.ts';
import type { Commit } from './storage/commit.ts';
import type { Documents, JsonRecord, Stored } from './storage/documents.ts';

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
  readonly catalogue: ShopCatalogue;
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
  /** Where this store is reached: `http://127.0.0.1:8080`. @throws Refusal 400 */
  readonly origin: () => string;
}

export interface RouteAnswer {
  readonly status: 200;
  readonly body: unknown;
}

/**
 * One endpoint: a method, a path below `/api/v2` with `:name` for its variable parts, and what answers. Handlers throw
 * a `Refusal`.
 */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  answer(request: StoreRequest, store: Store): RouteAnswer | Promise<RouteAnswer>;
}

/** The methods whose requests carry a JSON body. */
export const withBody: ReadonlySet<string> = new Set(['POST', 'PATCH']);

/**
 * Finds the route of a method and a path below a base path. Every route that answers GET answers HEAD.
 * @throws Refusal 404 for an unknown path, 405 for another method
 */
export function routerOf(base: string, routes: readonly Route[]) {
  const all = routes.map((route) => ({ route, names: `${base}${route.path}`.split('/') }));
  return (method: string, path: string) => {
    const parts = path.split('/');
    const here = all.filter(({ names }) => fits(names, parts));
    const found = here.find(({ route }) => route.method === (method === 'HEAD' ? 'GET' : method));
    if (!found) throw notServed(here.map(({ route }) => route.method));
    return { route: found.route, params: paramsOf(found.names, parts) };
  };
}

const fits = (names: readonly string[], parts: readonly string[]): boolean =>
  names.length === parts.length &&
  names.every((name, at) => (name.startsWith(':') ? parts[at] !== '' : name === parts[at]));

function notServed(methods: readonly Route['method'][]): Refusal {
  if (methods.length === 0) return new Refusal('not_found', 'This API has no such path.');
  const names = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
  return new Refusal('method_not_allowed', `This path supports only ${names}.`, { headers: { Allow: names } });
}

function paramsOf(names: readonly string[], parts: readonly string[]): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const part = parts[at] ?? '';
    if (name.startsWith(':')) params[name.slice(1)] = percentDecoded(part) ?? part;
  }
  return params;
}

/**
 * The record that a path names by its ID.
 * @param what such a record is called: "customer"
 * @throws Refusal 404
 */
export function recordInPath<T extends JsonRecord>(
  records: Documents<T>,
  { database }: Store,
  text: string | undefined,
  what: string,
): Stored<T> {
  const id = idKind.typed(text ?? '');
  const found = id === undefined ? undefined : records.find(database, id);
  if (!found) throw new Refusal('not_found', `There is no ${what} with this ID.`);
  return found;
}
