import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { RequestUrl } from '../../src/client/request-url.ts';
import { CliError } from '../../src/errors.ts';

const bases = [
  { name: 'at the root of its host', origin: 'https://shop.example', path: '' },
  { name: 'in a folder of a host with a port', origin: 'https://shop.example:8443', path: '/nl/winkel' },
] as const;

describe.each(bases)('a path for a store $name', (base) => {
  const whole = `${base.origin}${base.path}`;

  test.each([
    ['products', '/api/v2/products'],
    ['/products', '/api/v2/products'],
    ['customers/101/addresses', '/api/v2/customers/101/addresses'],
    ['/api/v2/products', '/api/v2/products'],
    ['api/v2/products', '/api/v2/products'],
    ['/api/v3/products', '/api/v3/products'],
    [`${whole}/api/v2/products`, '/api/v2/products'],
    [`${whole.replace('https', 'HTTPS')}/api/v2/products`, '/api/v2/products'],
    [`${whole.replace('//', '//jo:secret@')}/api/v2/products`, '/api/v2/products'],
    ['products/a..b', '/api/v2/products/a..b'],
    ['products/...', '/api/v2/products/...'],
    ['products/%2Fetc', '/api/v2/products/%2Fetc'],
    ['products/x@y', '/api/v2/products/x@y'],
    ['ftp://elsewhere.example/', '/api/v2/ftp://elsewhere.example/'],
    ['baskets/{42212126-9CF9-49D8-8E52-5B2858894145}', '/api/v2/baskets/%7B42212126-9CF9-49D8-8E52-5B2858894145%7D'],
  ])('%s is completed to a path inside the API', (typed, path) => {
    const url = RequestUrl.typed(base, typed);
    expect([url.origin, url.path]).toEqual([base.origin, `${base.path}${path}`]);
  });

  test.each([
    'C:/Program Files/Git/api/v2/products',
    'C:\\Program Files\\Git\\api/v2/products',
    'D:/msys64/api/v2/products',
  ])('%s is what Git Bash made of /api/v2/products', (typed) => {
    expect(RequestUrl.typed(base, typed).path).toBe(`${base.path}/api/v2/products`);
  });

  const outside = [
    '//evil.example',
    '//evil.example/api/v2/products',
    '/\\evil.example',
    '\\\\evil.example/api/',
    '/api\\..\\admin',
    '@evil.example/api/v2/products',
    ':8080/api/v2/products',
    ':pw@evil.example/',
    '..',
    '../admin',
    '/../admin',
    'products/../../../admin',
    'products/..',
    './products',
    '/api/../admin',
    '/api/v2/../../admin',
    '%2e%2e/admin',
    '/api/%2e%2e/admin',
    '/api/%2E./admin',
    '/api/.%2e',
    '/api/%2e%2e?x=1',
    '/api/..#x',
    'https://evil.example/api/v2/products',
    'https:evil.example/api/v2/products',
    'https:\\\\evil.example/api/v2/products',
    'https://shop.example.evil.example/api/v2/products',
    `https://shop.example@evil.example${base.path}/api/v2/products`,
    `http://shop.example${base.path}/api/v2/products`,
    `https://shop.example:9999${base.path}/api/v2/products`,
    `${base.origin}/admin`,
    `${base.origin}${base.path}/apix/products`,
    'prod ucts',
    'products\n',
    'products\u0000',
    '\tproducts',
    'products/\u001b[2J',
    'https://',
    'http://[',
  ];
  test.each(outside)('%j is refused, since it leads elsewhere', (typed) => {
    expect(() => RequestUrl.typed(base, typed)).toThrow(CliError);
    expect(() => RequestUrl.typed(base, typed)).toThrow(`Invalid path "${typed}": it is outside the API of the store.`);
  });

  test.each([
    ['products?token=x', []],
    ['products?Token=x', []],
    ['products?a=1&TOKEN=x', []],
    ['products?%74oken=x', []],
    [`${whole}/api/v2/products?token=x`, []],
    ['products', [['token', 'x']]],
    [
      'products',
      [
        ['a', '1'],
        ['TOKEN', ''],
      ],
    ],
  ] as const)('a token in the query of %s, or in %j, is refused', (typed, query) => {
    expect(() => RequestUrl.typed(base, typed, query)).toThrow(
      'The token is added automatically. Leave it out of the query.',
    );
  });

  test('the typed query is sent first, then the query options, then the token', () => {
    const url = RequestUrl.typed(base, 'products?limit=2&filter[search]=a%20b', [['offset', '&=+%']]);
    expect(url.target([['token', 't/+&']])).toBe(
      `${base.path}/api/v2/products?limit=2&filter[search]=a%20b&offset=%26%3D%2B%25&token=t%2F%2B%26`,
    );
  });

  test('whatever prints it sees origin and path only', () => {
    const url = RequestUrl.typed(base, 'products?search=secret');
    const shown = [
      String(url),
      JSON.stringify({ url }),
      inspect(url),
      inspect({ deep: [url] }, { showHidden: true, depth: 9 }),
      Object.values(url).join(),
    ];
    expect(shown.filter((text) => text.includes('secret'))).toEqual([]);
    expect(String(url)).toBe(`${whole}/api/v2/products`);
  });
});

test('a segment is encoded once, and what would change the path is refused', () => {
  expect(RequestUrl.to(bases[0], ['products', 'a/b?c#d %2e {x}']).path).toBe(
    '/api/v2/products/a%2Fb%3Fc%23d%20%252e%20%7Bx%7D',
  );
  for (const segment of ['', '.', '..', '\ud800'])
    expect(() => RequestUrl.to(bases[0], ['products', segment])).toThrow(CliError);
});

test.each(['a/..%2f..%2fadmin', 'a/..%5c..%5cadmin', 'a/..;/admin', 'a/.%252e/b', 'a/%00', 'a/%zz'])(
  '%s is refused: a proxy may read it as a way out',
  (path) => {
    expect(() => RequestUrl.typed({ origin: 'https://shop.example', path: '' }, path)).toThrow(
      'it is outside the API of the store',
    );
  },
);

test.each(['products/A%2FB', 'products/A%20B', 'products/a.b..c', 'customers/101/addresses'])(
  '%s stays inside the API',
  (path) => {
    expect(RequestUrl.typed({ origin: 'https://shop.example', path: '' }, path).path).toBe(`/api/v2/${path}`);
  },
);
