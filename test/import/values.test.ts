import { describe, expect, test } from 'vitest';
import { ownDirectory } from '../support/run.ts';
import { serveSandbox } from '../support/store.ts';
import { isThorough } from '../support/thorough.ts';
import { arrivals } from './arrivals.ts';

test('amounts arrive with their currency taken off, and are said not to be converted where it differs', async () => {
  const cells = ['12,50', '12,50 zł', 'PLN 3,-', '1.234,- zł'];
  const file = (more: readonly string[]): string =>
    `sku;name;price\n${[...cells, ...more].map((cell, at) => `A${at};x;${cell}\n`).join('')}`;
  const { err, products } = await arrivals(file([]));
  expect([products.map(({ price }) => price), err]).toEqual([
    ['12.5000', '12.5000', '3.0000', '1234.0000'],
    expect.not.stringContaining('Warning'),
  ]);
  const mixed = await arrivals(file(['CHF 5,50', '6,50 EURO']));
  expect(mixed.products.map(({ price }) => price).slice(4)).toEqual(['5.5000', '6.5000']);
  expect(mixed.err).toContain('line 6, price "CHF 5,50": is in CHF, and others in PLN: amounts are not converted');
  expect(mixed.err).toContain('line 7, price "6,50 EURO": is in EUR, and others in PLN: amounts are not converted');
});

test.each([
  [
    1,
    [
      '1',
      'true',
      'yes',
      'Y',
      'ja',
      'JA',
      'j',
      'WAAR',
      'Wahr',
      '1.0',
      '1,00',
      'aan',
      'an',
      'on',
      'enabled',
      'actief',
      'aktiv',
      'Online',
    ],
  ],
  [
    0,
    [
      '0',
      'False',
      'no',
      'N',
      'nee',
      'Nein',
      'ONWAAR',
      'FALSCH',
      '0.0',
      '0,0',
      'uit',
      'aus',
      'off',
      'disabled',
      'inactief',
      'offline',
    ],
  ],
])('the status %d is written in many words', async (status, words) => {
  const { err, products } = await arrivals(
    `sku;name;price;status\n${words.map((word, at) => `A${at};x;1;${word}\n`).join('')}`,
  );
  expect([products.map((product) => product.status), err]).toEqual([
    words.map(() => status),
    expect.not.stringContaining('status "'),
  ]);
});

test.each(['2', '1.5', '-1', 'misschien', 'vero', '10.0', 'x'])('a row with the status %s is invalid', async (word) => {
  const { code, products } = await arrivals(`sku;name;price;status\nA;x;1;${word}\n`);
  expect([code, products]).toEqual([2, []]);
});

describe('An address of an image', () => {
  const sent = async (rows: readonly string[]) => {
    const { run } = await serveSandbox({ empty: true });
    const directory = ownDirectory({ 'a.csv': `sku,name,price,image\n${rows.join('\n')}\n` });
    const { out, err } = await run('products import a.csv --dry-run -o ndjson', { directory });
    return {
      bodies: out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
      err,
    };
  };

  test.each(['https://cdn.example/mug.jpg', 'HTTP://cdn.example/mug.jpg', '//cdn.example/mug.jpg'])(
    'such as %s is no name: one note, and the column is not sent',
    async (address) => {
      const { bodies, err } = await sent([`A,x,1,${address}`, 'B,y,2,cup.jpg']);
      expect(bodies.map(({ sku, image }) => [sku, image])).toEqual([
        ['A', undefined],
        ['B', undefined],
      ]);
      expect(err.match(/image is not sent: it contains URLs/g)).toHaveLength(1);
      expect(err).not.toMatch(/^Ignored: .*image/m);
    },
  );

  test.runIf(isThorough)('far below names is not sent, with a warning, and the names are', async () => {
    const names = Array.from({ length: 15_000 }, (_, at) => `A${at},x,1,cup.jpg`);
    const { bodies, err } = await sent([...names, 'B,y,2,https://cdn.example/b.jpg']);
    expect([bodies.at(0)?.image, bodies.at(-1)?.image]).toEqual(['cup.jpg', undefined]);
    expect(err).toContain(
      'line 15002, image "https://cdn.example/b.jpg": is a URL, not the name of an image that the store has: it is not sent',
    );
  });

  test('is no name of a file: slashes may be in one', async () => {
    const { bodies } = await sent(['A,x,1,mugs/blue.jpg', 'B,y,2,http.jpg']);
    expect(bodies.map(({ image }) => image)).toEqual(['mugs/blue.jpg', 'http.jpg']);
  });
});
