import { timingSafeEqual } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { escapeText } from '../text/escape.ts';
import type { Secrets } from '../text/redact.ts';
import { redacted } from '../text/words.ts';
import { addressRoutes } from './addresses.ts';
import { basketRoutes } from './baskets/baskets.ts';
import { itemRoutes } from './baskets/items.ts';
import { customerRoutes } from './customers.ts';
import type { ReplyAndFault, RunningFaults } from './faults/run.ts';
import { readBody } from './http/body.ts';
import { type HttpExchange, jsonReply, lineOf, originOf, refusalReply, send } from './http/message.ts';
import { Refusal } from './http/refusal.ts';
import { orderRoutes } from './orders.ts';
import { productRoutes } from './products/routes.ts';
import { type Route, routerOf, type Store, withBody } from './route.ts';

interface Serving {
  readonly token: string;
  readonly secrets: Secrets;
  readonly store: Store;
  readonly faults: RunningFaults | undefined;
  readonly log: ((line: string) => void) | undefined;
}

/** What answers the requests of a server. */
export const handlerOf =
  (serving: Serving): RequestListener =>
  (incoming, outgoing) =>
    void respond({ incoming, outgoing }, serving);

/** Answers one request. Never rejects. */
async function respond(exchange: HttpExchange, serving: Serving): Promise<void> {
  const line = lineOf(exchange.incoming);
  const { reply, fault } = await answerTo(exchange, line, serving).catch((error: unknown) => failed(error, serving));
  const status = String(reply?.status ?? '-');
  serving.log?.(logLine(line, fault ? `${status} ${fault}` : status, serving.secrets));
  if (reply) send(exchange.outgoing, reply);
}

type Line = ReturnType<typeof lineOf>;

/** @throws Refusal */
async function answerTo(
  exchange: HttpExchange,
  { method, path, query }: Line,
  { token, store, faults }: Serving,
): Promise<ReplyAndFault> {
  checkToken(query.get('token') ?? '', token);
  const { incoming } = exchange;
  const { route, params } = findRoute(method, path);
  const request = {
    params,
    query,
    acceptLanguage: incoming.headers['accept-language'] ?? '',
    body: withBody.has(route.method) ? await readBody(incoming) : undefined,
    origin: () => originOf(incoming),
  };
  if (faults) return await faults.answer({ route, request, store, exchange });
  const { status, body } = await route.answer(request, store);
  return { reply: jsonReply(status, body) };
}

function failed(error: unknown, { log, secrets }: Serving): ReplyAndFault {
  if (error instanceof Refusal) return { reply: refusalReply(error) };
  const message = error instanceof Error ? error.message : String(error);
  log?.(escapeText(secrets.removeFromMessage(`Sandbox error: ${message}`)));
  return { reply: refusalReply(new Refusal('internal', 'The sandbox failed. See its log.')) };
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
function logLine({ method, path, query }: Line, outcome: string, secrets: Secrets): string {
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
