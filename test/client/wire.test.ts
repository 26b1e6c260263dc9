import { describe, expect, test } from 'vitest';
import { certificate } from '../support/certificates.ts';
import { answersConnect, serveProxy } from '../support/proxy.ts';
import { emptyStore } from '../support/replies.ts';
import { canary, shopCli } from '../support/run.ts';
import { serveStore } from '../support/store.ts';
import { serveTlsStore } from '../support/tls-store.ts';

// What a request crosses on its way: certificates and proxies. A certificate that is refused is read on a second connection.

test.each(['products list', 'products create --sku A --allow-duplicate', 'products import -'])(
  'a certificate that nobody vouches for ends `%s` at once: nothing is sent, and nothing is tried again',
  async (line) => {
    const { run, seen } = await serveTlsStore(certificate('shop.test', { names: ['shop.test'] }));
    const { code, err } = await run(line, { stdin: 'sku,name\nA,Mug\n' });
    expect([code, err.includes('certificate'), seen]).toEqual([5, true, { connections: 2, requests: 0 }]);
  },
);

describe('a proxy', () => {
  /** A proxy that connects to nothing, and every variable that may name it. */
  async function namedProxy() {
    const { host, seen } = await serveProxy({ answer: answersConnect(502) });
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy'];
    return { variables: Object.fromEntries(names.map((name) => [name, `http://${host}`])), asked: seen };
  }

  test('does not see requests over plain http, whatever variables name it', async () => {
    const { variables, asked } = await namedProxy();
    const { run, seen } = await serveStore(emptyStore);
    const { code } = await run('products list', { env: variables });
    expect([code, seen.length, asked]).toEqual([0, 1, []]);
  });

  test('is asked to connect to a store over https, and for nothing else', async () => {
    const { variables, asked } = await namedProxy();
    const env = { ...variables, SHOP_URL: 'https://shop.test:8443', SHOP_TOKEN: canary };
    const { code } = await shopCli('products list --retries 0', { env });
    expect([code !== 0, asked]).toEqual([true, ['CONNECT shop.test:8443']]);
  });
});
