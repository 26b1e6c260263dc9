import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { listWriter } from '../../src/output/formats.ts';
import type { StoreRecord } from '../../src/resources/record-fields.ts';
import { anyCharacter } from '../support/thorough.ts';
import { lamps, listed, paper, written } from './paper.ts';

async function list(
  format: 'json' | 'ndjson',
  pages: readonly (readonly StoreRecord[])[],
  only?: readonly string[],
): Promise<string> {
  const { text, summary } = await listed(format, pages, { fields: {}, only });
  expect(summary).toEqual({ shown: pages.flat().length, hiddenColumns: 0 });
  return text;
}

describe('json', () => {
  test.each([
    ['no pages', []],
    ['one empty page', [[]]],
    ['one page', [lamps]],
    ['several pages, some of them empty', [[], lamps, [], lamps.slice(0, 1)]],
    ['more than one batch', [Array.from({ length: 600 }, (_, id) => ({ id, text: 'a\nb' }))]],
  ])('%s are the document that JSON.stringify makes', async (_, pages) => {
    expect(await list('json', pages)).toBe(`${JSON.stringify(pages.flat(), null, 2)}\n`);
  });

  test('one record is an object, with its own names, values and order', async () => {
    const record = { price: '5.00', id: 7, nothing: null, name: 'a\u202eb\u007f' };
    expect(await written('json', record, { fields: {} })).toMatchInlineSnapshot(`
      "{
        "price": "5.00",
        "id": 7,
        "nothing": null,
        "name": "a\\u202eb\\u007f"
      }
      "
    `);
  });

  test('only the selected paths, nested ones still nested, absent ones omitted', async () => {
    expect(JSON.parse(await list('json', [lamps], ['category.name', 'sku', 'status.x', 'absent']))).toEqual([
      { category: { name: 'Lamps' }, sku: 'LAMP-1' },
      { category: null, sku: 'LAMP-2' },
      { category: { name: 'Odd, "ends"' }, sku: 'LAMP-3' },
    ]);
  });

  test('any records come back as they were, from text that is safe at a terminal', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.string({ unit: anyCharacter }), fc.jsonValue({ stringUnit: anyCharacter }))),
        async (records) => {
          const text = await list('json', [records]);
          expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(records)));
          expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_Control}]/u);
        },
      ),
    );
  });
});

describe('ndjson', () => {
  test('every record is one line', async () => {
    const text = await list('ndjson', [lamps, [], [{ name: 'a\nb\u2028c' }]]);
    expect(text.split('\n').length).toBe(5);
    expect(text.split('\n').at(-2)).toBe('{"name":"a\\nb\\u2028c"}');
  });

  test('an empty list is no text at all', async () => {
    expect(await list('ndjson', [[]])).toBe('');
  });

  test('one record is one line too', async () => {
    expect(await written('ndjson', { a: { b: 1 }, c: 2 }, { fields: {}, only: ['a'] })).toBe('{"a":{"b":1}}\n');
  });

  test('a long page is written in pieces', async () => {
    const target = paper();
    const writer = listWriter('ndjson', { fields: {} }, target);
    await writer.add(Array.from({ length: 1000 }, (_, id) => ({ id })));
    expect(target.writes()).toBe(4);
  });
});
