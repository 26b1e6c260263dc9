import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { untrusted } from '../support/certificate.ts';
import { canary, inDirectory, shopCli } from '../support/run.ts';

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** A store with a certificate that nobody trusts, behind a proxy, and where the proxy was asked to connect to. */
async function behindProxy<T>(
  use: (env: Record<string, string>, connected: readonly string[]) => Promise<T>,
): Promise<T> {
  const connected: string[] = [];
  const store = createHttpsServer(untrusted, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"productId":1,"sku":"A"}');
  });
  const proxy = createHttpServer();
  proxy.on('connect', (request, socket: Socket) => {
    connected.push(request.url ?? '');
    const through = connect(portOf(store), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      through.pipe(socket).pipe(through);
    });
    for (const one of [through, socket]) one.on('error', () => undefined);
  });
  for (const server of [store, proxy]) await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    return await use(
      {
        SHOP_URL: `https://127.0.0.1:${portOf(store)}`,
        SHOP_TOKEN: canary,
        HTTPS_PROXY: `http://127.0.0.1:${portOf(proxy)}`,
      },
      connected,
    );
  } finally {
    for (const server of [store, proxy]) server.close();
  }
}

describe('behind an HTTPS proxy', () => {
  test('a store with a certificate of the authority in --ca-file is trusted', async () => {
    await behindProxy(async (env, connected) => {
      await inDirectory(async (directory) => {
        await writeFile(join(directory, 'ca.pem'), untrusted.cert);
        const { code, out } = await shopCli('products get 1 -q --ca-file ca.pem', { env, directory });
        expect({ code, out, connected }).toEqual({
          code: 0,
          out: '1\n',
          connected: [new URL(env.SHOP_URL ?? '').host],
        });
      });
    });
  });

  test('and no other is', async () => {
    await behindProxy(async (env) => {
      const { code, err } = await shopCli('products get 1 --retries 0', { env });
      expect({ code, saysWhy: /certificate/.test(err) }).toEqual({ code: 5, saysWhy: true });
    });
  });
});
