import { expect, test } from 'vitest';
import { choiceOf, optionText } from '../../../../src/import/file/faults.ts';
import { open, read, refusalOf } from '../files.ts';

const list = (heading: string, rates: readonly string[]): string =>
  `sku;name;price;${heading}\n${rates.map((rate, at) => `A${at};x;1;${rate}\n`).join('')}`;

test.each([
  ['MwSt', ['1', '2']],
  ['Btw-tarief', ['0', '1', '2', '3']],
  ['VAT rate', ['1', '', '1']],
  ['taxRate', ['2', '0']],
  ['btw', ['1', '1', '2', '9']],
])('A column %s of VAT codes (%j) is refused, and an answer says that they are percentages', async (heading, rates) => {
  const file = list(heading, rates);
  const error: unknown = await open(file).catch((cause: unknown) => cause);
  const percentages = { map: { taxRate: heading } };
  expect([choiceOf(error)?.answers.map(optionText), await refusalOf(file, percentages)]).toEqual([
    ['--map taxRate=none', `--map taxRate="${heading}"`],
    'not refused',
  ]);
});

test('The refusal says what the codes are taken for, and what to do', async () => {
  expect(await refusalOf(list('MwSt', ['1', '2', '2']))).toBe(
    '"MwSt" looks like VAT codes, not percentages: no country in Europe has a VAT rate of 1% or 2%. Replace the codes with rates such as 21, or write 1% if that is the rate. To import without: --map taxRate=none. If they are percentages: --map taxRate="MwSt"',
  );
});

test.each(['BTW-code', 'Steuerschlüssel', 'Tax class'])(
  'A heading %s that is mapped is of codes all the same',
  async (heading) => {
    const refused = await refusalOf(list(heading, ['1', '2']), { map: { taxRate: heading } });
    expect(refused).toBe(
      `"${heading}" looks like VAT codes, not percentages: no country in Europe has a VAT rate of 1% or 2%. Replace the codes with rates such as 21, or write 1% if that is the rate. To import without: --map taxRate=none`,
    );
  },
);

test.each([
  ['rates', ['21', '9', '0']],
  ['reduced rates alone', ['3', '5', '0']],
  ['percentages that say so', ['1%', '1 %', '0']],
  ['no rate at all', ['', '']],
  ['one odd rate', ['21', '21', '2']],
])('A column with %s is read', async (_, rates) => {
  expect(await refusalOf(list('MwSt', rates))).toBe('not refused');
});

test('A rate that no country has, among others, is a warning', async () => {
  const rows = await read(list('btw', ['21', '9', '1', '26', '5', '19%']));
  expect(rows.flatMap(({ warnings }) => warnings)).toEqual(
    ['1', '26'].map((value, at) => ({
      line: at + 4,
      column: 'btw',
      value,
      message: 'is not a VAT rate of any country in Europe: check it',
    })),
  );
});
