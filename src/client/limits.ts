import type { Socket } from 'node:net';
import { buildConnector, type Dispatcher, Pool } from 'undici';

/** 4 MiB for a record, 32 MiB for a page of a list. */
export const replyLimits = { record: 4 * 2 ** 20, page: 32 * 2 ** 20 } as const;

/** What a socket may bring for one request: the largest page, and as much again for headers and the marks of chunks. */
const mostOnSocket = 2 * replyLimits.page;

export class TooLarge extends Error {}

/**
 * A pool whose sockets are closed when a reply brings more than any reply may. The limit of the body does not hold for
 * what undici reads past without showing it: extensions of chunks, and interim replies (1xx).
 */
export function limitedPool(origin: string | URL, options: object): Dispatcher {
  const { connect, ...others }: Pool.Options = options;
  const connector = typeof connect === 'function' ? connect : buildConnector(connect ?? {});
  return new Pool(origin, {
    ...others,
    connect: (target, callback) =>
      connector(target, (...result) => {
        if (result[1]) limit(result[1]);
        callback(...result);
      }),
  });
}

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
