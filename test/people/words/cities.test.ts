import { expect, test } from 'vitest';
import { namesOfCity } from '../../../src/people/words/cities.ts';

test.each([
  ["'s-Gravenhage", 'Den Haag'],
  ['The Hague', "'s-Gravenhage"],
  ['s Hertogenbosch', 'Den Bosch'],
  ['den bosch', "'s-Hertogenbosch"],
  ['Ljouwert', 'Leeuwarden'],
  ['bruxelles', 'Brussel'],
  ['Liege', 'Luik'],
  ['Köln', 'Keulen'],
  ['Gent', 'Gand'],
  ['Malines', 'Mechelen'],
  ['Alphen a/d Rijn', 'Alphen aan den Rijn'],
  ['Capelle aan den IJssel', 'Capelle a d IJssel'],
  ['St. Oedenrode', 'sint Oedenrode'],
])('%s is also %s', (typed, name) => {
  expect(namesOfCity(typed)).toContain(name);
});

test('any other city is itself alone', () => {
  expect(namesOfCity('Enschede')).toEqual(['Enschede']);
});
