import { isObject } from '../../text/objects.ts';
import { defaultLimit, givenFilter } from '../paging.ts';
import { Refusal } from '../refusal.ts';
import type { Asked, Reply, Route, Store } from '../route.ts';
import type { FaultOptions } from './options.ts';

type Habits = Pick<FaultOptions, 'habits' | 'pageCap'>;

/** Carries out a request as a store with these habits does. */
export async function answered(
  route: Route,
  asked: Asked,
  store: Store,
  { habits = [], pageCap }: Habits,
): Promise<Reply> {
  const capped = route.method === 'GET' && pageCap !== undefined ? withCap(asked, pageCap) : asked;
  const understood = habits.includes('ignore-filter') ? withoutSearch(capped) : capped;
  return habits.includes('fold-keys')
    ? await foldingKeys(route, understood, store)
    : await route.answer(understood, store);
}

/** A limit that is no number stays, for the store to refuse. */
export function withCap(asked: Asked, cap: number): Asked {
  const limit = Number(givenFilter(asked.query, 'limit') ?? defaultLimit);
  return limit > cap
    ? { ...asked, query: queryWith(asked.query, { limit: String(cap), 'filter[limit]': undefined }) }
    : asked;
}

export const withoutSearch = (asked: Asked): Asked => ({
  ...asked,
  query: queryWith(asked.query, { 'filter[search]': undefined }),
});

/** Stores SKUs in lower case. Looks them up as they were asked for, since first data has capitals, then in lower case. */
async function foldingKeys(route: Route, asked: Asked, store: Store): Promise<Reply> {
  const folded = withFoldedKeys(asked);
  if (route.method !== 'GET') return await route.answer(folded, store);
  try {
    const reply = await route.answer(asked, store);
    return foundNothing(reply) ? await route.answer(folded, store) : reply;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return await route.answer(folded, store);
    throw error;
  }
}

const foundNothing = ({ body }: Reply): boolean => isObject(body) && body.numRows === '0';

/** The SKU of a body, of a `sku:` search and of a path, in lower case. */
export function withFoldedKeys(asked: Asked): Asked {
  const { body, params, query } = asked;
  const search = query.get('filter[search]') ?? '';
  return {
    ...asked,
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
