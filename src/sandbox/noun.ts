import type { Reply, Route, Store, StoreRequest } from './route.ts';

type Soon<T> = T | Promise<T>;

/** What the endpoints of one noun do. They answer in the same way; an endpoint that is absent is none. */
interface Noun<T> {
  /** The path of one record: `/customers/:customerId`. */
  readonly path: string;
  /** The record of a path. @throws Refusal 404 */
  find(request: StoreRequest, store: Store): T;
  /** The record as the API shows it. @throws Refusal 422, and nothing is written */
  show(record: T, store: Store, request: StoreRequest): unknown;
  /** What a reply to its deletion calls it. */
  idOf(record: T): string;
  /** The query parameters of its list. */
  readonly query?: readonly string[];
  list?(request: StoreRequest, store: Store): unknown;
  /** Checks the body, and returns what writes the record within a commit. @throws Refusal 422 */
  create?(request: StoreRequest, store: Store): Soon<() => T>;
  /** The same for a change. @throws Refusal 422 */
  alter?(request: StoreRequest, store: Store): Soon<(before: T) => T>;
  /** Within a commit. */
  remove?(record: T, store: Store): void;
}

/** The routes of a noun. */
export function routesOf<T>(noun: Noun<T>): readonly Route[] {
  const { path } = noun;
  const all = path.slice(0, path.lastIndexOf('/'));
  const routes: Route[] = [
    { method: 'GET', path, answer: (request, store) => ok(noun.show(noun.find(request, store), store, request)) },
  ];
  if (noun.list) {
    const list = noun.list.bind(noun);
    routes.push({ method: 'GET', path: all, query: noun.query ?? [], answer: (...args) => ok(list(...args)) });
  }
  if (noun.create) routes.push({ method: 'POST', path: all, answer: (...args) => created(noun, ...args) });
  if (noun.alter) routes.push({ method: 'PATCH', path, answer: (...args) => altered(noun, ...args) });
  if (noun.remove) routes.push({ method: 'DELETE', path, answer: (...args) => removed(noun, ...args) });
  return routes;
}

const ok = (body: unknown): Reply => ({ status: 200, body });

async function created<T>(noun: Noun<T>, request: StoreRequest, store: Store): Promise<Reply> {
  const create = await noun.create?.(request, store);
  const body = await store.commit(() => create && noun.show(create(), store, request));
  return { status: 201, body };
}

/** It is looked up again within the commit: another request may have changed it. */
async function altered<T>(noun: Noun<T>, request: StoreRequest, store: Store): Promise<Reply> {
  noun.find(request, store);
  const alter = await noun.alter?.(request, store);
  return ok(await store.commit(() => alter && noun.show(alter(noun.find(request, store)), store, request)));
}

async function removed<T>(noun: Noun<T>, request: StoreRequest, store: Store): Promise<Reply> {
  const deleted = await store.commit(() => {
    const record = noun.find(request, store);
    noun.remove?.(record, store);
    return noun.idOf(record);
  });
  return ok({ deleted });
}
