import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { canary, type Outcome, type RunOptions, shopCli } from './run.ts';
import { openTestSandbox } from './sandbox.ts';

export interface TestStore {
  readonly url: string;
  /** Environment variables that select this store. */
  readonly variables: Readonly<Record<string, string>>;
  /** Runs a command line against this store. */
  run(line: string | readonly string[], options?: RunOptions): Promise<Outcome>;
}

/** Calls `use` with a fresh sandbox. */
export async function withSandbox<T>(
  use: (store: TestStore) => Promise<T>,
  options: { readonly empty?: boolean } = {},
): Promise<T> {
  const sandbox = await openTestSandbox({
    token: canary,
    empty: options.empty ?? false,
    now: () => new Date('2026-01-31T12:00:00Z'),
  });
  try {
    return await use(storeAt(sandbox.url));
  } finally {
    await sandbox.close();
  }
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Behaviour = (request: SeenRequest, response: ServerResponse, count: number) => void;

/** Calls `use` with a store that answers as `behaviour` does, and with the requests it got. The same `port` means the same store. */
export async function withStore<T>(
  behaviour: Behaviour,
  use: (store: TestStore, seen: readonly SeenRequest[]) => Promise<T>,
  { port = 0 }: { readonly port?: number } = {},
): Promise<T> {
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
  await listening(server, port);
  try {
    return await use(storeAt(`http://127.0.0.1:${(server.address() as AddressInfo).port}`), seen);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

const listening = (server: Server, port: number): Promise<void> =>
  new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));

function storeAt(url: string): TestStore {
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
export const runAt = (behaviour: Behaviour, ...line: Parameters<TestStore['run']>): Promise<Outcome> =>
  withStore(behaviour, ({ run }) => run(...line));

/** Runs one command line against a fresh sandbox. */
export const runInSandbox = (...line: Parameters<TestStore['run']>): Promise<Outcome> =>
  withSandbox(({ run }) => run(...line));

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
export type Passage = 'forward' | 'forward and hang up' | 'hang up' | 'forward and answer 500' | 'answer 429';

/** Calls `use` with an empty sandbox behind a gateway that loses requests and answers, and with the SKUs of the POSTs that reached the gateway. */
export async function withSandboxBehind<T>(
  passage: (request: SeenRequest, count: number) => Passage,
  use: (store: TestStore, posts: string[]) => Promise<T>,
): Promise<T> {
  return await withSandbox(
    async (sandbox) => {
      const posts: string[] = [];
      const behaviour: Behaviour = async (request, response, count) => {
        if (request.method === 'POST') posts.push(JSON.parse(request.body).sku);
        const way = passage(request, count);
        if (way === 'answer 429') return json(response, 429, { error: { message: 'slow down' } });
        if (way === 'hang up') return void response.socket?.destroy();
        const init =
          request.method === 'POST'
            ? { method: 'POST', body: request.body, headers: { 'content-type': 'application/json' } }
            : {};
        const answer = await fetch(`${sandbox.url}${request.path}?${request.query}`, init);
        const body = await answer.text();
        if (way === 'forward and hang up') response.socket?.destroy();
        else if (way === 'forward and answer 500') json(response, 500, {});
        else json(response, answer.status, body);
      };
      return await withStore(behaviour, (store) => use(store, posts));
    },
    { empty: true },
  );
}

/** A store that creates everything, and shows what it created. */
export function growing(): Behaviour {
  const products: { productId: number; sku: string }[] = [];
  return (request, response, count) => {
    if (request.method === 'POST') {
      const product = { productId: count, sku: JSON.parse(request.body).sku };
      products.push(product);
      return json(response, 201, product);
    }
    const search = request.query.get('filter[search]')?.replace(/^sku:/, '');
    const data = products.filter(({ sku }) => search === undefined || sku === search);
    return json(response, 200, { numRows: data.length, data });
  };
}
