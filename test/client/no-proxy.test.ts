import { expect, test } from 'vitest';
import { proxyFor } from '../../src/client/network/proxy.ts';

const isProxied = (store: string, NO_PROXY: string): boolean =>
  proxyFor(store, { HTTPS_PROXY: 'http://proxy.example:8080', NO_PROXY }) !== undefined;

test.each([
  ['https://shop.example', ''],
  ['https://shop.example', 'other.example'],
  ['https://shop.example', 'hop.example'],
  ['https://shop.example', 'a.shop.example'],
  ['https://shop.example', 'shop.example:8443'],
  ['https://shop.example:8443', 'shop.example:443'],
  ['https://shop.example.evil', 'shop.example'],
  ['https://10.1.2.3', '10.1.2'],
  ['https://10.1.2.3', '11.0.0.0/8'],
  ['https://10.1.2.3', '10.0.0.0/33, 10.0.0.0/-1, 10.0.0.0/x'],
  ['https://[2001:db8::1]', '2001:db8::2'],
  ['https://[2001:db8::1]:8443', '[2001:db8::1]:443'],
  ['https://shop.example', '.'],
  ['https://shop.example', '*.'],
  ['https://shop.example', '10.0.0.0/8 ::/0'],
])('%s takes the proxy with NO_PROXY="%s"', (store, noProxy) => {
  expect(isProxied(store, noProxy)).toBe(true);
});

test.each([
  ['https://shop.example', 'shop.example'],
  ['https://shop.example', 'SHOP.Example'],
  ['https://müller.invalid', 'müller.invalid'],
  ['https://shop.müller.invalid', '.MÜLLER.invalid:443'],
  ['https://müller.invalid', 'xn--mller-kva.invalid'],
  ['https://shop.example.', 'shop.example'],
  ['https://shop.example', 'shop.example.'],
  ['https://www.shop.example', 'shop.example'],
  ['https://www.shop.example', '.shop.example'],
  ['https://www.shop.example', '*.shop.example'],
  ['https://shop.example', '.shop.example'],
  ['https://shop.example', 'shop.example:443'],
  ['https://shop.example:8443', 'shop.example:8443'],
  ['https://shop.example', '*'],
  ['https://shop.example', 'a.example,*'],
  ['https://shop.example', 'a.example,shop.example'],
  ['https://shop.example', 'a.example, shop.example'],
  ['https://shop.example', 'a.example  shop.example b.example'],
  ['https://10.1.2.3', '10.1.2.3'],
  ['https://10.1.2.3', '10.0.0.0/8'],
  ['https://10.1.2.3', '0.0.0.0/0'],
  ['https://10.1.2.3:8443', '10.1.2.3:8443'],
  ['https://[2001:db8::1]', '2001:db8::1'],
  ['https://[2001:db8::1]', '2001:db8:0:0:0:0:0:1'],
  ['https://[2001:db8::1]', '[2001:db8::1]'],
  ['https://[2001:db8::1]', '2001:db8::/32'],
  ['https://[2001:db8::1]:8443', '[2001:db8::1]:8443'],
])('%s is reached directly with NO_PROXY="%s"', (store, noProxy) => {
  expect(isProxied(store, noProxy)).toBe(false);
});

test.each(['https://localhost:8443', 'https://127.0.0.1', 'https://127.8.9.10', 'https://[::1]:8443'])(
  '%s is this machine, and never takes the proxy',
  (store) => {
    expect(isProxied(store, '')).toBe(false);
  },
);

test('plain http never takes a proxy, which would see the token', () => {
  const proxy = 'http://proxy.example';
  const env = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy };
  expect(proxyFor('http://shop.example', env)).toBeUndefined();
});

test.each([
  [{ https_proxy: 'http://lower.example' }, 'http://lower.example'],
  [{ HTTPS_PROXY: 'http://upper.example', https_proxy: 'http://lower.example' }, 'http://upper.example'],
  [{ HTTPS_PROXY: '', https_proxy: 'http://lower.example' }, 'http://lower.example'],
  [{ HTTPS_PROXY: 'http://upper.example', no_proxy: 'shop.example' }, 'none'],
  [{ HTTPS_PROXY: 'http://upper.example', NO_PROXY: '', no_proxy: 'shop.example' }, 'none'],
  [{ HTTPS_PROXY: 'proxy.example:8080' }, 'http://proxy.example:8080'],
  [{ HTTPS_PROXY: ' https://proxy.example/ ' }, 'https://proxy.example'],
  [{ HTTPS_PROXY: 'http://[2001:db8::1]:3128' }, 'http://[2001:db8::1]:3128'],
  [{ ALL_PROXY: 'http://all.example', HTTP_PROXY: 'http://http.example' }, 'none'],
  [{}, 'none'],
])('with %j the proxy of https://shop.example is %s', (env, origin) => {
  expect(proxyFor('https://shop.example', env)?.origin ?? 'none').toBe(origin);
});

test.each([
  ['shop.example, *.corp, .x, 10.0.0.0/8, ::1, [::1]:8443, a_b.example:80, *, müller.invalid', []],
  ['https://shop.example', ['https://shop.example']],
  ['<local>;other.example', ['<local>;other.example']],
  ['10.0.0.0/33 shop.ex*mple a..b', ['10.0.0.0/33', 'shop.ex*mple', 'a..b']],
])('entries of NO_PROXY that cannot be read are known: %s', (NO_PROXY, unread) => {
  const proxy = proxyFor('https://other.invalid', {
    HTTPS_PROXY: 'http://proxy.example:8080',
    NO_PROXY: NO_PROXY.replace('*,', ''),
  });
  expect(proxy?.unread).toEqual(unread);
});
