import * as fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { cut, cutMiddle, widthOf, wrap } from '../../src/output/width.ts';

test.each([
  ['lamp', 4, 'lamp'],
  ['lamps', 4, 'lam…'],
  ['電灯電灯', 8, '電灯電灯'],
  ['電灯電灯', 7, '電灯電…'],
  ['電灯電灯', 6, '電灯…'],
  ['👍🏽👍🏽', 3, '👍🏽…'],
  ['ab', 1, '…'],
  ['', 0, ''],
])('a text %j that has %i columns is shown as %j', (text, width, fitted) => {
  expect(cut(text, width)).toBe(fitted);
});

test.each([
  ['Lamp, black', 11, 'Lamp, black'],
  ['Lamp, black', 10, 'Lamp,…lack'],
  ['電灯電灯', 6, '電…灯'],
  ['T-shirt organic cotton, red L', 15, 'T-shirt…, red L'],
])('%j in %i columns, with its end, is %j', (text, width, fitted) => {
  expect(cutMiddle(text, width)).toBe(fitted);
});

test.each([
  ['one two three', 7, ['one two', 'three']],
  ['one two three', 8, ['one two', 'three']],
  ['onetwothree', 4, ['onet', 'woth', 'ree']],
  ['a verylongword b', 5, ['a', 'veryl', 'ongwo', 'rd b']],
  ['電灯 電灯', 5, ['電灯', '電灯']],
  ['電灯', 1, ['電', '灯']],
  ['', 5, ['']],
  [`e${'\u0301'.repeat(3)}x`, 1, [`e${'\u0301'.repeat(3)}`, 'x']],
])('%j wrapped at %i columns is %j', (text, width, lines) => {
  expect(wrap(text, width)).toEqual(lines);
});

const anyText = fc.string({ unit: 'grapheme' });

test('a cut text never needs more than its columns, and is what it was if that fits', async () => {
  await fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 30 }), (text, width) => {
      expect(stringWidth(cut(text, width))).toBeLessThanOrEqual(width);
      if (stringWidth(text) <= width) expect(cut(text, width)).toBe(text);
    }),
  );
});

test('a wrapped text loses nothing but spaces', async () => {
  await fc.assert(
    fc.property(anyText, fc.integer({ min: 6, max: 30 }), (text, width) => {
      const lines = wrap(text, width);
      expect(lines.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
      for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
    }),
  );
});

test('the quick measure of ordinary text agrees with string-width', () => {
  const texts = Array.from({ length: 0x2100 - 0x20 }, (_, at) => String.fromCodePoint(at + 0x20));
  expect(texts.filter((text) => widthOf(text) !== stringWidth(text))).toEqual([]);
});

test('measured in pieces, a text of any marks, joiners, flags and scripts is as wide as string-width says', async () => {
  const joining = fc.constantFrom(
    ...['\u200d', '\u0301', '\ufe0f', '👩', '🇳', '🏽', '가', 'ᄀ', 'ᅡ', 'क', '\u094d', 'ﾞ', 'ำ'],
  );
  const unit = fc.oneof(
    joining,
    fc.nat(0x10ffff).map((point) => String.fromCodePoint(point)),
  );
  await fc.assert(
    fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
      const text = units.join('');
      expect(widthOf(text)).toBe(stringWidth(text));
    }),
  );
});

test('colours and links take no columns', () => {
  const link = '\u001b]8;;https://shop.example/lamp\u0007Lamp\u001b]8;;\u0007';
  expect(['\u001b[32monline\u001b[39m', link, `${link} \u001b[1m電灯\u001b[22m`].map(widthOf)).toEqual([6, 4, 9]);
});
