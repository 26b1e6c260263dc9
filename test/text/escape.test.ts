import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeJson, escapeLines, escapeText, guardFormula, safe, unguardFormula } from '../../src/text/escape.ts';
import { anyCharacter } from '../support/thorough.ts';

/** What must not come out, said by Unicode's properties and not by the ranges of the code. Variation selectors, and joiners between emoji, belong to emoji and stay. */
const unsafe =
  /(?![\ufe00-\ufe0f]|(?<=\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)\u200d\p{Extended_Pictographic})[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufff9-\ufffb]/u;

describe('escapeText', () => {
  test.each([
    ['\u{1b}[31m', '\\u{1b}[31m'],
    ['a\nb\rc\td', 'a\\nb\\rc\\td'],
    ['\0', '\\u{0}'],
    ['\u007f\u009b', '\\u{7f}\\u{9b}'],
    ['soft\u00adhyphen', 'soft\\u{ad}hyphen'],
    ['gmai\u202el.com', 'gmai\\u{202e}l.com'],
    ['\u2066\u2069\u061c\u200e', '\\u{2066}\\u{2069}\\u{61c}\\u{200e}'],
    ['zero\u200bwidth\ufeff', 'zero\\u{200b}width\\u{feff}'],
    ['\u2028\u2029', '\\u{2028}\\u{2029}'],
    ['tag\u{e0041}', 'tag\\u{e0041}'],
    ['selector\u{e0100}', 'selector\\u{e0100}'],
    ['blank\u3164\uffa0\u115f', 'blank\\u{3164}\\u{ffa0}\\u{115f}'],
    ['\ud83d', '\\u{d83d}'],
    ['\udc00x', '\\u{dc00}x'],
    ['Café 電灯 👍🏽 ❤️ हिन्दी שָׁלוֹם – “€”', 'Café 電灯 👍🏽 ❤️ हिन्दी שָׁלוֹם – “€”'],
    ['👨‍👩‍👧‍👦 👩🏽‍🔧 ❤️‍🔥', '👨‍👩‍👧‍👦 👩🏽‍🔧 ❤️‍🔥'],
    ['a\u200db 👩\u200d \u200d👩', 'a\\u{200d}b 👩\\u{200d} \\u{200d}👩'],
    ['👩\u200d\u200d👩 👩\u202e\u200d👩', '👩\\u{200d}\\u{200d}👩 👩\\u{202e}\\u{200d}👩'],
    ['', ''],
  ])('makes the text %j visible as %j', (text, shown) => {
    expect(escapeText(text)).toBe(shown);
  });

  test('exactly the code points that are invisible or act by themselves are escaped', () => {
    const apart = (from: number, to: number): string =>
      Array.from({ length: to - from }, (_, at) => `a${String.fromCodePoint(from + at)}`).join('');
    const wrong: string[] = [];
    for (let block = 0; block < 0x110000; block += 0x100) {
      const text = apart(block, block + 0x100);
      if (escapeText(text) === text && !unsafe.test(text)) continue;
      for (let point = block; point < block + 0x100; point++) {
        const one = apart(point, point + 1);
        if ((escapeText(one) !== one) !== unsafe.test(one)) wrong.push(`U+${point.toString(16)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('no text is unsafe after escaping, and safe text is unchanged', async () => {
    await fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        const shown = escapeText(text);
        expect(shown).not.toMatch(unsafe);
        if (!unsafe.test(text) && !/^\p{M}/u.test(text)) expect(shown).toBe(text);
      }),
    );
  });

  test('escaping again changes nothing', async () => {
    await fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(escapeText(escapeText(text))).toBe(escapeText(text));
      }),
    );
  });
});

test.each([
  ['a\nb', 'a\nb'],
  ['a\r\nb', 'a\nb'],
  ['safe\rgone', 'safe\\rgone'],
  ['a\t\u{1b}b\n\u202e', 'a\\t\\u{1b}b\n\\u{202e}'],
  ['\n', '\n'],
])('the lines of %j are shown as %j', (text, shown) => {
  expect(escapeLines(text)).toBe(shown);
});

describe('escapeJson', () => {
  test.each([
    ['"\u007f\u009b\u202e\u2028"', '"\\u007f\\u009b\\u202e\\u2028"'],
    ['"\u{e0041}"', '"\\udb40\\udc41"'],
    ['{\n  "a": 1\n}', '{\n  "a": 1\n}'],
    ['{\r\n\t"a": 1\r\n}', '{ \n "a": 1 \n}'],
    ['"é電👍"', '"é電👍"'],
    ['"👨‍👩‍👧 a\u200db"', '"👨‍👩‍👧 a\\u200db"'],
  ])('makes the JSON %j safe as %j', (json, escaped) => {
    expect(escapeJson(json)).toBe(escaped);
  });

  test.each([undefined, 2, '\t'])('the text of a value is safe and parses to the same value', async (indent) => {
    await fc.assert(
      fc.property(fc.jsonValue({ stringUnit: anyCharacter }), (value) => {
        const json = JSON.stringify(value, null, indent);
        expect(JSON.parse(escapeJson(json))).toEqual(JSON.parse(json));
        expect(escapeJson(json).replaceAll('\n', '')).not.toMatch(unsafe);
      }),
    );
  });
});

test.each([
  ['\u0301\u0302x', '\\u{301}\\u{302}x'],
  ['\u0489', '\\u{489}'],
  ['e\u0301', 'e\u0301'],
])('%j: combining marks at the start are escaped, so that they do not join the text before', (text, shown) => {
  expect(escapeText(text)).toBe(shown);
});

test.each([
  ['=1+2', "'=1+2"],
  ['+31', "'+31"],
  ['@x', "'@x"],
  ["'s", "''s"],
  ['-x', "'-x"],
  ['-1.5', '-1.5'],
  ['\n=1', "'\n=1"],
  ['＝1+2', "'＝1+2"],
  ['＠x', "'＠x"],
  ['a;=1+2;-3;-x', "a;'=1+2;-3;'-x"],
  ["a;'b", "a;''b"],
  ['a;"=1', 'a;\'"=1'],
  ['a; b', 'a; b'],
  [' =1', "' =1"],
  ['\u00a0\u3000=1', "'\u00a0\u3000=1"],
  ['\ufeff=1', "'\ufeff=1"],
  ['\u200b\u2060+1', "'\u200b\u2060+1"],
  ['\u0000\u0007@x', "'\u0000\u0007@x"],
  ['\u{e0020}＝1', "'\u{e0020}＝1"],
  ['\ufe0f-x', "'\ufe0f-x"],
  ['a; =1', "a;' =1"],
  [" 'x", "' 'x"],
  [' -1.5', ' -1.5'],
  ['\tx', "'\tx"],
  ['a\t=1', "a\t'=1"],
  ['a \t \u200b=1\t+2', "a \t' \u200b=1\t'+2"],
  ["a\t'=1", "a\t''=1"],
  ["a\t'b", "a\t'b"],
  ["'\t=1", "''\t=1"],
  ['a;\t=1', "a;'\t=1"],
  ['a\t-5\tb\t-5x', "a\t-5\tb\t'-5x"],
  ['a\tb', 'a\tb'],
  ['a =1', 'a =1'],
  [' mug', ' mug'],
  ['mug', 'mug'],
  ['', ''],
])('the cell %j is guarded as %j, and comes back', (cell, guarded) => {
  expect([guardFormula(cell), unguardFormula(guarded)]).toEqual([guarded, cell]);
});

test.each([' ', '\t', 'a\t', 'a\t=', "\t'", "'", ';', '; ', '-1;', '-1', '\u200b', '-1.'])(
  'a megabyte of %j is guarded in one pass',
  (part) => {
    const cell = `${part.repeat(2 ** 20 / part.length)}x`;
    expect(unguardFormula(guardFormula(cell))).toBe(cell);
  },
);

test('a text is composed of others line by line: none of them begins a line', () => {
  const inner = safe`(${'Jan\nKept:\u001b'})`;
  expect(safe`Deleted:\n  ${inner} ${1}\nEnd`).toBe('Deleted:\n  (Jan\\nKept:\\u{1b}) 1\nEnd');
});
