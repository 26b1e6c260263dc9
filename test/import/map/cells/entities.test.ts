import { expect, test } from 'vitest';
import { read } from '../files.ts';

test.each([
  ['name', 'M&uuml;ller &amp; S&ouml;hne', 'Müller & Söhne'],
  ['name', 'Lamp 5&quot;', 'Lamp 5"'],
  ['name', 'Vos &amp;amp; Zn', 'Vos & Zn'],
  ['model', 'A&amp;B-1', 'A&B-1'],
  ['imageAlt', 'Caf&#233;', 'Café'],
])('The HTML entities of a %s %s are characters, and a note says so', async (field, cell, text) => {
  const name = field === 'name' ? '' : 'name,';
  const [row] = await read(`sku,${name}${field}\nA,${name && 'x,'}"${cell.replaceAll('"', '""')}"\n`);
  expect([row?.values?.[field], row?.warnings]).toEqual([
    text,
    [{ line: 2, column: field, message: 'had HTML entities, and is sent with the characters themselves' }],
  ]);
});

test.each(['AT&T', 'Q&A book', 'R&D; more', '&lt;script&gt;alert(1)&lt;/script&gt;', 'a&copy'])(
  'The name %s is sent as it is',
  async (name) => {
    const [row] = await read(`sku,name\nA,${name}\n`);
    expect([row?.values?.name, row?.warnings]).toEqual([name, []]);
  },
);

test('An SKU stays as it is: it is what the store is searched by', async () => {
  const [row] = await read('sku,name\nA&amp;B,x\n');
  expect(row?.values?.sku).toBe('A&amp;B');
});
