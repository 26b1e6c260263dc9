import { describe, expect, test } from 'vitest';
import { postcodeDoubt } from '../../../src/resources/countries/postcodes.ts';

describe('a postcode is doubted where its country writes them in another way', () => {
  test.each([
    ['82', 'NL'],
    ['10122', 'NL'],
    ['823', 'BE'],
    ['1012 JS', 'BE'],
    ['1067', 'DE'],
    ['01067 Dresden', 'DE'],
    ['9021', 'US'],
  ])('%s in %s', (postcode, country) => {
    expect(postcodeDoubt(postcode, country)).toMatch(/^does not look like a (?:Dutch )?postcode /);
  });

  test.each([
    ['1012 JS', 'NL'],
    ['1012js', 'NL'],
    ['NL-1012 JS', 'NL'],
    ['2000', 'BE'],
    ['B-2000', 'BE'],
    ['LU-1234', 'LU'],
    ['01067', 'DE'],
    ['114 55', 'SE'],
    ['00-950', 'PL'],
    ['90210-1234', 'US'],
    ['SW1A 1AA', 'GB'],
    ['82', 'IS'],
    ['-', 'IE'],
    ['82', ''],
  ])('and not %s in %s', (postcode, country) => {
    expect(postcodeDoubt(postcode, country)).toBeUndefined();
  });
});
