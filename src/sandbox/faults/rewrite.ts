import { isObject } from '../../text/json.ts';
import { defaultLimit, filterParameter } from '../http/paging.ts';
import type { StoreRequest } from '../route.ts';

/** A limit that is no number stays, for the store to refuse. */
export function withCap(request: StoreRequest, cap: number): StoreRequest {
  const limit = Number(filterParameter(request.query, 'limit') ?? defaultLimit);
  return limit > cap
    ? { ...request, query: queryWith(request.query, { limit: String(cap), 'filter[limit]': undefined }) }
    : request;
}

export const withoutSearch = (request: StoreRequest): StoreRequest => ({
  ...request,
  query: queryWith(request.query, { 'filter[search]': undefined }),
});

/** The SKU of a body, of a `sku:` search and of a path, in lower case. */
export function withFoldedKeys(request: StoreRequest): StoreRequest {
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
