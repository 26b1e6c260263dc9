import { expect, test } from 'vitest';
import { matches, queryOf } from '../../../src/people/search/query.ts';
import { partsOf } from '../../../src/people/words/parts.ts';

test.each([
  ['Kuipers & Zn. Installatietechniek B.V.', 'Kuipers en Zoon installatie'],
  ['Kuipers & Zn. Installatietechniek B.V.', 'kuipers and sons'],
  ['Kuipers & Zn. Installatietechniek B.V.', 'Kuipers Installatietechniek BV'],
  ['Kuipers & Zn. Installatietechniek B.V.', 'Kuipers & Zonen NV'],
  ['Gebr. de Jong', 'gebroeders de Jong'],
  ['Gebroeders Visser VOF', 'Gebr Visser'],
  ['Gebrüder Vogel GmbH', 'Gebr. Vogel'],
  ['Bakker en Dekker', 'Bakker & Dekker'],
  ['Bakker + Dekker Advocaten', 'Bakker und Dekker advoca'],
  ['Maatschappij Noord', 'Mij Noord'],
])('the company %s is found by %s', (company, said) => {
  const parts = partsOf({ lastName: 'Smit', streetAddress: 'Hof', company });
  expect(matches(queryOf(said), parts, false)).toBe(true);
});

test.each([
  ['Kuipers & Zn.', 'Kuipers installatie'],
  ['Kuipers & Zn.', 'Bakker en Zoon'],
  ['Installatiebedrijf Bos', 'Bos instal bakkerij'],
  ['Gebr. de Jong', 'de Jong en Zoon'],
])('the company %s is not found by %s', (company, said) => {
  const parts = partsOf({ lastName: 'Smit', streetAddress: 'Hof', company });
  expect(matches(queryOf(said), parts, false)).toBe(false);
});

test('the beginning of a name is none of a person', () => {
  expect(matches(queryOf('Jan Installatie'), partsOf({ firstName: 'Jan', lastName: 'Installatieman' }), false)).toBe(
    false,
  );
});
