import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { allowStoresIn } from './canary.ts';
import { canary, type Outcome, type RunOptions, shopCli } from './run.ts';
import { openTestSandbox } from './sandbox.ts';

export interface TestStore {
  readonly url: string;
  /** Environment variables that select this store. */
  readonly variables: Readonly<Record<string, string>>;
  /** Runs a command line against this store. */
  run(line: string | readonly string[], options?: RunOptions): Promise<Outcome>;
}

interface SandboxStart {
  /** Without the first data. */
  readonly empty?: boolean;
}

/** A fresh sandbox, for as long as the test runs. */
export async function serveSandbox(start: SandboxStart = {}): Promise<TestStore> {
  const sandbox = await openTestSandbox({ token: canary, now: () => new Date('2026-01-31T12:00:00Z'), ...start });
  onTestFinished(() => sandbox.close());
  return storeAt(sandbox.url);
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Behaviour = (request: SeenRequest, response: ServerResponse, count: number) => void;

/** A store of a test, and the requests that it got. */
export interface ServedStore extends TestStore {
  readonly seen: readonly SeenRequest[];
  /** For a test that goes on without it. */
  close(): Promise<void>;
}

/** A store that answers as `behaviour` does, for as long as the test runs. The same `port` means the same store. */
export async function serveStore(
  behaviour: Behaviour,
  { port = 0 }: { readonly port?: number } = {},
): Promise<ServedStore> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://localhost');
    const one = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    };
    seen.push(one);
    behaviour(one, response, seen.length);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return { ...storeAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), seen, close };
}

/** The store at this address, with the token of tests. */
export function storeAt(url: string): TestStore {
  const env = { SHOP_URL: url, SHOP_TOKEN: canary };
  return {
    url,
    variables: env,
    async run(line, options = {}) {
      const outcome = await shopCli(line, { ...options, env: { ...env, ...options.env } });
      return { ...outcome, out: namedStore(outcome.out), err: namedStore(outcome.err) };
    },
  };
}

/** Runs one command line against a store that answers so. */
export const runAt = async (behaviour: Behaviour, ...line: Parameters<TestStore['run']>): Promise<Outcome> =>
  (await serveStore(behaviour)).run(...line);

/** Runs one command line against a fresh sandbox. */
export const runInSandbox = async (...line: Parameters<TestStore['run']>): Promise<Outcome> =>
  (await serveSandbox()).run(...line);

/** A message with `shop.test` for the host of a test store, whose port is another in each test. URLs stay. */
export const namedStore = (text: string): string => text.replace(/(?<!\/\/)127\.0\.0\.1:\d{4,}/g, 'shop.test');

/** Answers with JSON. */
export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response
    .writeHead(status, { 'content-type': 'application/json', ...headers })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** What a gateway in front of a sandbox does with a request. */
export type Passage = 'forward' | 'forward and hang up' | 'hang up' | 'forward and answer 500' | `answer ${number}`;

/**
 * A sandbox behind a gateway that loses requests and answers, and the SKUs of the POSTs that reached the gateway. It is
 * empty unless said otherwise.
 */
export async function serveSandboxBehind(
  passage: (request: SeenRequest, count: number) => Passage,
  start: SandboxStart = { empty: true },
): Promise<ServedStore & { readonly posts: readonly string[] }> {
  const sandbox = await serveSandbox(start);
  const posts: string[] = [];
  const behaviour: Behaviour = async (request, response, count) => {
    if (request.method === 'POST') posts.push(JSON.parse(request.body).sku);
    const way = passage(request, count);
    const refusal = /^answer (\d+)$/.exec(way)?.[1];
    if (refusal !== undefined) return json(response, Number(refusal), { error: { message: 'not now' } });
    if (way === 'hang up') return void response.socket?.destroy();
    const { method, body: sent } = request;
    const init = sent === '' ? { method } : { method, body: sent, headers: { 'content-type': 'application/json' } };
    const answer = await fetch(`${sandbox.url}${request.path}?${request.query}`, init).catch(() => undefined);
    // The test is over.
    if (!answer) return void response.socket?.destroy();
    const body = await answer.text();
    if (way === 'forward and hang up') response.socket?.destroy();
    else if (way === 'forward and answer 500') json(response, 500, {});
    else json(response, answer.status, body);
  };
  return { ...(await serveStore(behaviour)), posts };
}

/** Makes customers, and gives their IDs. */
export async function customersIn({ url }: TestStore, count: number): Promise<readonly string[]> {
  allowStoresIn(url);
  const create = async (at: number): Promise<string> => {
    const body = JSON.stringify({ emailAddress: `c${at}@shop.test`, firstName: 'A', lastName: 'B' });
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    const created = await fetch(`${url}/api/v2/customers?token=${encodeURIComponent(canary)}`, init);
    return ((await created.json()) as { customerId: string }).customerId;
  };
  return await Promise.all(Array.from({ length: count }, (_, at) => create(at)));
}
