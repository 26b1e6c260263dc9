import { isObject } from '../../text/json.ts';
import { Refusal, refusalWith } from '../http/refusal.ts';
import type { Reply, Route, Store, StoreRequest } from '../route.ts';

/** Where the API leaves something open, what another store does. What is absent is as in the sandbox. */
export interface Habits {
  /** The one way in which filters other than the search are taken; the other has no effect. */
  readonly filters?: 'plain' | 'bracket' | 'ignored';
  /** What a path with the ID of one product leads to, which is the SKU of another. */
  readonly productPath?: 'id' | 'sku' | 'id only';
  /** The status for a product that does not exist; `empty` for 200 without one. */
  readonly missingProduct?: number | 'empty';
  /** What lists are: `array`, or the field that the records are in. By route. */
  readonly lists?: Readonly<Record<string, string>>;
}

type Answer = (request: StoreRequest) => Promise<Reply>;

/** Answers a request as a store with these habits does. */
export async function withHabits(
  { filters, productPath, missingProduct, lists = {} }: Habits,
  { route, store }: { readonly route: Route; readonly store: Store },
  { request, answer }: { readonly request: StoreRequest; readonly answer: Answer },
): Promise<Reply> {
  if (route.method !== 'GET') return await answer(request);
  const understood = { ...request, query: withFilters(request.query, filters) };
  if (route.path === '/products/:idOrSku') {
    const answerOne = async () => await answer(leadingTo(understood, productPath, store));
    return await answerOne().catch((error: unknown) => missing(error, missingProduct));
  }
  const reply = await answer(understood);
  const shape = lists[route.path];
  return shape === undefined ? reply : { ...reply, body: shaped(reply.body, shape) };
}

function withFilters(query: URLSearchParams, style: Habits['filters']): URLSearchParams {
  if (style === undefined) return query;
  const isBracket = (name: string): boolean => name.startsWith('filter[');
  const isTaken = (name: string): boolean => {
    if (unfiltered.has(name)) return true;
    return style !== 'ignored' && isBracket(name) === (style === 'bracket');
  };
  return new URLSearchParams([...query].filter(([name]) => isTaken(name)));
}

const unfiltered: ReadonlySet<string> = new Set(['token', 'acceptLanguageId', 'filter[search]']);

/** @throws Refusal 404 where an SKU leads nowhere */
function leadingTo(request: StoreRequest, path: Habits['productPath'], { database }: Store): StoreRequest {
  const { idOrSku = '' } = request.params;
  if (path === 'id only' && !/^\d+$/.test(idOrSku)) throw new Refusal('not_found', 'There is no product with this ID.');
  if (path !== 'sku' || idOrSku.includes('\0')) return request;
  const row = database.get("SELECT id FROM products WHERE sku = ? AND sku <> '' ORDER BY id LIMIT 1", idOrSku);
  return row ? { ...request, params: { idOrSku: String(row.id) } } : request;
}

function missing(error: unknown, answer: Habits['missingProduct']): Reply {
  if (answer === undefined || !(error instanceof Refusal) || error.code !== 'not_found') throw error;
  if (answer === 'empty') return { status: 200, body: [] };
  throw refusalWith(answer, error.message) ?? error;
}

function shaped(body: unknown, shape: string): unknown {
  const { data, ...envelope } = isObject(body) ? body : { data: body };
  return shape === 'array' ? data : { ...envelope, [shape]: data };
}
