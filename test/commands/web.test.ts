import { describe, expect, test } from 'vitest';
import { productPage } from '../../src/commands/products/get.ts';
import { json, withStore } from '../support/store.ts';

const base = { origin: 'https://shop.example', path: '/nl' };

test.each([
  [{ urlAbs: 'https://shop.example/lamp' }, 'https://shop.example/lamp'],
  [{ urlAbs: 'HTTPS://SHOP.example:443/a b' }, 'https://shop.example/a%20b'],
  [{ urlAbs: '', url: 'product/206' }, 'https://shop.example/nl/product/206'],
  [{ urlAbs: null, url: '/product/206?a=1&b=$(x)' }, 'https://shop.example/product/206?a=1&b=$(x)'],
])('%j is opened as %s', (product, page) => {
  expect(productPage(product, base)).toBe(page);
});

describe('products get --web does not open the page', () => {
  test.each([
    [{ urlAbs: 'https://evil.example/lamp' }, 'The page is at https://evil.example'],
    [{ urlAbs: 'http://shop.example/lamp' }, 'The page is at http://shop.example,'],
    [{ urlAbs: 'https://shop.example:8443/lamp' }, 'The page is at https://shop.example:8443'],
    [{ urlAbs: 'https://shop.example@evil.example/' }, 'The page is at https://evil.example'],
    [{ urlAbs: 'https://jo:pw@shop.example/' }, 'The page is at https://shop.example,'],
    [{ urlAbs: 'https://shop.example.evil.example/' }, 'The page is at'],
    [{ url: '//evil.example/x' }, 'The page is at https://evil.example'],
    [{ url: '\\\\evil.example\\x' }, 'The page is at https://evil.example'],
    [{ urlAbs: 'javascript:alert(1)' }, 'not a web address'],
    [{ urlAbs: 'file:///etc/passwd' }, 'not a web address'],
    [{ urlAbs: 'https://' }, 'not a web address'],
    [{ urlAbs: '-a Calculator', url: 'x' }, undefined],
    [{}, 'no page'],
    [{ urlAbs: '', url: null }, 'no page'],
  ])('of the product %j', (product, why) => {
    // What looks like an option is a path of the store.
    if (why === undefined) expect(productPage(product, base)).toBe('https://shop.example/nl/-a%20Calculator');
    else expect(() => productPage(product, base)).toThrow(why);
  });
});

function withProduct(url: string, use: Parameters<typeof withStore>[1]): Promise<void> {
  return withStore(
    (_, response) => json(response, 200, { productId: '206', urlAbs: url, url: 'lamp' }),
    use,
  ) as Promise<void>;
}

describe('products get --web', () => {
  test('opens the page in the browser, and prints nothing on standard output', async () => {
    await withProduct('', async ({ run, url }) => {
      const opened: string[] = [];
      const openPage = async (page: string) => opened.push(page) > 0;
      const ended = await run('products get 206 --web', { openPage });
      expect({ ...ended, opened }).toEqual({
        code: 0,
        out: '',
        err: `Opened ${url}/lamp in the browser.\n`,
        opened: [`${url}/lamp`],
      });
    });
  });

  test('prints the address where there is no browser', async () => {
    await withProduct('', async ({ run, url }) => {
      expect(await run('products get 206 --web')).toEqual({
        code: 0,
        out: `${url}/lamp\n`,
        err: 'Cannot open a browser here.\n',
      });
    });
  });

  test('opens nothing of another host, and prints no control characters', async () => {
    await withProduct('https://evil.example/\u001b[2J\u0007', async ({ run }) => {
      const opened: string[] = [];
      const { code, out, err } = await run('products get 206 --web', {
        openPage: async (page) => opened.push(page) > 0,
      });
      expect({ code, out, opened, raw: err.includes('\u001b') }).toEqual({ code: 5, out: '', opened: [], raw: false });
    });
  });

  test('is for one product, of a store that stays', async () => {
    await withProduct('', async ({ run }, seen) => {
      expect(await run('products get 206 207 --web')).toMatchObject({
        code: 2,
        err: expect.stringContaining('one product at a time'),
      });
      expect(await run('products get 206 --web --store sandbox')).toMatchObject({
        code: 2,
        err: expect.stringContaining('shop-cli sandbox'),
      });
      expect(seen).toEqual([]);
    });
  });
});
