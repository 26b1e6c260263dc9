import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import type { buildConnector } from 'undici';
import type { CertificateFacts } from '../causes.ts';
import { ConnectFailure, causeOf } from './connect-failure.ts';
import type { HttpProxy } from './proxy.ts';
import { openTcp, startTls, type Target } from './sockets.ts';

/** How sockets reach a store. */
export interface Route {
  readonly proxy?: HttpProxy | undefined;
  /** The authorities that are trusted; Node's when absent. */
  readonly secureContext?: SecureContext | undefined;
  /** Milliseconds until a socket is open, with proxy and TLS. */
  readonly connectTimeout: number;
}

/** Opens the sockets of undici. What it fails with is a `ConnectFailure`. */
export function createConnector(route: Route): buildConnector.connector {
  let session: Buffer | undefined;
  return ({ hostname, port, protocol }, callback) => {
    const isSecure = protocol === 'https:';
    const target = { hostname, port: Number(port) || (isSecure ? 443 : 80), isSecure };
    openSocket(target, route, session).then(
      (socket) => {
        socket.on('session', (latest: Buffer) => {
          session = latest;
        });
        callback(null, socket);
      },
      (failure) => callback(failure, null),
    );
  };
}

/** Opens one socket. @throws ConnectFailure */
export async function openSocket(target: Target, route: Route, session?: Buffer): Promise<Socket> {
  const deadline = AbortSignal.timeout(route.connectTimeout);
  try {
    const socket = await reach(target, route, deadline);
    if (!target.isSecure) return socket;
    return await startTls(socket, target, { secureContext: route.secureContext, session }, deadline);
  } catch (error) {
    const { why, detail } = causeOf(error);
    const certificate =
      why === 'certificate' && !detail.proxy ? await certificateOf(target, route, deadline) : detail.certificate;
    throw new ConnectFailure(why === 'cut' ? 'hung-up' : why, { ...detail, certificate });
  }
}

/** TCP to the target: direct, or through a proxy. @throws ConnectFailure, or an error of Node */
export async function reach(target: Target, route: Route, deadline: AbortSignal): Promise<Socket> {
  const { proxy, ...direct } = route;
  if (!proxy) return await openTcp(target, deadline);
  const { openTunnel } = await import('./tunnel.ts');
  return await openTunnel(proxy, target, (toProxy) => openSocket(toProxy, direct), deadline);
}

/** Node does not say what a certificate that it refuses holds: a second connection, on which nothing is sent, shows it. */
async function certificateOf(
  target: Target,
  route: Route,
  deadline: AbortSignal,
): Promise<CertificateFacts | undefined> {
  try {
    const { inspectCertificate } = await import('./certificates.ts');
    const socket = await reach(target, route, deadline);
    return await inspectCertificate(socket, target, route.secureContext, deadline);
  } catch {
    return undefined;
  }
}
