import { describe, expect, test } from 'vitest';
import { parseBaseUrl, storeIdentity, storeIdentityOf } from '../../src/settings/base-url.ts';

const base = (url: string) => parseBaseUrl(url, '--store', true);

describe('every name of a store has one identity', () => {
  test.each([
    [
      'https://shop.example',
      [
        'https://SHOP.example:443/',
        'https://shop.example./api/v2',
        'http://shop.example',
        'https://shop.example//api/v2',
      ],
    ],
    [
      'https://shop.example/nl',
      ['https://shop.example/nl/', 'https://shop.example/%6El/api', 'https://shop.example//nl//'],
    ],
    [
      'http://127.0.0.1:8080',
      [
        ...['http://localhost:8080', 'http://LOCALHOST.:8080/', 'http://127.1:8080', 'http://2130706433:8080'],
        ...['http://[::1]:8080', 'http://[0:0:0:0:0:0:0:1]:8080', 'http://0.0.0.0:8080', 'http://[::]:8080'],
        ...['http://[::ffff:127.0.0.1]:8080', 'http://127.0.0.2:8080'],
      ],
    ],
    ['http://[2001:db8::1]:81', ['http://[2001:DB8:0:0::1]:81']],
  ])('such as the names of %s', (identity, names) => {
    expect([identity, ...names].map((name) => storeIdentity(base(name)))).toEqual(
      [identity, ...names].map(() => identity),
    );
  });

  test('other hosts, ports and paths are other stores', () => {
    const names = [
      ...['https://shop.example', 'https://www.shop.example', 'https://shop.example:8443', 'https://shop.example/nl'],
      ...['http://shop.example:8080', 'http://a.localhost', 'https://shop.example/NL'],
    ];
    expect(new Set(names.map((name) => storeIdentity(base(name)))).size).toBe(names.length);
  });
});

test('the text of an address has the identity of its store', () => {
  const noted = ['http://localhost:8080/nl', 'https://shop.example', 'sandbox:/home/jo/Shop.db', ''];
  expect(noted.map(storeIdentityOf)).toEqual([
    ...['http://127.0.0.1:8080/nl', 'https://shop.example', 'sandbox:/home/jo/Shop.db', ''],
  ]);
});
