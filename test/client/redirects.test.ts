import { describe, expect, test } from 'vitest';
import { emptyStore } from '../support/replies.ts';
import { serveStore } from '../support/store.ts';

/** Where a store may send a client, and how the message names it. */
const targets: readonly (readonly [string, (foreign: string) => string, RegExp])[] = [
  ['another host', (foreign) => `${foreign}/api/v2/products`, /redirects to shop\.test\./],
  ['another host, with the query', (foreign) => `${foreign}/?again=`, /redirects to shop\.test\./],
  ['another host, without a scheme', (foreign) => foreign.replace('http:', ''), /redirects to shop\.test\./],
  ['itself', () => '/api/v2/products?page=2', /redirects to \/api\/v2\/products on the same host\./],
  ['nowhere', () => 'http://', /redirects to another address\./],
];
const statuses = [301, 302, 303, 307, 308];

describe('a redirect is not followed, so neither the token nor a body reaches another server', () => {
  test.each(statuses.flatMap((status) => targets.map((target) => [status, ...target] as const)))(
    'where the store answers %i and points to %s',
    async (status, place, target, message) => {
      const foreign = await serveStore(emptyStore);
      const { seen: strangers } = foreign;
      const { run, seen } = await serveStore((request, response) => {
        const query = target(foreign.url).endsWith('again=') ? `${request.query}` : '';
        response.writeHead(status, { location: target(foreign.url) + query }).end();
      });
      const read = await run('products list');
      const write = await run('products create --sku A --allow-duplicate');
      // 303 says that something was done with what was sent: RFC 9110, 15.4.4.
      const written = status === 303 && place === 'itself' ? 10 : 5;
      expect([read.code, write.code, read.out, write.out]).toEqual([5, written, '', '']);
      for (const { err } of [read, write]) expect(err).toMatch(message);
      expect({ asked: seen.length, strangers }).toEqual({ asked: 2, strangers: [] });
    },
  );
});
