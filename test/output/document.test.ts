import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { documentWriter } from '../../src/output/formats.ts';

async function written(format: 'json' | 'yaml', elements: readonly { readonly [name: string]: unknown }[], end = true) {
  const texts: string[] = [];
  const target = { write: async (text: string) => void texts.push(text), width: undefined, color: false };
  const document = { head: { summary: { new: elements.length } }, list: 'rows', isEmpty: elements.length === 0 };
  const writer = documentWriter(format, document, { fields: {} }, target);
  for (const element of elements) await writer.add([element]);
  await (end ? writer.end() : writer.breakOff());
  return texts.join('');
}

test.each([0, 1, 3])('a document with a list of %i is written as if it was written at once', async (length) => {
  const rows = Array.from({ length }, (_, at) => ({
    key: `A\n"${at}"`,
    fields: { price: { store: '1' } },
    none: null,
  }));
  const whole = { summary: { new: length }, rows };
  const json = await written('json', rows);
  expect(JSON.parse(json)).toEqual(whole);
  if (length > 0) expect(json).toBe(`${JSON.stringify(whole, null, 2)}\n`);
  expect(parse(await written('yaml', rows))).toEqual(whole);
});

test('a document that breaks off is no document', async () => {
  const text = await written('json', [{ key: 'A' }], false);
  expect(() => JSON.parse(text)).toThrow();
  const yaml = await written('yaml', [{ key: 'A' }], false);
  expect(() => parse(yaml)).toThrow();
});
