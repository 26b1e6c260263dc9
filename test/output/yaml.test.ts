import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { StoreRecord } from '../../src/resources/record-fields.ts';
import { anyCharacter, runsOf } from '../support/thorough.ts';
import { listed, written } from './paper.ts';

const listOf = async (pages: readonly (readonly StoreRecord[])[], only?: readonly string[]): Promise<string> =>
  (await listed('yaml', pages, { fields: {}, only })).text;
const one = (record: StoreRecord): Promise<string> => written('yaml', record, { fields: {} });

/** What no terminal may get to see, but for line breaks. */
const unsafe = /(?!\n)[\p{Cc}\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e0fff}\p{Cs}]/u;

describe('yaml gives back what was put in', () => {
  const anyText = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({
      unit: fc.constantFrom(...'\n\r\t :#-"\'\\&*|>%@\u001b\u0085\u2028\u202e\ufeffaé😀'),
    }),
  );
  const anyValue = fc
    .oneof(fc.jsonValue({ stringUnit: anyCharacter }), anyText)
    .filter((value) => !JSON.stringify(value).includes('-0'));
  const anyRecord = fc.dictionary(anyText, anyValue, { noNullPrototype: true });

  test('where it is one record of the store', async () => {
    await fc.assert(
      fc.asyncProperty(anyRecord, async (record) => {
        const text = await one(record);
        expect([parse(text), unsafe.test(text)]).toEqual([record, false]);
      }),
      { numRuns: runsOf(150) },
    );
  });

  test('of a list in pages, as one sequence', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(anyRecord, { maxLength: 3 }), { maxLength: 4 }), async (pages) => {
        expect(parse(await listOf(pages))).toEqual(pages.flat());
      }),
      { numRuns: runsOf(60) },
    );
  });
});

describe('hostile texts', () => {
  // Others are among those above.
  const texts = [
    ...['\u001b]0;title\u0007', '\u{e0041}tag', '\n\n a\n  b\n', ' \n \n a', '---', '...', '? a'],
    ...['!!js/function "x"', '&a *a', '*a', '<<', '%YAML 1.2', '`x`', '{a: 1}', '[1]', 'x'.repeat(5000)],
  ];
  test.each(texts)('%j as a value and as a name', async (text) => {
    const record = { [text]: text, list: [text, { [text]: [text] }] };
    const yaml = await one(record);
    expect([parse(yaml), unsafe.test(yaml)]).toEqual([record, false]);
  });

  // YAML 1.1, which other programs still read, takes these for something else when they have no quotes.
  const ambiguous = [
    ...['NO', 'no', 'yes', 'on', 'Off', 'y', 'N', 'true', 'null', '~', ''],
    ...['0', '007', '0o14', '0x1F', '1_000', '1e3', '.5', '12:30:45', '2026-01-31', '.inf', '.nan'],
  ];
  test.each(ambiguous)('%j stays a text for every reader', async (text) => {
    const yaml = await one({ isoCode2: text });
    expect([
      yaml.startsWith('isoCode2: "') || yaml.startsWith("isoCode2: '"),
      parse(yaml),
      parse(yaml, { version: '1.1' }),
    ]).toEqual([true, { isoCode2: text }, { isoCode2: text }]);
  });
});

test('numbers, booleans and null are what they are', async () => {
  expect(await one({ a: 1, b: 12.5, c: true, d: null, e: {}, f: [] })).toBe(
    'a: 1\nb: 12.5\nc: true\nd: null\ne: {}\nf: []\n',
  );
});

test('the same object twice is written twice, without an anchor', async () => {
  const same = { a: 1 };
  expect(await one({ first: same, second: same })).toBe('first:\n  a: 1\nsecond:\n  a: 1\n');
});

test('an empty list is an empty sequence', async () => {
  expect([await listOf([]), await listOf([[]])]).toEqual(['[]\n', '[]\n']);
});

test('only the selected fields are written', async () => {
  expect(await listOf([[{ id: 1, country: { title: 'NL', id: 3 } }], [{ id: 2 }]], ['country.title', 'id'])).toBe(
    '- country:\n    title: NL\n  id: 1\n- id: 2\n',
  );
});
