import { onTestFinished } from 'vitest';
import type { Connection } from '../../src/client/connection.ts';
import { createDispatcher } from '../../src/client/dispatcher.ts';
import { allowStoresIn, canary } from './canary.ts';
import { timeout } from './deadline.ts';

interface TestConnection extends Connection {
  /** How long it would have waited before each repetition. */
  readonly waits: number[];
}

/** A connection for as long as the test runs, which waits for no repetition. See deadline.ts for stores that do not answer. */
export function connectTo(
  url: string,
  { connectTimeout = 10_000, ...more }: Partial<Connection> & { readonly connectTimeout?: number } = {},
): TestConnection {
  const waits: number[] = [];
  allowStoresIn(url);
  const dispatcher = createDispatcher({ connections: 2, connectTimeout });
  onTestFinished(() => dispatcher.destroy());
  return {
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
    waits,
    ...more,
  };
}
