import type { Socket } from 'node:net';
import type { SecureContext } from 'node:tls';
import { setFlagsFromString } from 'node:v8';
import type { buildConnector, Dispatcher } from 'undici';
// Not from its index, which loads fetch, web sockets, caches and mocks: a third of a short command.
import Agent from 'undici/lib/dispatcher/agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { CliError } from '../errors.ts';
import { ConnectFailure, causeOf } from './connect-failure.ts';
import type { CertificateFacts } from './network/certificates.ts';
import type { HttpProxy } from './network/proxy.ts';
import { openTcp, type SocketTarget, startTls, targetOf } from './network/sockets.ts';
import { replyLimits } from './request.ts';

/** How sockets reach a store. */
export interface NetworkRoute {
  readonly proxy?: HttpProxy | undefined;
  /** The authorities that are trusted; Node's when absent. */
  readonly secureContext?: SecureContext | undefined;
  /** Milliseconds until a socket is open, with proxy and TLS. */
  readonly connectTimeout: number;
}

interface DispatcherOptions extends NetworkRoute {
  /** Sockets, and so requests at a time. */
  readonly connections: number;
  /** Thousands of requests are sent: an optimised HTTP parser is worth the time that it takes to make. */
  readonly manyRequests?: boolean | undefined;
}

/**
 * The undici dispatcher for a store. HTTP/1.1 without pipelining, since undici resends HTTP/2 streams that a server
 * refuses, and a POST must not be sent twice. A socket is not used after a second of idling: the server may be closing
 * it.
 * @throws CliError `usage` where Node has no WebAssembly
 */
export function createDispatcher({ connections, manyRequests = false, ...route }: DispatcherOptions): Dispatcher {
  // undici's parser of HTTP is WebAssembly: without it, every reply would look like a closed connection.
  if (!('WebAssembly' in globalThis))
    throw new CliError('usage', 'Node was started without WebAssembly (--jitless), which HTTP needs.', {
      hint: 'Remove --jitless from NODE_OPTIONS, or from the command that starts Node.',
    });
  const connect = createConnector(route);
  return new Agent({
    connections,
    pipelining: 1,
    allowH2: false,
    keepAliveTimeout: 1000,
    keepAliveMaxTimeout: 1000,
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: 16 * 1024,
    factory: poolFactory(connect, manyRequests ? (use) => use() : withQuickParser),
  });
}

/** Bytes that a socket may receive for one request: the largest page, and as much again for headers and chunk marks. */
const maxOnSocket = 2 * replyLimits.page;

/**
 * undici compiles its HTTP parser when its first socket is open, and V8 then optimises it in the background for longer
 * than a short command runs. The flag is set for that moment alone: while flags differ, V8 rejects its code cache.
 */
function withQuickParser(connect: () => void): void {
  setFlagsFromString('--liftoff-only');
  try {
    connect();
  } finally {
    setFlagsFromString('--no-liftoff-only');
  }
}

/**
 * Makes a pool that closes a socket on which a reply is larger than any reply may be. The limit of the body does not count
 * what undici skips: chunk extensions and interim replies (1xx).
 */
const poolFactory =
  (connector: buildConnector.connector, whenConnected: (connect: () => void) => void) =>
  (origin: string | URL, options: object): Dispatcher =>
    new Pool(origin, {
      ...options,
      connect: (target, callback) =>
        connector(target, (...result) => {
          if (result[1]) limit(result[1]);
          whenConnected(() => callback(...result));
        }),
    });

/** Requests are not pipelined: what is read after the last write is the reply to it. */
function limit(socket: Socket): void {
  let written = socket.bytesWritten;
  let before = socket.bytesRead;
  let counted = before;
  socket.on('readable', () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten;
      before = counted;
    }
    counted = socket.bytesRead;
    if (counted - before > maxOnSocket) socket.destroy(new ConnectFailure('too-large'));
  });
}

/** Opens the sockets of undici. What it fails with is a `ConnectFailure`. */
function createConnector(route: NetworkRoute): buildConnector.connector {
  let session: Buffer | undefined;
  return (address, callback) => {
    openSocket(targetOf(address), route, session).then(
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
async function openSocket(target: SocketTarget, route: NetworkRoute, session?: Buffer): Promise<Socket> {
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
export async function reach(target: SocketTarget, route: NetworkRoute, deadline: AbortSignal): Promise<Socket> {
  const { proxy, ...direct } = route;
  if (!proxy) return await openTcp(target, deadline);
  const { openTunnel } = await import('./network/tunnel.ts');
  return await openTunnel(proxy, target, (toProxy) => openSocket(toProxy, direct), deadline);
}

/** Node does not say what a certificate that it refuses holds: a second connection, on which nothing is sent, shows it. */
async function certificateOf(
  target: SocketTarget,
  route: NetworkRoute,
  deadline: AbortSignal,
): Promise<CertificateFacts | undefined> {
  try {
    const { inspectCertificate } = await import('./network/certificates.ts');
    const socket = await reach(target, route, deadline);
    return await inspectCertificate(socket, target, route.secureContext, deadline);
  } catch {
    return undefined;
  }
}
