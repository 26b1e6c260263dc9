import { X509Certificate } from 'node:crypto';
import { connect, isIP, type Socket } from 'node:net';
import {
  type ConnectionOptions,
  checkServerIdentity,
  connect as connectTls,
  type PeerCertificate,
  type TLSSocket,
} from 'node:tls';
import type { FailureCause } from '../causes.ts';
import { ConnectFailure } from '../connect-failure.ts';

/** Where a socket goes. */
export interface SocketTarget {
  /** A name or an address; an IPv6 address without brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly isSecure: boolean;
}

/** Where the socket for a URL goes. */
export function targetOf({ hostname, port, protocol }: Pick<URL, 'hostname' | 'port' | 'protocol'>): SocketTarget {
  const isSecure = protocol === 'https:';
  return {
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 443 : 80) : Number(port),
    isSecure,
  };
}

/**
 * Milliseconds before the next address of a host is tried (RFC 8305, "happy eyeballs"). Node's 250 ms are too short for
 * distant stores, since it closes the first attempt.
 */
const attemptTimeout = 1000;

/** Opens a TCP connection. @throws ConnectFailure, or an error of Node */
export async function openTcp({ hostname, port }: SocketTarget, deadline: AbortSignal): Promise<Socket> {
  const socket = connect({
    host: hostname,
    port,
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: 60_000,
    autoSelectFamilyAttemptTimeout: attemptTimeout,
  });
  let isResolved = isIP(hostname) !== 0;
  socket.once('lookup', () => {
    isResolved = true;
  });
  return await ready(socket, 'connect', deadline, () => (isResolved ? 'no-connection' : 'no-dns'));
}

type TlsOptions = Pick<ConnectionOptions, 'secureContext' | 'session' | 'rejectUnauthorized'>;

/** Speaks TLS on a connection, as HTTP/1.1 alone. @throws ConnectFailure, or an error of Node with the code of OpenSSL */
export async function startTls(
  socket: Socket,
  { hostname }: SocketTarget,
  options: TlsOptions,
  deadline: AbortSignal,
): Promise<TLSSocket> {
  // RFC 6066 allows neither an address nor a dot at the end.
  const name = hostname.replace(/\.$/, '');
  const servername = isIP(name) ? '' : name;
  const own = { socket, host: name, servername, ALPNProtocols: ['http/1.1'], checkServerIdentity: checkIdentity };
  const secure = connectTls({ ...options, ...own });
  // Node reports a TLS alert without closing the socket: the end that follows would be taken for the reason.
  secure.on('error', (error) => secure.destroy(error));
  return await ready(secure, 'secureConnect', deadline, () => 'no-handshake');
}

/** Node 22.23 takes an IPv6 address for a name, which no certificate has. */
function checkIdentity(host: string, certificate: PeerCertificate): Error | undefined {
  if (isIP(host) === 6 && new X509Certificate(certificate.raw).checkIP(host) !== undefined) return undefined;
  return checkServerIdentity(host, certificate);
}

/** Resolves at the event. At the deadline the socket is closed: a socket that hangs would keep the process alive. */
function ready<S extends Socket>(
  socket: S,
  event: 'connect' | 'secureConnect',
  deadline: AbortSignal,
  late: () => FailureCause,
): Promise<S> {
  return new Promise((resolve, reject) => {
    const expire = (): void => void socket.destroy(new ConnectFailure(late()));
    const settle = (): void => deadline.removeEventListener('abort', expire);
    deadline.addEventListener('abort', expire);
    socket.once(event, () => {
      settle();
      resolve(socket);
    });
    socket.on('error', (error) => {
      settle();
      reject(error);
    });
    if (deadline.aborted) expire();
  });
}
