import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseUrl } from '../../text/urls.ts';
import { Refusal } from './refusal.ts';

/** One request of HTTP, and the response to it. */
export interface HttpExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/** A response, whole. */
export interface HttpReply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A response with this value as JSON. */
export const jsonReply = (status: number, body: unknown, headers?: HttpReply['headers']): HttpReply => ({
  status,
  type: 'application/json',
  text: JSON.stringify(body),
  headers,
});

/** The response to a rejected request. */
export const refusalReply = ({ status, body, details }: Refusal): HttpReply => jsonReply(status, body, details.headers);

/** Sends it. Head and text go in one piece: two would cost as much again as all else. */
export function send(outgoing: ServerResponse, { status, type, text, headers }: HttpReply): void {
  outgoing.writeHead(status, { ...headers, 'Content-Type': type, 'Content-Length': Buffer.byteLength(text) });
  outgoing.end(text);
}

/** What the first line of a request says; a proxy writes the host before the path. */
export function lineOf({ method = '', url = '' }: IncomingMessage) {
  const target = url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?]*/i, '');
  const [path = ''] = target.split('?', 1);
  return { method, path, query: new URLSearchParams(target.slice(path.length)) };
}

/** Where the client reached the store: `http://127.0.0.1:8080`. @throws Refusal 400 when its `Host` is no host */
export function originOf({ headers: { host }, socket }: IncomingMessage): string {
  const origin = parseUrl(`http://${host ?? `${socket.localAddress}:${socket.localPort}`}`)?.origin;
  if (origin === undefined) throw new Refusal('malformed', 'The header Host is not a host.');
  return origin;
}
