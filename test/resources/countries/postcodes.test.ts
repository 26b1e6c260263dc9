import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { postcodeDoubt, postcodeFault } from '../../../src/resources/countries/postcodes.ts';

describe('a postcode is doubted where its country writes them in another way', () => {
  test.each([
    ['82', 'NL'],
    ['10122', 'NL'],
    ['823', 'BE'],
    ['1012 JS', 'BE'],
    ['01067 Dresden', 'DE'],
    ['101199', 'DE'],
    ['K1A-0B1', 'CA'],
    ['SW1A', 'GB'],
    ['1234567', 'JP'],
    ['-', 'IE'],
  ])('%s in %s', (postcode, country) => {
    expect(postcodeDoubt(postcode, country)).toMatch(/^does not look like a postcode in /);
  });

  test.each([
    ['1012 JS', 'NL'],
    ['1012js', 'NL'],
    ['NL-1012 JS', 'NL'],
    ['2000', 'BE'],
    ['B-2000', 'BE'],
    ['LU-1234', 'LU'],
    ['01067', 'DE'],
    ['D-10119', 'DE'],
    ['114 55', 'SE'],
    ['11455', 'SE'],
    ['00-950', 'PL'],
    ['90210-1234', 'US'],
    ['SW1A 1AA', 'GB'],
    ['sw1a1aa', 'GB'],
    ['K1A 0B1', 'CA'],
    ['anything', 'AE'],
    ['82', ''],
  ])('and not %s in %s', (postcode, country) => {
    expect(postcodeDoubt(postcode, country)).toBeUndefined();
  });
});

describe('a postcode is wrong where a spreadsheet took its zero, or made a date of it', () => {
  test.each([
    ['150', 'NO'],
    ['907', 'US'],
    ['2134-1234', 'US'],
    ['1067', 'DE'],
    ['1000', 'FR'],
    ['800', 'AU'],
    ['10011', 'RO'],
    ['1100', 'TR'],
    ['6010', 'MX'],
    ['1001', 'UA'],
    ['3187', 'KR'],
    ['123', 'CH'],
    ['1234', 'PL'],
    ['1-234', 'PL'],
    ['1011', 'NL'],
    ['12-5-2024', 'US'],
    ['2024-05-12', 'PT'],
    ['1-feb', 'BE'],
  ])('%s in %s', (postcode, country) => {
    expect(postcodeFault(postcode, country)).toMatch(/^(?:must have|is a date)/);
  });

  test.each([
    ['0150', 'NO'],
    ['00907', 'US'],
    ['02134-1234', 'US'],
    ['0800', 'AU'],
    ['010011', 'RO'],
    ['1000-001', 'PT'],
    ['1000', 'PT'],
    ['123 45', 'CZ'],
    ['00-950', 'PL'],
    ['1011 AB', 'NL'],
    ['SE-114 55', 'SE'],
    ['12', 'AE'],
    ['SW1A 1AA', 'GB'],
  ])('and not %s in %s', (postcode, country) => {
    expect(postcodeFault(postcode, country)).toBeUndefined();
  });
});

test('digits that look usual are read as those behind a letter of their country, which do not', () => {
  const countries = fc.constantFrom('DE', 'FR', 'US', 'AU', 'BE', 'PT', 'RO', 'GB', 'NO');
  fc.assert(
    fc.property(fc.stringMatching(/^\d{2,10}$/), countries, (code, country) => {
      expect(postcodeFault(code, country)).toBe(postcodeFault(`X-${code}`, country));
    }),
  );
});

test.each(['1.067', '10,119', '01.067'])('%s is no postcode: a program has written it as a number', (code) => {
  expect(postcodeFault(code, 'DE')).toContain('was written as a number');
});
