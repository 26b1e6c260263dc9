import { expect, test } from 'vitest';
import { choiceOf, optionText } from '../../../src/import/file/faults.ts';
import { open } from './files.ts';

test.each([
  ['naam;prijs\nMok;2,10\n', ['--generate-sku']],
  ['naam;Kleur;Code\nMok;rood;A-1\n', ['--map sku="Code"', '--map sku="Kleur"', '--generate-sku']],
])('A file without a column of SKUs asks for one, or whether to generate them: %s', async (file, answers) => {
  const error: unknown = await open(file).catch((cause: unknown) => cause);
  expect(choiceOf(error)?.answers.map(optionText)).toEqual(answers);
});
