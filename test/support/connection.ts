import type { Connection } from '../../src/client/connection.ts';
import { createDispatcher } from '../../src/client/dispatcher.ts';
import { allowStoresIn, canary } from './canary.ts';
import { timeout } from './deadline.ts';

/** Calls `use` with a connection that waits for no repetition: it notes how long it would have. See deadline.ts for stores that do not answer. */
export async function connected<T>(
  url: string,
  use: (connection: Connection, waits: number[]) => Promise<T>,
  { connectTimeout = 10_000, ...more }: Partial<Connection> & { readonly connectTimeout?: number } = {},
): Promise<T> {
  const waits: number[] = [];
  allowStoresIn(url);
  const dispatcher = createDispatcher({ connections: 2, connectTimeout });
  try {
    return await use(
      {
        base: { origin: url, path: '' },
        token: canary,
        storeId: url,
        timeout,
        retries: 2,
        filterStyle: 'both',
        pageSize: 100,
        taxField: 'both',
        redact: (text) => text,
        dispatcher,
        sleep: async (milliseconds) => void waits.push(milliseconds),
        signal: new AbortController().signal,
        random: () => 1,
        now: () => new Date('2026-01-31T12:00:00Z'),
        ...more,
      },
      waits,
    );
  } finally {
    await dispatcher.destroy();
  }
}
