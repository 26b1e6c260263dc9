import { expect, test } from 'vitest';
import { choiceOf, optionText } from '../../../../src/import/file/faults.ts';
import { planReading } from '../../../../src/import/map/reading-plan.ts';
import { importableAddresses } from '../../../../src/resources/importable-addresses.ts';
import { importableCustomers } from '../../../../src/resources/importable-customers.ts';
import { importableProducts } from '../../../../src/resources/importable-products.ts';
import { formatMoney, type Money } from '../../../../src/text/money.ts';
import { open, rowsOf } from '../files.ts';

test.each([
  ['naam;prijs\nMok;2,10\n', ['--generate-sku']],
  ['naam;Kleur;Code\nMok;rood;A-1\n', ['--map sku="Code"', '--map sku="Kleur"', '--generate-sku']],
])('A file without a column of SKUs asks for one, or whether to generate them: %s', async (file, answers) => {
  const error: unknown = await open(file).catch((cause: unknown) => cause);
  expect(choiceOf(error)?.answers.map(optionText)).toEqual(answers);
});

test('beside a heading that may be the price, columns of amounts are answers too', async () => {
  const file =
    'sku;naam;Adviesprijs;Netto;Kleur;EAN-doos\nA;Mok;12,10;1.000,00;rood;8712345678906\nB;Kan;24,20;1,800;wit;\n';
  const error: unknown = await open(file).catch((cause: unknown) => cause);
  expect(choiceOf(error)?.answers.map(optionText)).toEqual([
    '--map price="Adviesprijs"',
    '--map price="Netto"',
    '--map price=none',
  ]);
});

test('a question about VAT is about the rows without a rate of their own, and shows one of these', async () => {
  const file = 'sku;naam;Prijs incl. btw;btw\nA;Mok;10,90;9\nB;Kan;12,10;\n';
  const error: unknown = await open(file).catch((cause: unknown) => cause);
  const choice = choiceOf(error);
  expect([choice?.question, choice?.answers[0]?.cells]).toEqual([
    'What do the prices in "Prijs incl. btw" include in rows without "btw", such as line 3? The shop stores them without VAT.',
    ['12,10 = 10'],
  ]);
});

test.each(['Prijs incl. btw', 'Bruttopreis', 'Price gross'])(
  'where each row has a rate, the VAT of %s is removed at that rate, and nothing is asked',
  async (heading) => {
    let count = 0;
    const late = `${'C;Lamp;11,90;19\n'.repeat(150)}D;Stoel;12,10;\n`.replace(/^C/gm, () => `C${count++}`);
    const catalogue = await open(`sku;naam;${heading};btw\nA;Mok;10,90;9\n${late}`);
    const rows = await rowsOf(catalogue);
    expect(catalogue.description.notes).toEqual([
      `VAT is removed from the prices in "${heading}", at the rate in "btw" of each row.`,
    ]);
    expect([rows[0], rows[1]].map((row) => formatMoney(row?.values?.price as Money))).toEqual(['10.0000', '10.0000']);
    expect(rows.at(-1)?.faults).toEqual([
      {
        line: 153,
        column: 'btw',
        message:
          'no VAT rate, but the price includes VAT: add it, or pass the rate of such rows, such as --vat-included 21',
      },
    ]);
  },
);

test.each([
  ['a title', [['Price list 2026'], ['A', 'b']], ['--sheet List', '--sheet Notes']],
  [
    'a title above other columns',
    [['Price list 2026'], ['Name', 'Stock'], ['Mugs', '3']],
    ['--header-row 2', '--sheet List', '--sheet Notes'],
  ],
  ['a heading that is a title too', [['Name'], ['Spring']], ['--generate-sku', '--sheet List', '--sheet Notes']],
  [
    'columns of products',
    [
      ['Name', 'Price', 'Stock'],
      ['Mug', '1', '2'],
    ],
    ['--generate-sku'],
  ],
])('the list may be on another sheet where the first one begins with %s', (_, cells, answers) => {
  const rows = cells.map((row, at) => ({ record: at, line: at + 1, cells: row }));
  const sheet = { name: 'Cover', others: ['List', 'Notes'], numbers: new Map(), begin: rows, above: [], notes: [] };
  const planned = () => planReading(rows, importableProducts, { map: {}, set: {} }, sheet);
  expect(answersOf(planned)).toEqual(answers);
});

test('a title on a cover sheet is no price', () => {
  const rows = [['Prijslijst 2026'], ['Alle prijzen in euro']].map((cells, at) => ({
    record: at,
    line: at + 1,
    cells,
  }));
  const sheet = { name: 'Cover', others: ['List'], numbers: new Map(), above: [], begin: rows, notes: [] };
  const planned = () => planReading(rows, importableProducts, { map: {}, set: {} }, sheet);
  expect(planned).toThrow(expect.not.objectContaining({ hint: expect.stringContaining('price') }));
  expect(planned).toThrow(expect.not.objectContaining({ message: expect.stringContaining('--map price') }));
});

test.each([
  ['Cover', {}, true],
  ['List', { sheet: 'List' }, false],
  ['List', { sheet: 'List', headerRow: 1 }, false],
])('columns that are missing from the sheet %s with %j may be on another one: %s', (name, options, isSaid) => {
  const cells = [
    ['SKU', 'Omschrijving lang', 'Price'],
    ['A', 'Mug', '1'],
  ];
  const rows = cells.map((row, at) => ({ record: at, line: at + 1, cells: row }));
  const sheet = { name, others: ['Notes'], numbers: new Map(), above: [], begin: rows, notes: [] };
  let said = '';
  try {
    planReading(rows, importableProducts, { map: {}, set: {}, ...options }, sheet);
  } catch (error) {
    said = String((error as Error).message);
  }
  expect(said.includes('may be on another sheet')).toBe(isSaid);
});

function answersOf(work: () => unknown): readonly string[] | undefined {
  try {
    return void work();
  } catch (error) {
    return choiceOf(error)?.answers.map(optionText);
  }
}

test.each([
  [importableCustomers, 'e-mail address', 'emailAddress="Contact"'],
  [importableAddresses, "customer's e-mail address", 'customerEmail="Contact"'],
])('a column of e-mail addresses is asked about first, whatever its heading is', async (noun, title, map) => {
  const file =
    'Prénom,Nom,Société,Straat,Huisnummer,Postcode,Land,Contact\nJo,Vos,Vos BV,Dam,1,1012 JS,NL,jo@shop.test\n';
  const error = await open(file, {}, undefined, noun).catch((cause: unknown) => cause);
  const { question, answers: [first] = [] } = choiceOf(error) ?? {};
  expect([question, first && optionText(first)]).toEqual([`Which column is the ${title}?`, `--map ${map}`]);
});

test('a column of e-mail addresses is an answer where customer IDs would be one', async () => {
  const file =
    'Prénom,Nom,Straat,Huisnummer,Postcode,Land,Een,Twee,Nr\nJo,Vos,Dam,1,1012 JS,NL,jo@a.test,jo@b.test,7\n';
  const error = await open(file, {}, undefined, importableAddresses).catch((cause: unknown) => cause);
  const { question, answers = [] } = choiceOf(error) ?? {};
  expect([question, ...answers.map(optionText)]).toEqual([
    "Which column is the customer ID or the customer's e-mail address?",
    '--map customerEmail="Een"',
    '--map customerEmail="Twee"',
    '--map customerId="Nr"',
  ]);
});
