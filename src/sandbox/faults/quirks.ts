import { isObject } from '../../text/json.ts';
import { defaultLimit, filterParameter } from '../http/paging.ts';
import { Refusal, refusalWith } from '../http/refusal.ts';
import type { Reply, Route, Store, StoreRequest } from '../route.ts';
import type { FaultOptions, Habits } from './options.ts';

type Deviations = Pick<FaultOptions, 'quirks' | 'pageCap' | 'habits'>;

/** Carries out a request as a store with these habits and quirks does. */
export async function answered(
  route: Route,
  request: StoreRequest,
  store: Store,
  deviations: Deviations,
): Promise<Reply> {
  const { filters, productPath, missingProduct, lists = {} }: Habits = deviations.habits ?? {};
  const answer = (understood: StoreRequest) => withQuirks(route, understood, store, deviations);
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

async function withQuirks(
  route: Route,
  request: StoreRequest,
  store: Store,
  { quirks = [], pageCap }: Deviations,
): Promise<Reply> {
  const capped = route.method === 'GET' && pageCap !== undefined ? withCap(request, pageCap) : request;
  const understood = quirks.includes('ignore-filter') ? withoutSearch(capped) : capped;
  if (quirks.includes('fold-keys')) return await foldingKeys(route, understood, store);
  // Searches find only what is stored.
  const isChanging = quirks.includes('change-keys') && route.method !== 'GET';
  return await route.answer(isChanging ? withFoldedKeys(understood) : understood, store);
}

/** Stores SKUs in lower case. Looks them up as given, since first data has capitals, then in lower case. */
async function foldingKeys(route: Route, request: StoreRequest, store: Store): Promise<Reply> {
  const folded = withFoldedKeys(request);
  if (route.method !== 'GET') return await route.answer(folded, store);
  try {
    const reply = await route.answer(request, store);
    return foundNothing(reply) ? await route.answer(folded, store) : reply;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return await route.answer(folded, store);
    throw error;
  }
}

const foundNothing = ({ body }: Reply): boolean => isObject(body) && body.numRows === '0';

/** A limit that is no number stays, for the store to refuse. */
function withCap(request: StoreRequest, cap: number): StoreRequest {
  const limit = Number(filterParameter(request.query, 'limit') ?? defaultLimit);
  return limit > cap
    ? { ...request, query: queryWith(request.query, { limit: String(cap), 'filter[limit]': undefined }) }
    : request;
}

const withoutSearch = (request: StoreRequest): StoreRequest => ({
  ...request,
  query: queryWith(request.query, { 'filter[search]': undefined }),
});

/** The SKU of a body, of a `sku:` search and of a path, in lower case. */
function withFoldedKeys(request: StoreRequest): StoreRequest {
  const { body, params, query } = request;
  const search = query.get('filter[search]') ?? '';
  return {
    ...request,
    body: isObject(body) && typeof body.sku === 'string' ? { ...body, sku: body.sku.toLowerCase() } : body,
    params: params.idOrSku === undefined ? params : { ...params, idOrSku: params.idOrSku.toLowerCase() },
    query: search.startsWith('sku:') ? queryWith(query, { 'filter[search]': search.toLowerCase() }) : query,
  };
}

function queryWith(query: URLSearchParams, changes: Readonly<Record<string, string | undefined>>): URLSearchParams {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) changed.delete(name);
    else changed.set(name, value);
  }
  return changed;
}
