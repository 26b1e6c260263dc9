import { once } from 'node:events';
import { type Exchange, type HttpReply, jsonReply } from '../http/message.ts';
import { Refusal } from '../http/refusal.ts';
import type { Reply } from '../route.ts';
import { throttled } from './limits.ts';
import type { FaultResponse } from './table.ts';

/** The reply that is lost to a fault, and a signal that ends all waiting. */
interface Loss {
  readonly reply: Reply | undefined;
  readonly ending: AbortSignal;
}

/** What is still to be sent; undefined when the response has been dealt with. */
type Rest = HttpReply | undefined;

/** What the client sees instead of the store's reply. @throws Refusal if that is a plain refusal */
export const respond = async (response: FaultResponse, exchange: Exchange, loss: Loss): Promise<Rest> =>
  typeof response === 'number' ? refused(response) : await responses[response](exchange, loss);

type Respond = (exchange: Exchange, loss: Loss) => Rest | Promise<Rest>;

const responses: Readonly<Record<Exclude<FaultResponse, number>, Respond>> = {
  failure: () => {
    throw new Refusal('internal', 'The store failed to process the request.');
  },
  throttled: () => {
    throw throttled(1);
  },
  reset: ({ incoming }) => {
    incoming.socket.resetAndDestroy();
    return undefined;
  },
  silence,
  cut,
  id: (_, { reply }) => jsonReply(201, { productId: productIdOf(reply) }),
  page: () => ({ status: 200, type: 'text/html; charset=utf-8', text: page }),
};

const page =
  '<!doctype html>\n<title>Onderhoud</title>\n<h1>De winkel wordt bijgewerkt</h1>\n<p>Probeer het straks nog eens.</p>\n';

const refused = (status: number): HttpReply =>
  jsonReply(status, { error: { code: 'refused', message: 'The product could not be saved.', field: null } });

/** Of a product that was not created: one that no store has. */
const productIdOf = (reply: Reply | undefined): unknown =>
  (reply?.body as { readonly productId?: unknown } | undefined)?.productId ?? String(2 ** 31 - 1);

/** Until the client gives up, or the store closes. */
async function silence({ incoming: { socket } }: Exchange, { ending }: Loss): Promise<undefined> {
  const giveUp = (): unknown => socket.destroy();
  ending.addEventListener('abort', giveUp);
  if (ending.aborted) giveUp();
  if (!socket.closed) await once(socket, 'close');
  ending.removeEventListener('abort', giveUp);
}

/** The head promises the whole body; half of it comes. */
function cut({ incoming, outgoing }: Exchange, { reply }: Loss): undefined {
  const body = Buffer.from(JSON.stringify(reply?.body ?? {}));
  outgoing.writeHead(reply?.status ?? 200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  outgoing.write(body.subarray(0, body.length / 2), () => incoming.socket.destroySoon());
}
