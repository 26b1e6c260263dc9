import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { untrusted } from '../support/certificate.ts';
import { canary, shopCli } from '../support/run.ts';
import { json, serveStore } from '../support/store.ts';

// What a request crosses on its way: certificates and proxies. A certificate that is refused is read on a second connection.

async function listening<T>(server: Server, use: (port: number) => Promise<T>): Promise<T> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    return await use((server.address() as AddressInfo).port);
  } finally {
    server.close();
  }
}

describe('a certificate that nobody vouches for', () => {
  test.each(['products list', 'products create --sku A --allow-duplicate', 'products import -'])(
    'ends `%s` at once: nothing is sent, and nothing is tried again',
    async (line) => {
      let [connections, requests] = [0, 0];
      const store = createHttpsServer(untrusted, (_, response) => {
        requests++;
        response.end('{}');
      });
      store.on('connection', () => connections++);
      await listening(store, async (port) => {
        const env = { SHOP_URL: `https://127.0.0.1:${port}`, SHOP_TOKEN: canary };
        const { code, err } = await shopCli(line, { env, stdin: 'sku,name\nA,Mug\n' });
        expect([code, err.includes('certificate'), connections, requests]).toEqual([5, true, 2, 0]);
      });
    },
  );
});

describe('a proxy', () => {
  /** Calls `use` with the variables that name the proxy, and what it was asked for. */
  async function withProxy(use: (env: Record<string, string>, asked: string[]) => Promise<void>): Promise<void> {
    const asked: string[] = [];
    const proxy = createHttpServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.writeHead(502).end();
    });
    proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
      asked.push(`${request.method} ${request.url}`);
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await listening(proxy, async (port) => {
      const url = `http://127.0.0.1:${port}`;
      const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
      await use(Object.fromEntries(names.map((name) => [name, url])), asked);
    });
  }

  test('does not see requests over plain http, whatever variables name it', async () => {
    await withProxy(async (proxy, asked) => {
      const { run, seen } = await serveStore((_, response) => json(response, 200, { numRows: 0, data: [] }));
      const { code } = await run('products list', { env: proxy });
      expect([code, seen.length, asked]).toEqual([0, 1, []]);
    });
  });

  test('is asked to connect to a store over https, and for nothing else', async () => {
    await withProxy(async (proxy, asked) => {
      const env = { ...proxy, SHOP_URL: 'https://shop.test:8443', SHOP_TOKEN: canary };
      const { code } = await shopCli('products list --retries 0', { env });
      expect([code !== 0, asked]).toEqual([true, ['CONNECT shop.test:8443']]);
    });
  });
});
