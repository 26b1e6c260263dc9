import { describe, expect, test } from 'vitest';
import { choiceOf, optionText } from '../../../src/import/file/faults.ts';
import { importableAddresses } from '../../../src/resources/importable-addresses.ts';
import { open, refusalOf, rowsOf } from '../map/files.ts';

/** A file of addresses with one column more behind the house number, and a cell of it in each row. */
const file = (heading: string, ...cells: readonly string[]): string =>
  [
    `E-mail;Voornaam;Achternaam;Straat;Huisnr;${heading};Postcode;Plaats;Land`,
    ...cells.map((cell, at) => `a${at}@example.com;Jo;Vos;Kerkstraat;${at + 5};${cell};1012 JS;Utrecht;NL`),
  ].join('\n');

const refusal = (content: string, options = {}) => refusalOf(content, options, undefined, importableAddresses);

describe('The extension of a house number is read from', () => {
  test.each([
    ...['Toev.', 'Toevoegsel', 'Huisnr. toev.', 'Toev. huisnr', 'HNR_TOEV', 'Nr toev', 'Huisletter'],
    ...['Bus', 'Busnr', 'Bte', 'Boîte', 'Zusatz', 'Hausnr.-Zusatz', 'Apt', 'Factuuradres toev.'],
  ])('%s', async (heading) => {
    const rows = await rowsOf(await open(file(heading, 'bis', ''), {}, undefined, importableAddresses));
    expect(rows.map(({ values }) => values?.houseNumberExtension)).toEqual(['bis', undefined]);
  });
});

describe('A column behind the house number that nothing reads', () => {
  test.each([
    ['Letter', ['A', '', 'bis']],
    ['X', ['hs', 'II', 'bus 3']],
    ['', ['', '', '2']],
    ['Verdieping', ['3', '', '']],
    ['Extra nr.toev. (optie)', ['links achter, hal 4', '', '']],
  ])('"%s" stops the import if it may be the extension', async (heading, cells) => {
    const name = heading === '' ? 'column 6 (no heading)' : heading;
    expect(await refusal(file(heading, ...cells))).toContain(
      `No column is read as the houseNumberExtension, but "${name}" may be the houseNumberExtension.`,
    );
  });

  test('is a question, and so is to import without', async () => {
    const error: unknown = await open(file('Letter', 'A', ''), {}, undefined, importableAddresses).catch(
      (cause: unknown) => cause,
    );
    expect(choiceOf(error)?.answers.map((answer) => [optionText(answer), answer.cells])).toEqual([
      ['--map houseNumberExtension="Letter"', ['A']],
      ['--map houseNumberExtension=none', []],
    ]);
  });

  test.each([
    ['--map houseNumberExtension=none', { map: { houseNumberExtension: 'none' } }],
    ['--map houseNumberExtension="Letter"', { map: { houseNumberExtension: 'Letter' } }],
    ['--set houseNumberExtension=b', { set: { houseNumberExtension: 'b' } }],
  ])('does not with %s', async (_, options) => {
    expect(await refusal(file('Letter', 'A', ''), options)).toBe('not refused');
  });

  test.each([
    ['Actief', ['J', 'N', 'J']],
    ['Bestellingen', ['3', '12', '1']],
    ['Wijk', ['Centrum', 'Noord', 'A']],
    ['Letter', ['', '', '']],
    ['Nieuwsbrief', ['1', '', '1']],
  ])('%s does not if it is something else', async (heading, cells) => {
    expect(await refusal(file(heading, ...cells))).toBe('not refused');
  });

  test('may also be behind a street that has the number in it', async () => {
    const content =
      'E-mail;Naam;Adres;X;Postcode;Plaats;Land\na@example.com;Jo Vos;Kerkstraat 5;bis;1012 JS;Utrecht;NL\n';
    expect(await refusal(content)).toContain('"X" may be the houseNumberExtension');
  });

  test('may be beside a blank column that has the right heading', async () => {
    const content = file('Toevoeging;Letter', ';A', ';');
    expect(await refusal(content)).toContain('"Toevoeging" is read as the houseNumberExtension but is blank');
  });
});
