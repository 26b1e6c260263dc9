import type { Socket } from 'node:net';
import { type Dispatcher, Pool } from 'undici';
import type { FailureCause } from '../causes.ts';
import { ConnectFailure, causeOf } from './connect-failure.ts';
import type { HttpProxy } from './proxy.ts';
import type { Target } from './sockets.ts';

/**
 * Asks a proxy to connect to the target (CONNECT, RFC 9110, 9.3.6). Failures name the proxy.
 * @param connect opens the socket to the proxy
 * @throws ConnectFailure
 */
export async function openTunnel(
  proxy: HttpProxy,
  target: Target,
  connect: (toProxy: Target) => Promise<Socket>,
  deadline: AbortSignal,
): Promise<Socket> {
  const path = `${target.hostname.includes(':') ? `[${target.hostname}]` : target.hostname}:${target.port}`;
  const failed = { name: proxy.name, source: proxy.source, hasCredentials: Boolean(proxy.authorization), target: path };
  const { hostname, port, protocol } = new URL(proxy.origin);
  const isSecure = protocol === 'https:';
  const toProxy = { hostname: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (isSecure ? 443 : 80), isSecure };
  const pool = new Pool(proxy.origin, {
    connections: 1,
    headersTimeout: 0,
    connect: (_, callback) =>
      void connect(toProxy).then(
        (socket) => callback(null, socket),
        (failure) => callback(failure, null),
      ),
  });
  const authorization = proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization };
  try {
    const answer = await pool.connect({ path, headers: { host: path, ...authorization }, signal: deadline });
    if (answer.statusCode >= 200 && answer.statusCode < 300) return answer.socket as Socket;
    answer.socket.on('error', () => undefined).destroy();
    const { statusCode: status } = answer;
    throw new ConnectFailure(causeOfStatus(status), { proxy: { ...failed, status, schemes: schemesOf(answer) } });
  } catch (error) {
    const { why, detail } = causeOf(error);
    throw new ConnectFailure(deadline.aborted ? 'timeout' : why, { proxy: failed, ...detail });
  } finally {
    void pool.destroy();
  }
}

function causeOfStatus(status: number): FailureCause {
  if (status === 407) return 'proxy-credentials';
  return status >= 500 ? 'proxy-failed' : 'proxy-refused';
}

/** How the proxy wants users to sign in, in lower case. */
function schemesOf({ headers }: Dispatcher.ConnectData): readonly string[] {
  const value = headers['proxy-authenticate'];
  return [value ?? []].flat().flatMap((one) => /^[a-z]{1,20}(?=$|[\s,])/i.exec(one)?.[0].toLowerCase() ?? []);
}
