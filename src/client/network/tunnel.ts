import type { Socket } from 'node:net';
import Pool from 'undici/lib/dispatcher/pool.js';
import type { FailureCause } from '../causes.ts';
import { ConnectFailure, causeOf } from '../connect-failure.ts';
import type { Headers } from '../reply/body.ts';
import type { HttpProxy } from './proxy.ts';
import { type SocketTarget, targetOf } from './sockets.ts';

/**
 * Asks a proxy to connect to the target (CONNECT, RFC 9110, 9.3.6). Failures name the proxy.
 * @param connect opens the socket to the proxy
 * @throws ConnectFailure
 */
export async function openTunnel(
  proxy: HttpProxy,
  target: SocketTarget,
  connect: (toProxy: SocketTarget) => Promise<Socket>,
  deadline: AbortSignal,
): Promise<Socket> {
  const path = `${target.hostname.includes(':') ? `[${target.hostname}]` : target.hostname}:${target.port}`;
  const failed = {
    name: proxy.name,
    source: proxy.source,
    unread: proxy.unread,
    hasCredentials: Boolean(proxy.authorization),
    target: path,
  };
  const pool = new Pool(proxy.origin, {
    connections: 1,
    headersTimeout: 0,
    connect: (_, callback) =>
      void connect(targetOf(new URL(proxy.origin))).then(
        (socket) => callback(null, socket),
        (failure) => callback(failure, null),
      ),
  });
  const authorization = proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization };
  const giveUp = (): void => void pool.destroy(new ConnectFailure('timeout'));
  deadline.addEventListener('abort', giveUp);
  try {
    const { status, headers, socket } = await answerToConnect(pool, path, { host: path, ...authorization });
    const cause = causeOfAnswer(status, headers);
    if (cause === undefined) return socket;
    socket.on('error', () => undefined).destroy();
    throw new ConnectFailure(cause, { proxy: { ...failed, status, schemes: schemesOf(headers) } });
  } catch (error) {
    const { why, detail } = causeOf(error);
    throw new ConnectFailure(why, { proxy: failed, ...detail });
  } finally {
    deadline.removeEventListener('abort', giveUp);
    void pool.destroy();
  }
}

interface ConnectAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly socket: Socket;
}

/** After any answer to CONNECT, undici leaves the socket to its caller. */
function answerToConnect(pool: Pool, path: string, headers: Readonly<Record<string, string>>): Promise<ConnectAnswer> {
  return new Promise((resolve, reject) => {
    pool.dispatch(
      { method: 'CONNECT', path, headers },
      {
        onRequestStart: () => undefined,
        onRequestUpgrade: (_, status, answer, socket) => resolve({ status, headers: answer, socket: socket as Socket }),
        onResponseError: (_, error) => reject(error),
      },
    );
  });
}

/** Why there is no tunnel; undefined where there is. */
function causeOfAnswer(status: number, headers: Headers): FailureCause | undefined {
  if (status < 300) return /html/i.test(String(headers['content-type'])) ? 'no-proxy' : undefined;
  // Some proxies say 401 for a wrong password, though that is the status of an origin.
  if (status === 401 || status === 407) return 'proxy-credentials';
  if (status < 400 || ofWebServers.has(status)) return 'no-proxy';
  return status >= 500 ? 'proxy-failed' : 'proxy-refused';
}

/** As web servers refuse a CONNECT: Bad Request, Not Found, Method Not Allowed, Not Implemented. */
const ofWebServers: ReadonlySet<number> = new Set([400, 404, 405, 501]);

/** How the proxy wants users to sign in, in lower case. */
function schemesOf(headers: Headers): readonly string[] {
  const value = headers['proxy-authenticate'];
  return [value ?? []].flat().flatMap((one) => /^[a-z]{1,20}(?=$|[\s,])/i.exec(one)?.[0].toLowerCase() ?? []);
}
