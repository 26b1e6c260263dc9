import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import type { Certified } from './certificates.ts';
import { listen } from './listen.ts';
import { resolveNames } from './names.ts';

interface TestProxy {
  /** `proxy.test:40123`, which is 127.0.0.1. */
  readonly host: string;
  /** The requests that it got, as `CONNECT shop.test:443`. */
  readonly seen: readonly string[];
  /** The values of `Proxy-Authorization`. */
  readonly authorizations: readonly (string | undefined)[];
}

export type AnswerToConnect = (socket: Socket, request: IncomingMessage) => void;

interface ProxyOptions {
  /** To speak https. */
  readonly certified?: Certified;
  /** What it does with a CONNECT; the default connects to that port of this machine, whatever the host. */
  readonly answer?: AnswerToConnect;
}

/** A proxy, for as long as the test runs. */
export async function serveProxy({ certified, answer = tunnel }: ProxyOptions = {}): Promise<TestProxy> {
  const [seen, authorizations] = [[] as string[], [] as (string | undefined)[]];
  const server = certified ? createHttpsServer(certified) : createServer();
  server.on('request', (request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.writeHead(500).end();
  });
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    seen.push(`CONNECT ${request.url}`);
    authorizations.push(request.headers['proxy-authorization']);
    answer(socket, request);
  });
  const port = await listen(server);
  resolveNames({ 'proxy.test': ['127.0.0.1'] });
  return { host: `proxy.test:${port}`, seen, authorizations };
}

function tunnel(socket: Socket, { url = '' }: IncomingMessage): void {
  const store = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    store.pipe(socket).pipe(store);
  });
  store.on('error', () => socket.destroy());
  socket.on('close', () => store.destroy());
}

/** Answers every CONNECT with a status. */
export const answersConnect =
  (status: number, headers = '', body = ''): AnswerToConnect =>
  (socket) =>
    socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: ${body.length}\r\n${headers}\r\n${body}`);
