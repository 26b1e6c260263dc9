import { describe, expect, test } from 'vitest';
import { json, type ServedStore, serveStore } from '../support/store.ts';

/** What `products get --web` opens of a product, of a store below `/nl`. HOST in its URLs is the host of the store. */
async function opened(product: object): Promise<{ readonly pages: readonly string[]; readonly err: string }> {
  const pages: string[] = [];
  const { run, url } = await serveStore(({ headers }, response) =>
    json(response, 200, JSON.stringify(product).replaceAll('HOST', String(headers.host))),
  );
  const openPage = async (page: string) => pages.push(page) > 0;
  const { err } = await run('products get 206 --web', { openPage, env: { SHOP_URL: `${url}/nl` } });
  const { host } = new URL(url);
  return { pages: pages.map((page) => page.replace(host, 'HOST')), err: err.replaceAll(host, 'HOST') };
}

describe('products get --web opens the page', () => {
  test.each([
    [{ urlAbs: 'http://HOST/lamp' }, 'http://HOST/lamp'],
    [{ urlAbs: 'HTTP://HOST/a b' }, 'http://HOST/a%20b'],
    [{ urlAbs: '', url: 'product/206' }, 'http://HOST/nl/product/206'],
    [{ urlAbs: null, url: '/product/206?a=1&b=$(x)' }, 'http://HOST/product/206?a=1&b=$(x)'],
    // What looks like an option is a path of the store.
    [{ urlAbs: '-a Calculator', url: 'x' }, 'http://HOST/nl/-a%20Calculator'],
  ])('that the store gives for the product %j', async (product, page) => {
    expect((await opened({ productId: '206', ...product })).pages).toEqual([page]);
  });
});

describe('products get --web does not open the page', () => {
  test.each([
    [{ urlAbs: 'http://evil.example/lamp' }, 'The page is at http://evil.example,'],
    [{ urlAbs: 'https://HOST/lamp' }, 'The page is at https://HOST,'],
    [{ urlAbs: 'http://127.0.0.1:1/lamp' }, 'The page is at http://127.0.0.1:1,'],
    [{ urlAbs: 'http://HOST@evil.example/' }, 'The page is at http://evil.example,'],
    [{ urlAbs: 'http://jo:pw@HOST/' }, 'The page is at http://HOST,'],
    [{ urlAbs: 'http://127.0.0.1.evil.example/' }, 'The page is at http://127.0.0.1.evil.example,'],
    [{ url: '//evil.example/x' }, 'The page is at http://evil.example,'],
    [{ url: '\\\\evil.example\\x' }, 'The page is at http://evil.example,'],
    [{ urlAbs: 'javascript:alert(1)' }, 'not a web address'],
    [{ urlAbs: 'file:///etc/passwd' }, 'not a web address'],
    [{ urlAbs: 'https://' }, 'not a web address'],
    [{}, 'no page'],
    [{ urlAbs: '', url: null }, 'no page'],
  ])('that the store gives for the product %j', async (product, why) => {
    expect(await opened({ productId: '206', ...product })).toEqual({ pages: [], err: expect.stringContaining(why) });
  });
});

const serveProduct = (url: string): Promise<ServedStore> =>
  serveStore((_, response) => json(response, 200, { productId: '206', urlAbs: url, url: 'lamp' }));

describe('products get --web', () => {
  test('opens the page in the browser, and prints nothing on standard output', async () => {
    const { run, url } = await serveProduct('');
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

  test('prints the address where there is no browser', async () => {
    const { run, url } = await serveProduct('');
    expect(await run('products get 206 --web')).toEqual({
      code: 0,
      out: `${url}/lamp\n`,
      err: 'Cannot open a browser here.\n',
    });
  });

  test('opens nothing of another host, and prints no control characters', async () => {
    const { run } = await serveProduct('https://evil.example/\u001b[2J\u0007');
    const opened: string[] = [];
    const { code, out, err } = await run('products get 206 --web', {
      openPage: async (page) => opened.push(page) > 0,
    });
    expect({ code, out, opened, raw: err.includes('\u001b') }).toEqual({ code: 5, out: '', opened: [], raw: false });
  });

  test('is for one product, of a store that stays', async () => {
    const { run, seen } = await serveProduct('');
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
