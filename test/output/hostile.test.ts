import { describe, expect, test } from 'vitest';
import { type Format, outputFormats } from '../../src/output/formats.ts';
import { lamps, listed, written } from './paper.ts';

/** What people were fooled with. Which code points are escaped at all, test/text/escape.test.ts holds of each. */
const hostile = [
  ...['\u{1b}[31mred\u{1b}[0m', '\u{1b}]0;title\u{7}', '\u{1b}[6n\u{1b}[c', '\u{9b}2J', '\u{1b}P$q"p\u{1b}\\'],
  ...['\u{1b}]8;;http://evil.example\u{7}link\u{1b}]8;;\u{7}', 'safe\rgone', 'x\r\nDelete nothing? [y/N] y'],
  ...['gmai\u202el.com', '\u2066a\u2069\u200b', '\ud83d alone', '\udc00\ud800', 'a\u0000b', '\b\b\b\bover'],
  ...['\u{e0041}\u{e0042}tags', 'soft\u00ad', '\ufeffbom', '\u2028next', '\u{e01ef}', `"};\n{"injected":1}`],
];

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

const formats: readonly Format[] = [...outputFormats, 'ids'];

describe.each(formats)('%s', (format) => {
  test.each([
    ['in a pipe', {}],
    ['at 40 columns', { width: 40 }],
    ['at 200 columns', { width: 200 }],
  ])('a list and its single records %s show no control or invisible characters', async (_, how) => {
    const { text: list } = await listed(format, [products], how);
    const records = await Promise.all(products.map((record) => written(format, record, how)));
    const text = `${list}${records.join('')}`;
    if (format === 'csv' && !('width' in how)) return expect(text).toContain('\u{1b}[31m');
    expect(text.replaceAll('\n', '').match(dangerous)).toBeNull();
  });

  test('hostile names of selected fields are shown safely', async () => {
    const only = ['sku', 'a\u{1b}[2Jb', '\u202e'];
    const { text } = await listed(format, [[{ sku: 'A', 'a\u{1b}[2Jb': 1, '\u202e': 2 }]], { width: 80, only });
    expect(text.replaceAll('\n', '').match(dangerous)).toBeNull();
  });
});

test('a line feed in a cell cannot start a row', async () => {
  const { text } = await listed('table', [[{ ...lamps[0], name: 'x\n999  FAKE' }]], { width: 80 });
  expect(text.trimEnd().split('\n').length).toBe(2);
});
