import { expect, test } from 'vitest';
import { countryNamed, countryWithName, findCountries } from '../../../src/resources/countries/country-search.ts';

test.each([
  ['nl', 'Netherlands (NL, NLD)'],
  ['NLD', 'Netherlands (NL, NLD)'],
  ['DE', 'Germany (DE, DEU)'],
  ['neder', 'Netherlands (NL, NLD), Nederland'],
  ['Duitsland', 'Germany (DE, DEU), Duitsland'],
  ['Deutschland', 'Germany (DE, DEU), Deutschland'],
  ['allemagne', 'Germany (DE, DEU), Allemagne'],
  ['Alemania', 'Germany (DE, DEU), Alemania'],
  ['Germania', 'Germany (DE, DEU), Germania'],
  ['usa', 'United States of America (US, USA)'],
  ['UK', 'United Kingdom (GB, GBR), UK'],
  ['españa', 'Spain (ES, ESP), España'],
  ['espana', 'Spain (ES, ESP), España'],
  ['cote d ivoire', "Cote d'Ivoire (CI, CIV)"],
  ['Österreich', 'Austria (AT, AUT), Österreich'],
  ['  Belgium  ', 'Belgium (BE, BEL)'],
  ['Netherlands (NL, NLD)', 'Netherlands (NL, NLD)'],
  ['vereinigte st', 'United States of America (US, USA), Vereinigte Staaten von Amerika'],
  ['united st', 'United States of America (US, USA)'],
  ['um', 'United States Minor Outlying Islands (UM, UMI)'],
])('a search of countries for %j finds %s first', (typed, label) => {
  expect(findCountries(typed)[0]?.label).toBe(label);
});

test('nothing typed finds every country, and nonsense none', () => {
  expect(findCountries('').length).toBe(250);
  expect(findCountries('Atlantis')).toEqual([]);
});

test.each([
  ...[
    ['D', 'DE'],
    ['D-', 'DE'],
    ['A', 'AT'],
    ['B', 'BE'],
    ['F', 'FR'],
    ['L', 'LU'],
    ['I', 'IT'],
    ['E', 'ES'],
  ],
  ...[
    ['BRD', 'DE'],
    ['GER', 'DE'],
    ['NED', 'NL'],
    ['HOL', 'NL'],
    ['NL-', 'NL'],
    ['AUT', 'AT'],
    ['BEL', 'BE'],
  ],
  ...[
    ['D (Deutschland)', 'DE'],
    ['D / Deutschland', 'DE'],
    ['FL', 'LI'],
    ['SUI', 'CH'],
  ],
])('%s of a list of addresses is %s', (written, code) => {
  expect(countryWithName(written)).toBe(code);
});

// N may be Nederland, and S Spanje.
test.each(['N', 'S', 'P', 'X', 'DDR', 'D/A'])('%s of a list of addresses is no country', (written) => {
  expect(countryWithName(written)).toBeUndefined();
});

test.each([
  ['Nederlands', 'NL'],
  ['Deutsch', 'DE'],
  ['Deutchland', 'DE'],
  ['Belgisch', undefined],
  ['Korea', undefined],
])('for "%s", %s is suggested', (typed, code) => {
  expect(countryNamed(typed)?.[0]).toBe(code);
});
