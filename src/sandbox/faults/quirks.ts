import { isObject } from '../../text/json.ts';
import { Refusal } from '../http/refusal.ts';
import type { Reply, Route, Store, StoreRequest } from '../route.ts';
import { withHabits } from './habits.ts';
import type { FaultOptions } from './options.ts';
import { withCap, withFoldedKeys, withoutSearch } from './rewrite.ts';

type Quirks = Pick<FaultOptions, 'quirks' | 'pageCap' | 'habits'>;

/** Carries out a request as a store with these habits and quirks does. */
export async function answered(route: Route, request: StoreRequest, store: Store, options: Quirks): Promise<Reply> {
  const { habits } = options;
  const answer = (understood: StoreRequest) => withQuirks(route, understood, store, options);
  return await (habits ? withHabits(habits, { route, store }, { request, answer }) : answer(request));
}

async function withQuirks(
  route: Route,
  request: StoreRequest,
  store: Store,
  { quirks = [], pageCap }: Quirks,
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
