import { isObject } from '../../text/json.ts';
import { defaultLimit, filterParameter } from '../http/paging.ts';
import { Refusal } from '../http/refusal.ts';
import type { Route, RouteAnswer, Store, StoreRequest } from '../route.ts';
import type { FaultOptions } from './options.ts';

/** Carries out a request as a store with these quirks does. */
export async function answered(
  route: Route,
  request: StoreRequest,
  store: Store,
  { quirks = [], pageCap }: Pick<FaultOptions, 'quirks' | 'pageCap'>,
): Promise<RouteAnswer> {
  const isRead = route.method === 'GET';
  const folds = quirks.includes('fold-keys');
  const capped = isRead && pageCap !== undefined ? withCap(request, pageCap) : request;
  const understood = quirks.includes('ignore-filter') ? withoutSearch(capped) : capped;
  if (isRead && folds) return await foundInEitherCase(route, understood, store);
  // Searches find only what is stored.
  const isChanging = !isRead && (folds || quirks.includes('change-keys'));
  return await route.answer(isChanging ? withFoldedKeys(understood) : understood, store);
}

/** SKUs are stored in lower case. They are looked up as given first, since first data has capitals. */
async function foundInEitherCase(route: Route, request: StoreRequest, store: Store): Promise<RouteAnswer> {
  try {
    const reply = await route.answer(request, store);
    if (!foundNothing(reply)) return reply;
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'not_found')) throw error;
  }
  return await route.answer(withFoldedKeys(request), store);
}

const foundNothing = ({ body }: RouteAnswer): boolean => isObject(body) && body.numRows === '0';

/** A limit that is no number stays, for the store to refuse. */
function withCap(request: StoreRequest, cap: number): StoreRequest {
  const limit = Number(filterParameter(request.query, 'limit') ?? defaultLimit);
  return limit > cap ? withQuery(request, { limit: String(cap), 'filter[limit]': undefined }) : request;
}

const withoutSearch = (request: StoreRequest): StoreRequest => withQuery(request, { 'filter[search]': undefined });

/** The SKU of a body, of a `sku:` search and of a path, in lower case. */
function withFoldedKeys(request: StoreRequest): StoreRequest {
  const { body, params, query } = request;
  const search = query.get('filter[search]') ?? '';
  const folded = search.startsWith('sku:') ? withQuery(request, { 'filter[search]': search.toLowerCase() }) : request;
  return {
    ...folded,
    body: isObject(body) && typeof body.sku === 'string' ? { ...body, sku: body.sku.toLowerCase() } : body,
    params: params.idOrSku === undefined ? params : { ...params, idOrSku: params.idOrSku.toLowerCase() },
  };
}

function withQuery(request: StoreRequest, changes: Readonly<Record<string, string | undefined>>): StoreRequest {
  const query = new URLSearchParams(request.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) query.delete(name);
    else query.set(name, value);
  }
  return { ...request, query };
}
