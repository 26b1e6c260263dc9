import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { Agent, type buildConnector, type Dispatcher, Pool } from 'undici';
import { TooLarge } from './network/connect-failure.ts';
import { createConnector, type Route } from './network/connector.ts';
import { replyLimits } from './request.ts';

interface DispatcherOptions extends Omit<Route, 'connectTimeout'> {
  /** Sockets, and so requests at a time. */
  readonly connections: number;
  /** 10 s when absent. */
  readonly connectTimeout?: Route['connectTimeout'] | undefined;
  /** Thousands of requests are sent: an optimised HTTP parser is worth the time that it takes to make. */
  readonly manyRequests?: boolean | undefined;
}

/**
 * The undici dispatcher for a store. HTTP/1.1 without pipelining, since undici resends HTTP/2 streams that a server
 * refuses, and a POST must not be sent twice. A socket is not used after a second of idling: the server may be closing
 * it.
 */
export function createDispatcher({
  connections,
  manyRequests = false,
  connectTimeout = 10_000,
  ...route
}: DispatcherOptions): Dispatcher {
  const connect = createConnector({ ...route, connectTimeout });
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

/** What a socket may bring for one request: the largest page, and as much again for headers and the marks of chunks. */
const mostOnSocket = 2 * replyLimits.page;

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
 * Makes a pool whose sockets are closed when a reply brings more than any reply may. The limit of the body does not hold for
 * what undici reads past without showing it: extensions of chunks, and interim replies (1xx).
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
  let [written, before] = [socket.bytesWritten, socket.bytesRead];
  let counted = before;
  socket.on('readable', () => {
    if (socket.bytesWritten !== written) [written, before] = [socket.bytesWritten, counted];
    counted = socket.bytesRead;
    if (counted - before > mostOnSocket) socket.destroy(new TooLarge());
  });
}
