import { describe, expect, test } from 'vitest';
import { type Format, listWriter, outputFormats, writeRecord } from '../../src/output/formats.ts';
import { lampFields, lamps, paper } from './paper.ts';

/** Every code point that may change what is seen without being seen, alone and inside text; and things that people were fooled with. */
const points = [
  ...range(0, 0x1f),
  ...range(0x7f, 0x9f),
  0xad,
  0x34f,
  0x61c,
  0x115f,
  0x1160,
  0x17b4,
  0x17b5,
  ...range(0x180b, 0x180f),
].concat(
  [
    ...range(0x200b, 0x200f),
    ...range(0x2028, 0x202e),
    ...range(0x2060, 0x206f),
    0x3164,
    0xfeff,
    0xffa0,
    ...range(0xfff0, 0xfffb),
  ],
  [
    ...range(0xd800, 0xd803),
    ...range(0xdc00, 0xdc03),
    ...range(0xe0000, 0xe007f),
    ...range(0xe0100, 0xe01ef),
    0x1bca0,
    0x1d173,
  ],
);

const crafted = [
  '\u{1b}[31mred\u{1b}[0m',
  '\u{1b}]0;title\u{7}',
  '\u{1b}[6n\u{1b}[c',
  '\u{9b}2J',
  'safe\rgone',
  'x\r\nDelete nothing? [y/N] y',
  'gmai\u202el.com',
  '\u2066a\u2069\u200b',
  '\ud83d alone',
  '\udc00\ud800',
  'a\u0000b',
  '\u{1b}]8;;http://evil.example\u{7}link\u{1b}]8;;\u{7}',
  '\u{1b}P$q"p\u{1b}\\',
  '\b\b\b\bover',
  '\u{e0041}\u{e0042}tags',
  `"};\n{"injected":1}`,
];

const hostile = [
  ...points.flatMap((point) => [String.fromCodePoint(point), `a${String.fromCodePoint(point)}b`]),
  ...crafted,
];

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** What may never arrive at a terminal; a line feed between lines may. */
const dangerous =
  /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u00ad\u200b-\u200f\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e01ef}]/u;

const products = hostile.map((text, at) => ({
  productId: at + 1,
  sku: text,
  name: text,
  status: text,
  price: text,
  [`field ${text}`]: text,
  images: [text],
  category: { name: text, [text]: text },
  attributes: [{ [text]: text }, text],
  description: `first${text}\nsecond`,
}));

test('there are more hostile strings than in the well-known list', () => {
  expect(hostile.length).toBeGreaterThan(461);
});

const formats: readonly Format[] = [...outputFormats, 'ids'];

describe.each(formats)('%s', (format) => {
  test.each([
    ['in a pipe', undefined],
    ['at 40 columns', 40],
    ['at 200 columns', 200],
  ])('a list %s shows no control or invisible characters', async (_, width) => {
    const target = paper(width);
    const list = listWriter(format, { fields: lampFields }, target);
    await list.add(products);
    await list.end();
    if (format === 'csv' && width === undefined) return expect(target.text()).toContain('\u{1b}[31m');
    expect(target.text().replaceAll('\n', '').match(dangerous)).toBeNull();
  });

  test.each([
    ['in a pipe', undefined],
    ['at 40 columns', 40],
  ])('single records %s show no control or invisible characters', async (_, width) => {
    const target = paper(width);
    for (const record of products) await writeRecord(format, { fields: lampFields }, record, target);
    if (format === 'csv' && width === undefined) return expect(target.text()).toContain('\u{1b}[31m');
    expect(target.text().replaceAll('\n', '').match(dangerous)).toBeNull();
  });

  test('hostile names of selected fields are shown safely', async () => {
    const target = paper(80);
    const list = listWriter(format, { fields: lampFields, only: ['sku', 'a\u{1b}[2Jb', '\u202e'] }, target);
    await list.add([{ sku: 'A', 'a\u{1b}[2Jb': 1, '\u202e': 2 }]);
    await list.end();
    expect(target.text().replaceAll('\n', '').match(dangerous)).toBeNull();
  });
});

test('a line feed in a cell cannot start a row', async () => {
  const target = paper(80);
  const list = listWriter('table', { fields: lampFields }, target);
  await list.add([{ ...lamps[0], name: 'x\n999  FAKE' }]);
  await list.end();
  expect(target.text().trimEnd().split('\n').length).toBe(2);
});
