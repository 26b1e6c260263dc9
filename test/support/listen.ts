import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a server on a port (0: a free one) for as long as the test runs, and returns the port. */
export async function listen(server: Server, address = '127.0.0.1', port = 0): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    // One that is reset ends no test.
    socket.on('error', () => undefined);
  });
  await once(server.listen(port, address), 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await once(server.close(), 'close');
  return port;
}
