import { createHash, timingSafeEqual } from 'node:crypto';
import type { Server } from 'node:http';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { CliError } from '../errors.ts';
import { escapeText } from '../text/escape.ts';
import { redacted, type Secrets } from '../text/redact.ts';
import { addressRoutes } from './addresses/routes.ts';
import { basketRoutes } from './baskets/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import type { RunningFaults } from './faults/run.ts';
import { readBody } from './http/body.ts';
import { refuseUnknown } from './http/query.ts';
import { Refusal } from './http/refusal.ts';
import { orderRoutes } from './orders/routes.ts';
import { productRoutes } from './products/routes.ts';
import { type Reply, type Route, type Store, type StoreRequest, withBody } from './route.ts';

interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly token: string;
  readonly secrets: Secrets;
  readonly store: Store;
  readonly faults: RunningFaults | undefined;
  readonly log: (line: string) => void;
}

interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

const base = '/api/v2';

/** State of one request. */
interface RequestState {
  readonly Bindings: HttpBindings;
  readonly Variables: { fault?: string };
}

/** Open requests may take this long to finish when the server closes. */
const graceMilliseconds = 5000;

/** Starts the HTTP server. @throws CliError `usage` when the address or port is not available. */
export async function listen(options: ServerOptions): Promise<Listening> {
  const app = createApp(options);
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  server.on('request', (_request, response) => response.once('close', () => setImmediate(releaseIdle, server)));
  await bound(server, options);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
  return { url, close: () => closed(server) };
}

function createApp(options: ServerOptions): Hono<RequestState> {
  const { log, secrets } = options;
  const app = new Hono<RequestState>();
  app.use(async (context, next) => {
    await next();
    log(logLine(context.req.method, new URL(context.req.url), outcomeOf(context), secrets));
  });
  app.use(async (context, next) => {
    checkToken(new URL(context.req.url).searchParams, options.token);
    await next();
  });
  for (const route of routes) {
    app.on(route.method, base + route.path, async (context) => {
      const reply = await replyTo(context, route, await ask(context, route), options);
      return reply instanceof Response ? reply : context.json(reply.body, reply.status);
    });
  }
  for (const [path, methods] of methodsByPath(routes)) app.all(base + path, () => notAllowed(methods));
  app.notFound((context) => refuse(context, new Refusal('not_found', 'This API has no such path.')));
  app.onError((error, context) => refuse(context, error instanceof Refusal ? error : internal(error, options)));
  return app;
}

async function ask(context: Context, route: Route): Promise<StoreRequest> {
  const { searchParams: query, host } = new URL(context.req.url);
  refuseUnknown(query, route.query);
  return {
    params: context.req.param(),
    query,
    acceptLanguage: context.req.header('accept-language') ?? '',
    body: withBody.has(route.method) ? await readBody(context.req.raw) : undefined,
    origin: `http://${host.replace(anyAddress, '127.0.0.1')}`,
  };
}

async function replyTo(
  context: Context<RequestState>,
  route: Route,
  request: StoreRequest,
  { store, faults }: ServerOptions,
): Promise<Reply | Response> {
  if (!faults) return await route.answer(request, store);
  return await faults.answer({
    route,
    request,
    store,
    connection: context.env,
    hit: (fault) => context.set('fault', fault),
  });
}

/** What a server listens on to be reached at any address: no address of a page. */
const anyAddress = /^(?:0\.0\.0\.0|\[::\])(?=:|$)/;

/** The status, or `-` for none, and the fault that caused it. */
function outcomeOf({ res, var: { fault } }: Context<RequestState>): string {
  const status = res === RESPONSE_ALREADY_SENT ? '-' : String(res.status);
  return fault === undefined ? status : `${status} ${fault}`;
}

const refuse = (context: Context, refusal: Refusal): Response =>
  context.json(refusal.body as object, refusal.status, { ...refusal.details.headers });

function internal(error: Error, { log, secrets }: ServerOptions): Refusal {
  log(escapeText(secrets.removeFromMessage(`Sandbox error: ${error.message}`)));
  return new Refusal('internal', 'The sandbox failed. See its log.');
}

function notAllowed(methods: readonly string[]): never {
  throw new Refusal('method_not_allowed', `This path supports only ${methods.join(', ')}.`, {
    headers: { Allow: methods.join(', ') },
  });
}

function methodsByPath(table: readonly Route[]): ReadonlyMap<string, readonly string[]> {
  const methods = new Map<string, readonly string[]>();
  for (const { path, method } of table)
    methods.set(path, [...(methods.get(path) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
  return methods;
}

function bound(server: Server, { host, port }: ServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => reject(notBound(host, port, cause)));
    server.listen(port, host, resolve);
  });
}

function notBound(host: string, port: number, cause: NodeJS.ErrnoException): CliError {
  const reason = cause.code === 'EADDRINUSE' ? 'another program is listening there' : cause.message;
  const hint = 'Choose another --port (0 takes a free one), or another --host.';
  return new CliError('usage', `The sandbox cannot listen on ${host}, port ${port}: ${reason}.`, { hint, cause });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
    server.close(() => {
      clearTimeout(deadline);
      resolve();
    });
  });
}

/** Closing ends idle connections; one that becomes idle later would be kept alive and delay the close. */
function releaseIdle(server: Server): void {
  if (!server.listening) server.closeIdleConnections();
}

/** @throws Refusal 401 unless the query's `token` is this one. Compared in constant time, whatever its length. */
function checkToken(query: URLSearchParams, token: string): void {
  const given = query.get('token');
  if (given === null || given === '')
    throw new Refusal('unauthorized', 'Missing query parameter: token.', { field: 'token' });
  if (!timingSafeEqual(digest(given), digest(token)))
    throw new Refusal('unauthorized', 'Invalid token.', { field: 'token' });
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * One line of the log: method, path, query and how it ended. The token is hidden, also a wrong one and where it does
 * not belong; all else is escaped.
 */
function logLine(method: string, url: URL, outcome: string, secrets: Secrets): string {
  // Rebuilt from its parts, because `%74oken=` is the same parameter as `token=`.
  const query = [...url.searchParams]
    .map(([name, value]) => `${name}=${name === 'token' ? redacted : value}`)
    .join('&');
  return escapeText(secrets.removeFromMessage(`${method} ${url.pathname}${query && `?${query}`} ${outcome}`));
}

/** Every endpoint of the store. A resource adds its own table here. */
const routes: readonly Route[] = [
  ...basketRoutes,
  ...addressRoutes,
  ...productRoutes,
  ...customerRoutes,
  ...orderRoutes,
];
