import { type BodyReader, valuesIn } from './http/body.ts';
import type { Append } from './products/table.ts';
import type { Route, RouteAnswer, Store, StoreRequest } from './route.ts';

/** What the endpoints of one noun do. They answer in the same way; an endpoint that is absent is none. */
interface NounEndpoints<T, Values, Changes> {
  /** The path of one record: `/customers/:customerId`. */
  readonly path: string;
  /** The record of a path. @throws Refusal 404 */
  find(request: StoreRequest, store: Store): T;
  /** The record as the API shows it. @throws Refusal 422, and nothing is written */
  show(record: T, store: Store, request: StoreRequest): unknown;
  /** As creation answers with it, where that differs. */
  showNew?(record: T, store: Store, request: StoreRequest): unknown;
  list?(request: StoreRequest, store: Store): unknown;
  /** The body that creates one. */
  readonly draft?: BodyReader<Values>;
  /** The part of a body that this store reads; all of it when absent. */
  read?(body: unknown, store: Store): unknown;
  /** Checks its values, and returns what writes the record within a commit. @throws Refusal 422 */
  create?(values: Values, store: Store, request: StoreRequest): (products: Append) => T;
  /** The body that changes one. */
  readonly changes?: BodyReader<Changes>;
  /** The same for a change. @throws Refusal 422 */
  alter?(changes: Changes, store: Store): (before: T) => T;
  /** Within a commit. @returns what the reply calls it */
  remove?(record: T, store: Store): string | number;
}

/** The routes of a noun. */
export function routesOf<T, Values, Changes>(noun: NounEndpoints<T, Values, Changes>): readonly Route[] {
  const { path, find, show, showNew = show, list, draft, create, changes, alter, remove } = noun;
  const { read = whole } = noun;
  const all = path.slice(0, path.lastIndexOf('/'));
  const routes: Route[] = [
    { method: 'GET', path, answer: (request, store) => ok(show(find(request, store), store, request)) },
  ];
  if (list) routes.push({ method: 'GET', path: all, answer: (...args) => ok(list(...args)) });
  if (draft && create)
    routes.push({
      method: 'POST',
      path: all,
      async answer(request, store) {
        const write = create(valuesIn(draft, read(request.body, store)), store, request);
        return ok(await store.commit((products) => showNew(write(products), store, request)));
      },
    });
  if (changes && alter)
    routes.push({
      method: 'PATCH',
      path,
      // It is looked up again within the commit: another request may have changed it.
      async answer(request, store) {
        find(request, store);
        const write = alter(valuesIn(changes, read(request.body, store)), store);
        return ok(await store.commit(() => show(write(find(request, store)), store, request)));
      },
    });
  if (remove)
    routes.push({
      method: 'DELETE',
      path,
      answer: async (request, store) =>
        ok({ deleted: await store.commit(() => String(remove(find(request, store), store))) }),
    });
  return routes;
}

const whole = (body: unknown): unknown => body;

/** Of a creation too: a public client of such a shop takes no other status. */
const ok = (body: unknown): RouteAnswer => ({ status: 200, body });
