import fc from 'fast-check';
import { expect, test } from 'vitest';
import { doubtsAboutCode, foldedCode, invisibleIn, usualCode } from '../../src/text/codes.ts';
import { foldedEmail } from '../../src/text/emails.ts';
import { anyCharacter } from '../support/thorough.ts';

test.each([
  ['a case', 'AB', 'ab'],
  ['a combining accent', 'caf\u00e9', 'cafe\u0301'],
  ['a wide form', 'A1', '\uff21\uff11'],
  ['leading zeros', '007', '7'],
  ['outer spaces', 'A', ' A\u00a0'],
  ['a hyphen that does not break', 'A-1', 'A\u20111'],
  ['a dash', 'A-1', 'A\u20131'],
  ['a minus sign', 'A-1', 'A\u22121'],
  ['a space that does not break', 'A 1', 'A\u00a01'],
  ['an ideographic space', 'A 1', 'A\u30001'],
  ['a zero-width space', 'A1', 'A\u200b1'],
  ['a direction mark', 'A1', '\u200eA1'],
  ['a soft hyphen', 'A1', 'A\u00ad1'],
  ['a tab', 'A1', 'A\t1'],
  ['the guard of a spreadsheet', '=A-1', "'=A-1"],
])('codes that differ by %s are almost the same', (_, one, other) => {
  expect(foldedCode(other)).toBe(foldedCode(one));
});

test.each([
  ['A1', 'A-1'],
  ['A 1', 'A1'],
  ['A1', 'A2'],
  ["'A", 'A'],
  ['10', '1'],
])('the codes %s and %s are not almost the same', (one, other) => {
  expect(foldedCode(other)).not.toBe(foldedCode(one));
});

test('a folded code is folded, whatever it has', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 12 }), (code) => {
      const usual = usualCode(code);
      expect([usualCode(usual), invisibleIn(usual)]).toEqual([usual, []]);
      expect(foldedCode(usual)).toBe(foldedCode(code));
    }),
  );
});

test.each([
  ['A-1 b', []],
  ['A\u20101', ['has another hyphen (U+2010): if "-" is meant, replace it']],
  [
    'A\u00a0b\u2013\u2014',
    [
      'has another hyphen (U+2013, U+2014): if "-" is meant, replace it',
      'has another space (U+00A0): if " " is meant, replace it',
    ],
  ],
  ["'-A", ["begins with the ' of a spreadsheet: if the code does not have it, remove it"]],
  ["'s", []],
  ...['1-mrt', '12-Mar', '3-DEC', '3-Mrz', '03. Mrz', '3. März', 'mrt-03', 'Mrz 03', '2024-03-01 00:00:00'].map(
    (code): [string, string[]] => [
      code,
      ['looks like a date, which a spreadsheet makes of codes such as 1-3: check it in the source'],
    ],
  ),
  ...['1-marker', 'MAR-01', 'Mark-03', 'mar-103', '3.mr', '1-3', '123-mar', '2024-03-01', '1-mrt-x'].map(
    (code): [string, string[]] => [code, []],
  ),
])('what is doubtful about the code %j: %j', (code, doubts) => {
  expect(doubtsAboutCode(code)).toEqual(doubts);
});

test('the folded form of a code and of an e-mail address does not depend on whether it is ASCII', () => {
  const pieces = fc.array(
    fc.constantFrom('0', 'A', 'a', '-', ' ', "'", '"', '@', '.', 'é', 'e\u0301', '\uff21', '\u00a0', 'ſ'),
  );
  fc.assert(
    fc.property(
      pieces.map((parts) => parts.join('')),
      (text) => {
        expect(foldedCode(text)).toBe(usualCode(text).toLowerCase().replace(/^0+/, ''));
        expect(foldedEmail(text)).toBe(text.normalize('NFKC').trim().toLowerCase());
      },
    ),
  );
});
