import { RequestShown } from '../../../cli/preview.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';

/**
 * The requests that writes would send, in their order. The guard of the connection keeps them from being sent; those that
 * it prints itself (`--curl`) are not among them.
 */
export async function requestsOf<I>(
  items: readonly I[],
  send: (item: I) => Promise<unknown>,
): Promise<readonly StoreRecord[]> {
  const requests: StoreRecord[] = [];
  for (const item of items) {
    const request = await send(item).then(() => undefined, shownIn);
    if (request) requests.push(request);
  }
  return requests;
}

function shownIn(error: unknown): StoreRecord | undefined {
  if (error instanceof RequestShown) return error.request;
  throw error;
}
