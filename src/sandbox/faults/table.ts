import { once } from 'node:events';
import { type HttpExchange, type HttpReply, jsonReply, refusalReply } from '../http/message.ts';
import { Refusal, throttled } from '../http/refusal.ts';
import type { RouteAnswer } from '../route.ts';

/** One way in which a store fails: whether the request is carried out, and what the client sees. */
interface StoreFault {
  readonly hits: 'creations' | 'reads';
  /** `perhaps` is half of the times; `later` is up to `latestCommit` after the client saw the end. */
  readonly execution: 'no' | 'yes' | 'later' | 'perhaps';
  /** What is sent instead of the reply that is lost; undefined when it has dealt with the response. */
  respond(exchange: HttpExchange, loss: Loss): HttpReply | undefined | Promise<HttpReply | undefined>;
}

export type Execution = StoreFault['execution'];

/** The reply that is lost to a fault, and a signal that ends all waiting. */
interface Loss {
  readonly reply: RouteAnswer | undefined;
  readonly ending: AbortSignal;
}

/** Every fault that has a share of the creations, or of the reads. */
export const faults = {
  '5xx-before': creation('no', failure),
  '5xx-after': creation('yes', failure),
  '429-after': creation('yes', () => refusalReply(throttled(1))),
  'reset-before': creation('no', reset),
  'reset-after': creation('yes', reset),
  'late-commit': creation('later', reset),
  hang: creation('perhaps', silence),
  'cut-body': creation('yes', cut),
  'html-200': creation('perhaps', page),
  'error-200-after': creation('yes', () => refused(200)),
  '400-after': creation('yes', () => refused(400)),
  '403-after': creation('yes', () => refused(403)),
  '409-after': creation('yes', () => refused(409)),
  '422-after': creation('yes', () => refused(422)),
  'id-only': creation('yes', idOnly),
  'id-only-before': creation('no', idOnly),
  'get-5xx': read(failure),
  'get-reset': read(reset),
  'get-hang': read(silence),
  'get-html-200': read(page),
} as const satisfies Readonly<Record<string, StoreFault>>;

export type FaultName = keyof typeof faults;

/** Those that hit creations, or reads. */
export const faultsThatHit = (what: StoreFault['hits']): readonly FaultName[] =>
  (Object.keys(faults) as FaultName[]).filter((name) => faults[name].hits === what);

/** How a store may deviate, in every request. */
export const quirks = ['fold-keys', 'change-keys', 'ignore-filter'] as const;
export type Quirk = (typeof quirks)[number];

/** Milliseconds. */
export const latestCommit = 2000;

function creation(execution: Execution, respond: StoreFault['respond']): StoreFault {
  return { hits: 'creations', execution, respond };
}

function read(respond: StoreFault['respond']): StoreFault {
  return { hits: 'reads', execution: 'no', respond };
}

function failure(): HttpReply {
  return refusalReply(new Refusal('internal', 'The store failed to process the request.'));
}

function refused(status: number): HttpReply {
  return jsonReply(status, { error: { code: 'refused', message: 'The product could not be saved.', field: null } });
}

function reset({ incoming }: HttpExchange): undefined {
  incoming.socket.resetAndDestroy();
}

/** Until the client gives up, or the store closes. */
async function silence({ incoming: { socket } }: HttpExchange, { ending }: Loss): Promise<undefined> {
  const giveUp = (): unknown => socket.destroy();
  ending.addEventListener('abort', giveUp);
  if (ending.aborted) giveUp();
  if (!socket.closed) await once(socket, 'close');
  ending.removeEventListener('abort', giveUp);
}

/** The head promises the whole body; half of it comes. */
function cut({ incoming, outgoing }: HttpExchange, { reply }: Loss): undefined {
  const body = Buffer.from(JSON.stringify(reply?.body ?? {}));
  outgoing.writeHead(reply?.status ?? 200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  outgoing.write(body.subarray(0, body.length / 2), () => incoming.socket.destroySoon());
}

function page(): HttpReply {
  const text =
    '<!doctype html>\n<title>Onderhoud</title>\n<h1>De winkel wordt bijgewerkt</h1>\n<p>Probeer het straks nog eens.</p>\n';
  return { status: 200, type: 'text/html; charset=utf-8', text };
}

/** Of a record that was not created: an ID that no store has. */
function idOnly(_: HttpExchange, { reply }: Loss): HttpReply {
  const created = (reply?.body ?? {}) as Readonly<Record<string, unknown>>;
  const name = ['customerId', 'id'].find((each) => each in created && !('productId' in created)) ?? 'productId';
  return jsonReply(200, { [name]: created[name] ?? String(2 ** 31 - 1) });
}
