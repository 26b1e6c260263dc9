import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownDirectory } from '../support/run.ts';
import { serveSandbox, serveStore } from '../support/store.ts';
import { sampled } from '../support/thorough.ts';
import { arrivals } from './arrivals.ts';
import { exactly, type Product, storeOf } from './product-store.ts';

test('a code with an invisible character is invalid, and shown with it', async () => {
  const { code, err, skus } = await arrivals('sku,name,model\nA\u200b1,x,\nA2,y,M\u200e\nA3,z,\n', {
    options: '--skip-invalid',
  });
  expect([code, skus]).toEqual([7, ['A3']]);
  expect(err).toContain(String.raw`line 2, sku "A\u{200b}1": has an invisible character (U+200B): remove it`);
  expect(err).toContain(String.raw`line 3, model "M\u{200e}": has an invisible character (U+200E): remove it`);
});

test.each([
  ['A\u20111', 'another hyphen (U+2011)'],
  ['A\u22121', 'another hyphen (U+2212)'],
  ['A\u00a01', 'another space (U+00A0)'],
])('the code %j is warned of, and arrives as it is where no other is almost the same', async (sku, doubt) => {
  const { err, skus } = await arrivals(`sku,name\n${sku},x\n`);
  expect([skus, err]).toEqual([[sku], expect.stringContaining(`has ${doubt}`)]);
});

test.each(['CafÃ©', 'Gruen: GrÃ¼n', '20 Â°C', 'childâ€™s bike', 'RÃ„TSEL'])(
  'the name %s, read in the wrong encoding by an earlier program, is warned of',
  async (name) => {
    const { err, skus } = await arrivals(`sku,name\nA,${name}\n`);
    expect([skus, err]).toEqual([['A'], expect.stringContaining('earlier program read it in the wrong encoding')]);
  },
);

test('a quote behind ß in Windows-1252 that is UTF-8 by chance is warned of', async () => {
  const { err } = await arrivals('sku,name\nA,Gro\u07d3 Tasse\n');
  expect(err).toContain('pass --encoding windows-1252');
});

sampled(3).each(['Café', 'Grün', '20 °C', 'child’s bike', 'Ø½ inch', 'PÃO', 'SÃO – MÂINE', 'Ân', '¡Ã!'])(
  'the name %s is written so in some language, and needs no warning',
  async (name) => {
    const { err } = await arrivals(`sku,name\nA,${name}\n`);
    expect(err).not.toContain('wrong encoding');
  },
);

test.each([
  ['A-1', 'A\u20111'],
  ['A 1', 'A\u00a01'],
  ['A-1', '\uff21-1'],
])('where the store has %j, a row %j is not sent', async (before, sku) => {
  const { code, err, skus } = await arrivals(`sku,name\n${sku},x\n`, { before: `sku,name\n${before},y\n` });
  expect([code, skus]).toEqual([7, [before]]);
  expect(err).toContain(`uncertain: the store has "${before}"`);
});

test.each([
  ['A\u20131', 'A-1'],
  ['\uff21-1', 'a-1'],
  ['007', '7'],
])('where the store has %j and does not take it for %j, that is said before the row is sent', async (before, sku) => {
  const { code, err, skus } = await arrivals(`sku,name\n${sku},x\n`, { before: `sku,name\n${before},y\n` });
  expect([code, skus]).toEqual([0, [before, sku]]);
  expect(err).toContain(`has almost the same key as a product in the store, and is sent anyway: line 2, "${sku}"`);
});

test.each([
  ['as it is', (text: string) => text],
  ['with fewer columns', (text: string) => text.replace(/^.*?,/gm, '')],
  ['with another column', (text: string) => text.replaceAll('\n', ',\n').replace(',\n', ',Kleur\n')],
])('an SKU like a formula comes back from our export %s', async (_, changed) => {
  const store = await serveSandbox({ empty: true });
  const directory = ownDirectory({ 'a.csv': 'sku,name\n=A-1,=x\n@B,-y\n' });
  await store.run('products import a.csv', { directory });
  await store.run('products export --output-file b.csv', { directory });
  const exported = readFileSync(join(directory, 'b.csv'), 'utf8');
  expect(exported).toContain("'=A-1");
  const { skus } = await arrivals(changed(exported));
  expect(skus).toEqual(['=A-1', '@B']);
  const { code } = await store.run('products import c.csv', {
    directory: ownDirectory({ 'c.csv': "Artikelnummer,Naam\n'=A-1,x\n" }),
  });
  expect(code).toBe(7);
});

test('a store that is asked row by row is asked for the usual hyphen too', async () => {
  const products: Product[] = Array.from({ length: 300 }, (_, at) => ({
    productId: at + 1,
    sku: `S-${at + 1}`,
    name: `Product ${at}`,
  }));
  const { run, seen } = await serveStore(storeOf(products, undefined, { finds: exactly }));
  const { code, err } = await run('products import a.csv', {
    directory: ownDirectory({ 'a.csv': 'sku,name\nS\u20107,x\nS-1000,y\n' }),
  });
  expect([code, products.length, seen.filter(({ method }) => method === 'POST').length]).toEqual([7, 301, 1]);
  expect(err).toContain('uncertain: the store has "S-7"');
});

test.each([
  ["'00123", "begins with the ' of a spreadsheet"],
  ["'A-1'", 'is in quotes'],
  ['\u201cA-1\u201d', 'is in quotes'],
  ['"""A-1"""', 'is in quotes'],
])('the code %s is warned of, and not sent where the store has it without', async (cell, doubt) => {
  const bare = cell.includes('A') ? 'A-1' : '00123';
  const { code, err, skus } = await arrivals(`sku,name\n${cell},x\n`, { before: `sku,name\n${bare},y\n` });
  expect([code, skus]).toEqual([7, [bare]]);
  expect(err).toContain(doubt);
});

test('an EAN that a program wrote as a number with decimals is invalid, and an SKU like it is not', async () => {
  const rows = ['A1,4006381333931.0,x', 'A2,"4006381333931,00",y', '12.0,,z'];
  const { code, err, products } = await arrivals(`sku,ean,name\n${rows.join('\n')}\n`, { options: '--skip-invalid' });
  expect([code, products.map(({ sku, ean }) => [sku, ean])]).toEqual([7, [['12.0', '']]]);
  expect(err).toContain('line 2, ean "4006381333931.0": was written as a number with decimals');
});

test.each([
  ['SKU', 'A\ufffdB,x,1'],
  ['name', 'A,Caf\ufffd,1'],
])('a character that an earlier program lost is warned of in the %s, and arrives as it is', async (_, row) => {
  const { skus, err } = await arrivals(`sku,name,price\n${row}\n`);
  expect([skus, err]).toEqual([[row.split(',')[0]], expect.stringContaining('has \ufffd where an earlier program')]);
});
