import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bookOf } from '../import/file/books.ts';
import { words } from '../support/words.ts';
import { atTerminal, expectLeft, question } from './asking.ts';

const rows = 'A-1;Mok;1,800;2,10;3\nA-2;Thee;2,500;3,20;4\nA-3;Kan;3,100;4,10;4\n';

/** An import of this file at a terminal. */
const importing = (file: string, options = '--dry-run') =>
  atTerminal(words(`products import brand.csv ${options}`), { files: { 'brand.csv': file } });

const written = (directory: string): unknown => JSON.parse(readFileSync(join(directory, 'brand.json'), 'utf8'));

test('what a file leaves open is asked once, with its own cells, and can be kept for the next file', async () => {
  const { terminal } = await importing(`sku;naam;Onze prijzen;Adviesprijs;voorraad\n${rows}`);
  await terminal.waitFor(question('Which column is the price?'));
  await terminal.waitFor(
    '❯ Onze prijzen\n    1,800   2,500   3,100\n  Adviesprijs\n    2,10   3,20   4,10\n  Import without price',
  );
  terminal.press('enter');
  await terminal.waitFor(question('How are the numbers in Onze prijzen written?'));
  await terminal.waitFor(
    '❯ with a decimal point\n    1,800 = 1800   2,500 = 2500   3,100 = 3100\n  with a decimal comma',
  );
  terminal.press('enter');
  await terminal.answer(question('Save these answers for the next file? brand.json'), 'y');
  await expectLeft(terminal, 0);
  expect(terminal.text).toContain('3 rows would be sent.');
  expect(terminal.text.match(/^Columns:/gm)).toHaveLength(1);
  expect(terminal.text).toContain('For the next file, add --options brand.json.');
  expect(written(terminal.directory)).toEqual({
    format: 'shop-cli import options',
    version: 1,
    noun: 'products',
    decimal: '.',
    map: { sku: 'sku', name: 'naam', quantity: 'voorraad', price: 'Onze prijzen' },
  });
});

test('the answers about a file with an invalid row are kept, or repeated as options, for the next try', async () => {
  const { terminal } = await importing('sku;naam;prijs\nA-1;Mok;1,800\nA-2;;2,500\n');
  await terminal.waitFor(question('How are the numbers in prijs written?'));
  terminal.press('enter');
  await terminal.answer(question('Save these answers for the next try? brand.json'), 'n');
  await expectLeft(terminal, 2);
  expect(terminal.text).toContain('To give the same answers again, add --decimal .');
});

test.each(['ctrlC', 'escape'] as const)('%s at such a question sends nothing, and writes no file', async (key) => {
  const { terminal, store } = await importing(`sku;naam;prijs\nA-1;Mok;1,800\n`, '--report report.json');
  await terminal.waitFor(question('How are the numbers in prijs written?'));
  terminal.press(key);
  await expectLeft(terminal, 130);
  expect([store.writes(), terminal.text]).toEqual([[], expect.stringContaining('Cancelled. No changes made.')]);
  expect(() => readFileSync(join(terminal.directory, 'report.json'))).toThrow('ENOENT');
});

test('the rate of VAT in prices can be typed', async () => {
  const { terminal } = await importing('sku;naam;Prijs incl. btw\nA-1;Mok;121,00\n');
  await terminal.waitFor(question('What do the prices in "Prijs incl. btw" include?'));
  await terminal.waitFor('VAT of 21%\n    121,00 = 100');
  terminal.type('VAT of an');
  await terminal.waitFor('❯ VAT of another rate');
  terminal.press('enter');
  await terminal.answer(question('VAT of another rate:'), '500');
  await terminal.waitFor('--vat-included');
  terminal.press('ctrlU');
  terminal.type('10');
  terminal.press('enter');
  await terminal.answer(question('Save these answers for the next file?'), 'n');
  await expectLeft(terminal, 0);
  expect(terminal.text).toContain('110.00');
});

test('two columns of phones are asked about, and with --mask-pii no cell is shown', async () => {
  const people = 'voornaam,achternaam,email,tel,telefoonnr\nJo,Berg,jo@shop.test,030-1,06-2\n';
  const options = { files: { 'people.csv': people } };
  const shown = await atTerminal(words('customers import people.csv --dry-run'), options);
  await shown.terminal.waitFor(question('Which column is the phone number?'));
  await shown.terminal.waitFor('❯ tel\n    030-1\n');
  shown.terminal.press('ctrlC');
  await expectLeft(shown.terminal, 130);
  const masked = await atTerminal(words('customers import people.csv --dry-run --mask-pii'), options);
  await masked.terminal.waitFor(question('Which column is the phone number?'));
  await masked.terminal.waitFor('❯ tel\n');
  masked.terminal.press('ctrlC');
  await expectLeft(masked.terminal, 130);
  expect(masked.terminal.text).not.toContain('030-1');
});

test('cells that would move the cursor are shown, not obeyed', async () => {
  const { terminal } = await importing('sku;naam;Onze prijzen;Adviesprijs\u202e\nA;Mok;1\u001b[31m;2\n');
  await terminal.waitFor(question('Which column is the price?'));
  await terminal.waitFor('1\\u{1b}[31m');
  await terminal.waitFor('Adviesprijs\\u{202e}');
  terminal.press('ctrlC');
  await expectLeft(terminal, 130);
});

test('a sheet that was chosen is kept, and the line of its headings is asked for', async () => {
  const others = {
    Prices: [['Price list of spring 2026'], [], ['sku', 'name', 'price'], ['A-1', 'Mug', '1']],
  };
  const files = { 'list.xlsx': await bookOf([['About us'], ['x']], { others }) };
  const { terminal } = await atTerminal(words('products import list.xlsx --dry-run'), { files });
  await terminal.waitFor(question('Which sheet has the products?'));
  terminal.press('enter');
  await terminal.waitFor(question('Which line has the headings?'));
  await terminal.waitFor('❯ Line 3\n    sku   name   price');
  terminal.press('enter');
  await terminal.answer(question('Save these answers for the next file? list.json'), 'n');
  await expectLeft(terminal, 0);
  expect(terminal.text).toContain('1 row would be sent.');
});

test('a workbook whose first sheet is empty asks which one to read, with the first cells of each', async () => {
  const others = {
    Prices: [
      ['sku', 'name', 'price'],
      ['A-1', 'Mug', '1'],
    ],
    Notes: [['For June']],
  };
  const files = { 'list.xlsx': await bookOf([], { others }) };
  const { terminal } = await atTerminal(words('products import list.xlsx --dry-run'), { files });
  await terminal.waitFor(question('Which sheet has the products?'));
  await terminal.waitFor('❯ Prices\n    sku   name   price\n  Notes\n    For June');
  terminal.press('enter');
  await terminal.answer(question('Save these answers for the next file? list.json'), 'n');
  await expectLeft(terminal, 0);
  expect(terminal.text).toContain('1 row would be sent.');
});
