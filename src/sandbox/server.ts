import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { CliError } from '../errors.ts';
import { escapeText } from '../text/escape.ts';
import { redacted, type Secrets } from '../text/redact.ts';
import { addressRoutes } from './addresses/addresses.ts';
import { basketRoutes } from './baskets/baskets.ts';
import { itemRoutes } from './baskets/items.ts';
import { customerRoutes } from './customers.ts';
import type { Outcome, RunningFaults } from './faults/run.ts';
import { readBody, refuseIgnored } from './http/body.ts';
import { type Exchange, jsonReply, originOf, refusalReply, send, targetOf } from './http/message.ts';
import { Refusal } from './http/refusal.ts';
import { orderRoutes } from './orders.ts';
import { productRoutes } from './products/routes.ts';
import { type Route, routerOf, type Store, withBody } from './route.ts';

interface ServerOptions {
  readonly host: string;
  readonly port: number;
  readonly token: string;
  readonly secrets: Secrets;
  readonly store: Store;
  readonly faults: RunningFaults | undefined;
  readonly log: ((line: string) => void) | undefined;
}

interface Listening {
  readonly url: string;
  close(): Promise<void>;
}

/** Open requests may take this long to finish when the server closes. */
const graceMilliseconds = 5000;

/** Starts the HTTP server. @throws CliError `usage` when the address or port is not available. */
export async function listen(options: ServerOptions): Promise<Listening> {
  const server = createServer((incoming, outgoing) => {
    void respond({ incoming, outgoing }, options);
  });
  const listening = once(server.listen(options.port, options.host), 'listening');
  await listening.catch((cause: NodeJS.ErrnoException) => {
    throw notBound(options, cause);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  const url = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}`;
  return { url, close: () => closed(server) };
}

/** Answers one request. Never rejects. */
async function respond(exchange: Exchange, options: ServerOptions): Promise<void> {
  const line = { method: exchange.incoming.method ?? '', ...targetOf(exchange.incoming) };
  const { reply, fault } = await answerTo(exchange, line, options).catch((error: unknown) => failed(error, options));
  const status = String(reply?.status ?? '-');
  options.log?.(logLine(line, fault ? `${status} ${fault}` : status, options.secrets));
  if (reply) send(exchange.outgoing, reply);
}

/** What the first line of a request says. */
interface RequestLine {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
}

/** @throws Refusal */
async function answerTo(
  exchange: Exchange,
  { method, path, query }: RequestLine,
  { token, store, faults }: ServerOptions,
): Promise<Outcome> {
  checkToken(query.get('token') ?? '', token);
  const { incoming } = exchange;
  const { route, params } = findRoute(method, path);
  refuseIgnored(query, route.query);
  const request = {
    params,
    query,
    acceptLanguage: incoming.headers['accept-language'] ?? '',
    body: withBody.has(route.method) ? await readBody(incoming) : undefined,
    origin: originOf(incoming),
  };
  if (faults) return await faults.answer({ route, request, store, exchange });
  const { status, body } = await route.answer(request, store);
  return { reply: jsonReply(status, body) };
}

function failed(error: unknown, { log, secrets }: ServerOptions): Outcome {
  if (error instanceof Refusal) return { reply: refusalReply(error) };
  const message = error instanceof Error ? error.message : String(error);
  log?.(escapeText(secrets.removeFromMessage(`Sandbox error: ${message}`)));
  return { reply: refusalReply(new Refusal('internal', 'The sandbox failed. See its log.')) };
}

function notBound({ host, port }: ServerOptions, cause: NodeJS.ErrnoException): CliError {
  const reason = cause.code === 'EADDRINUSE' ? 'another program uses it' : cause.message;
  const hint = 'Choose another --port (0 takes a free one), or another --host.';
  return new CliError('usage', `The sandbox cannot listen on ${host}, port ${port}: ${reason}.`, { hint, cause });
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const deadline = setTimeout(() => server.closeAllConnections(), graceMilliseconds);
    // Clients keep connections whose request is read or answered only now.
    const idle = setInterval(() => server.closeIdleConnections(), 10);
    server.close(() => {
      clearTimeout(deadline);
      clearInterval(idle);
      resolve();
    });
  });
}

/** Compares as long for a wrong token as for the right one, whatever its length. @throws Refusal 401 */
function checkToken(text: string, token: string): void {
  if (text === '') throw new Refusal('unauthorized', 'Missing query parameter: token.', { field: 'token' });
  const expected = Buffer.from(token);
  const padded = Buffer.alloc(expected.length);
  padded.write(text);
  if (!timingSafeEqual(padded, expected) || Buffer.byteLength(text) !== expected.length)
    throw new Refusal('unauthorized', 'Invalid token.', { field: 'token' });
}

/**
 * One line of the log: method, path, query and how it ended. The token is hidden, also a wrong one and where it does
 * not belong; all else is escaped.
 */
function logLine({ method, path, query }: RequestLine, outcome: string, secrets: Secrets): string {
  // Rebuilt from its parts, because `%74oken=` is the same parameter as `token=`.
  const parts = [...query].map(([name, value]) => `${name}=${name === 'token' ? redacted : value}`).join('&');
  return escapeText(secrets.removeFromMessage(`${method} ${path}${parts && `?${parts}`} ${outcome}`));
}

/** Every endpoint of the store, the ones that are used most first. A resource adds its own table here. */
const routes: readonly Route[] = [
  ...productRoutes,
  ...basketRoutes,
  ...itemRoutes,
  ...addressRoutes,
  ...customerRoutes,
  ...orderRoutes,
];

const findRoute = routerOf('/api/v2', routes);
