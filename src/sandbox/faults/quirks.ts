import { isObject } from '../../text/json.ts';
import { defaultLimit, filterParameter } from '../http/paging.ts';
import { Refusal } from '../http/refusal.ts';
import type { Reply, Route, Store, StoreRequest } from '../route.ts';
import type { FaultOptions } from './options.ts';

/** Carries out a request as a store with these quirks does. */
export async function answered(
  route: Route,
  request: StoreRequest,
  store: Store,
  { quirks = [], pageCap }: Pick<FaultOptions, 'quirks' | 'pageCap'>,
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
