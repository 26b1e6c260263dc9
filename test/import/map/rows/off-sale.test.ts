import { expect, test } from 'vitest';
import { read, refusalOf } from '../files.ts';

const list = (heading: string, cells: readonly string[]): string =>
  `sku;naam;${heading}\n${cells.map((cell, at) => `A-${at};Zaag;${cell}\n`).join('')}`;

const warningsOf = async (file: string, options = {}) =>
  (await read(file, options)).flatMap(({ warnings }) => warnings);

test.each([
  'Geblokkeerd',
  'Gesperrt',
  'Inactief',
  'Verborgen',
  'Auslaufartikel',
  'Vervallen',
  'Discontinued',
  'Blocked',
])('An article that is %s gets a warning, since it would go online', async (heading) => {
  const message =
    'says that the row is not for sale, but it would go online. Remove such rows. To import all: --map status=none';
  expect(await warningsOf(list(heading, ['ja', 'nee', '', '0', 'X', 'yes']))).toEqual(
    [2, 6, 7].map((line) => ({ line, column: heading, message })),
  );
});

test.each(['Webshop', 'Webshop aktiv', 'Verkoopbaar'])(
  'An article that is not for %s gets a warning',
  async (heading) => {
    const message = `says that the row is not for sale, but it would go online. To read it: --map status="${heading}". To import all: --map status=none`;
    expect(await warningsOf(list(heading, ['ja', 'nee', '', 'Klompen.nl']))).toEqual([
      { line: 3, column: heading, message },
    ]);
  },
);

test('Nothing is said where the status is known', async () => {
  expect(await warningsOf(list('Gesperrt;actief', ['ja;nee']))).toEqual([]);
  expect(await warningsOf(list('Gesperrt', ['ja']), { set: { status: '0' } })).toEqual([]);
  expect(await warningsOf(list('Gesperrt', ['ja']), { map: { status: 'none' } })).toEqual([]);
});

test('A column that says the opposite cannot be mapped to the status', async () => {
  expect(await refusalOf(list('Gesperrt', ['ja']), { map: { status: 'Gesperrt' } })).toBe(
    '"Gesperrt" cannot be the status: yes in it means offline. Remove the rows that are not for sale, or add a column status with 0 for them.',
  );
});
