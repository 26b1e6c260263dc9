import { expect, test } from 'vitest';
import { choiceOf, optionText } from '../../../../src/import/file/faults.ts';
import { planReading } from '../../../../src/import/map/reading-plan.ts';
import { importableProducts } from '../../../../src/resources/importable-products.ts';
import { open } from '../files.ts';

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

test('the prices without VAT that a question shows go by the VAT rate of the row, as the import does', async () => {
  const file = 'sku;naam;Prijs incl. btw;btw\nA;Mok;10,90;9\nB;Kan;12,10;\n';
  const error: unknown = await open(file).catch((cause: unknown) => cause);
  const choice = choiceOf(error);
  expect([choice?.question, choice?.answers[0]?.cells]).toEqual([
    'What do the prices in "Prijs incl. btw" include? The shop stores them without VAT.',
    ['10,90 = 10', '12,10 = 10'],
  ]);
});

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
  const sheet = { name: 'Cover', others: ['List', 'Notes'], numbers: new Map(), begin: rows, notes: [] };
  const planned = () => planReading(rows, importableProducts, { map: {}, set: {} }, sheet);
  expect(answersOf(planned)).toEqual(answers);
});

function answersOf(work: () => unknown): readonly string[] | undefined {
  try {
    return void work();
  } catch (error) {
    return choiceOf(error)?.answers.map(optionText);
  }
}
