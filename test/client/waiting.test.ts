import { type AddressInfo, createServer, type Socket } from 'node:net';
import { Dispatcher } from 'undici';
import { describe, expect, test } from 'vitest';
import { createProduct, listProducts } from '../../src/client/endpoints/products.ts';
import { connected } from '../support/connection.ts';
import { json, withStore } from '../support/store.ts';

const created = '{"productId":"1","sku":"A"}';
const answer = `HTTP/1.1 201 Created\r\ncontent-type: application/json\r\ncontent-length: ${created.length}\r\n\r\n${created}`;

describe('a socket that is not used', () => {
  test('is closed by shop-cli after a second, before a store that closes it after one and a half', async () => {
    const closedBy: Promise<string>[] = [];
    const server = createServer((socket: Socket) => {
      socket.on('data', () => void socket.write(answer));
      socket.setTimeout(1500);
      closedBy.push(
        new Promise((resolve) => {
          socket.once('timeout', () => socket.end(() => resolve('the store')));
          socket.once('end', () => resolve('shop-cli'));
          socket.once('error', () => resolve('shop-cli'));
        }),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const closed = await connected(url, async (connection) => {
      await createProduct(connection, { sku: 'A' });
      const who = await closedBy[0];
      // The next row gets a socket of its own.
      await createProduct(connection, { sku: 'A' });
      return [who, closedBy.length];
    });
    server.close();
    expect(closed).toEqual(['shop-cli', 2]);
  });

  test('is not kept longer where the store offers it', async () => {
    await withStore(
      (_, response) => json(response, 201, created, { 'keep-alive': 'timeout=60', connection: 'keep-alive' }),
      async ({ url }) => {
        const idle = await connected(url, async (connection) => {
          await createProduct(connection, { sku: 'A' });
          const start = performance.now();
          await new Promise((resolve) => connection.dispatcher.once('disconnect', resolve));
          return performance.now() - start;
        });
        expect(idle).toBeLessThan(1400);
      },
    );
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
    await withStore(
      (_, response) => json(response, 200, { numRows: 0, data: [], productId: '1' }),
      async ({ url }) => {
        const limits = await connected(url, async (connection) => {
          const dispatcher = new Watched(connection.dispatcher);
          const patient = { ...connection, dispatcher, postTimeout: 120_000 };
          await createProduct(patient, { sku: 'A' });
          await listProducts(patient, {});
          return dispatcher.seen.map((options) => options.headersTimeout);
        });
        expect(limits).toEqual([60_000, undefined]);
      },
    );
  });

  test('the time for a row is not that of a look-up', async () => {
    await withStore(
      () => undefined,
      async ({ url }) => {
        const outcome = await connected(
          url,
          (connection) => createProduct(connection, { sku: 'A' }).catch(({ message }: Error) => message),
          {
            timeout: 60_000,
            postTimeout: 50,
          },
        );
        expect(outcome).toMatch(/did not answer in time/);
      },
    );
  });
});
