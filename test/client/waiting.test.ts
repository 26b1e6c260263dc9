import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { Dispatcher } from 'undici';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { listProducts, products } from '../../src/client/endpoints/products.ts';
import { connectTo } from '../support/connection.ts';
import { listen } from '../support/listen.ts';
import { json, serveStore } from '../support/store.ts';

const created = '{"productId":"1","sku":"A"}';

describe('a socket that is not used', () => {
  // Sockets have clocks of their own: only the timers of shop-cli and undici stand still.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['', ''],
    [', also where the store offers to keep it', 'connection: keep-alive\r\nkeep-alive: timeout=60\r\n'],
  ])('is closed after a second%s', async (_, headers) => {
    const answer = `HTTP/1.1 201 Created\r\n${headers}content-type: application/json\r\ncontent-length: ${created.length}\r\n\r\n${created}`;
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.on('data', () => void socket.write(answer));
    });
    const connection = connectTo(`http://127.0.0.1:${await listen(server)}`);
    const send = () => products.create(connection, { sku: 'A' }).then(() => turn());
    await send();
    vi.advanceTimersByTime(999);
    await send();
    const before = sockets.length;
    vi.advanceTimersByTime(1000);
    await once(sockets[0] as Socket, 'close');
    await send();
    expect([before, sockets.length]).toEqual([1, 2]);
  });
});

/** Notes the options of each request, and passes it on. */
class Watched extends Dispatcher {
  readonly seen: Dispatcher.DispatchOptions[] = [];
  readonly #inner: Dispatcher;

  constructor(inner: Dispatcher) {
    super();
    this.#inner = inner;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    this.seen.push(options);
    return this.#inner.dispatch(options, handler);
  }
}

describe('how long is waited', () => {
  test('for a row longer than for a look-up, but a minute at most until the answer begins', async () => {
    const { url } = await serveStore((_, response) => json(response, 200, { numRows: 0, data: [], productId: '1' }));
    const connection = connectTo(url);
    const dispatcher = new Watched(connection.dispatcher);
    const patient = { ...connection, dispatcher, postTimeout: 120_000 };
    await products.create(patient, { sku: 'A' });
    await listProducts(patient, {});
    expect(dispatcher.seen.map((options) => options.headersTimeout)).toEqual([60_000, undefined]);
  });

  test('the time for a row is not that of a look-up', async () => {
    const { url } = await serveStore(() => undefined);
    const connection = connectTo(url, { timeout: 60_000, postTimeout: 50 });
    await expect(products.create(connection, { sku: 'A' })).rejects.toThrow(/did not answer in time/);
  });
});
