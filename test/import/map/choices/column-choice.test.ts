import { expect, test } from 'vitest';
import { choiceOf, optionText } from '../../../../src/import/file/faults.ts';
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
