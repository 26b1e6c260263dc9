import { afterAll, onTestFinished } from 'vitest';
import type { Sandbox } from '../../src/sandbox/open.ts';
import { openTestSandbox, type SandboxOptions } from '../support/sandbox.ts';

export const testClock = () => new Date('2026-01-31T12:34:56.789Z');

/** A store of its own for one test, closed when the test is over. */
export async function openStore(options: Partial<SandboxOptions> = {}): Promise<Sandbox> {
  const sandbox = await openTestSandbox({ now: testClock, ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Opens the same store for all tests of a file that do not change it, filled at the first call; closed when they are over. */
export function sharedStore(
  options: Partial<SandboxOptions> = {},
  fill?: (sandbox: Sandbox) => Promise<void>,
): () => Promise<Sandbox> {
  const open = async (): Promise<Sandbox> => {
    const sandbox = await openTestSandbox({ now: testClock, ...options });
    await fill?.(sandbox);
    return sandbox;
  };
  let opened: Promise<Sandbox> | undefined;
  afterAll(async () => (await opened)?.close());
  return () => {
    opened ??= open();
    return opened;
  };
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into replies freely; a wrong path fails the expectation
  readonly body: any;
}

/** Sends a request below `/api/v2`, with the store's token. */
export async function ask(sandbox: Sandbox, path: string, init: RequestInit = {}): Promise<Answer> {
  const reply = await fetch(
    `${sandbox.url}/api/v2${path}${path.includes('?') ? '&' : '?'}token=${sandbox.token}`,
    init,
  );
  return { status: reply.status, headers: reply.headers, body: JSON.parse(await reply.text()) };
}

/** Sends `POST /products` with this body as JSON. */
export const create = (sandbox: Sandbox, body: unknown, path = '/products'): Promise<Answer> =>
  send(sandbox, 'POST', path, body);

/** Sends a request with a JSON body, if there is one. */
export function send(sandbox: Sandbox, method: string, path: string, body?: unknown): Promise<Answer> {
  if (body === undefined) return ask(sandbox, path, { method });
  return ask(sandbox, path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
}

/** A key of no basket. */
export const strangeKey = '00000000-0000-4000-8000-000000000000';
