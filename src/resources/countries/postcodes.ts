import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';

/**
 * Postcodes as files have them. Wrong for sure is what a spreadsheet did: a zero that is lost, a date. Any other shape that
 * is not usual is a doubt: what is valid changes from year to year.
 */

/** How many digits a code has where it is made of digits: the state of November 2026, as `postcode-validator` 3.10 has it. */
const digits: Readonly<Record<string, readonly number[]>> = {
  ...{ AT: [4], AU: [4], BE: [4], CH: [4], DK: [4], NO: [4] },
  ...{
    CZ: [5],
    DE: [5],
    EE: [5],
    ES: [5],
    FI: [5],
    FR: [5],
    IT: [5],
    KR: [5],
    MX: [5],
    PL: [5],
    SE: [5],
    TR: [5],
    UA: [5],
  },
  ...{ PT: [4, 7], RO: [6], US: [5, 9] },
};

/** Where no code begins with 0. */
const withoutZero = new Set(['AT', 'BE', 'CH', 'CZ', 'PT', 'SE']);

/** `D-10119`, `SE-123 45`: the country before the code. */
const prefix = /^[A-Z]{1,3}-(?=\d)/;

/** `12-5-2024`, `2024-05-12`, `12-feb`. */
const date =
  /^(?:\d{1,2}[-/.]\d{1,2}[-/.]\d{2}(?:\d{2})?|\d{4}-\d\d-\d\d(?: 00:00:00)?|\d{1,2}-\p{L}{3,5}\.?(?:-\d{2,4})?)$/u;

/** Why a postcode of a country cannot be right, as the end of a sentence about it. @param country its alpha-2 code */
export function postcodeFault(postcode: string, country: string): string | undefined {
  if (isUsual(postcode, country)) return undefined;
  const code = postcode.toUpperCase().replace(prefix, '');
  if (date.test(postcode)) return 'is a date, which a spreadsheet makes of some codes: check it in the source';
  if (country === 'NL' && /^\d{4}$/.test(code))
    return 'must have two letters behind its digits in the Netherlands, as in 1012 JS';
  const known = digits[country];
  if (known && /^\d{1,3}[.,]\d{3}$/.test(code)) return 'was written as a number: format the column as text';
  const found = code.replace(/[\s-]/g, '');
  if (!known || !/^\d+$/.test(found) || known.includes(found.length) || found.length > Math.max(...known))
    return undefined;
  const lost = withoutZero.has(country) ? '' : ': a spreadsheet may have removed a 0 at its start';
  const [usual, other] = known;
  return `must have ${usual} digits${other === undefined ? '' : ` or ${other}`} in ${nameOf(country)}${lost}`;
}

/** Digits of the right number, or a Dutch code: next to all of a million. */
const isUsual = (code: string, country: string): boolean =>
  (/^\d+$/.test(code) && digits[country]?.includes(code.length) === true) ||
  (country === 'NL' && /^\d{4} ?[A-Z]{2}$/.test(code));

/** Why a postcode of a country may be wrong, as the end of a sentence about it. @param country its alpha-2 code */
export function postcodeDoubt(postcode: string, country: string): string | undefined {
  if (!postcodeValidatorExistsForCountry(country)) return undefined;
  if (postcodeValidator(postcode, country)) return undefined;
  const code = postcode.toUpperCase().replace(/\s+/g, ' ').trim();
  const shapes = [code, code.replace(prefix, ''), code.replaceAll(' ', '')];
  if (shapes.some((shape) => postcodeValidator(shape, country))) return undefined;
  return `does not look like a postcode in ${nameOf(country)}`;
}

/** Made where a message needs it: it takes as long as a thousand rows. */
function nameOf(country: string): string {
  const name = String(new Intl.DisplayNames('en', { type: 'region' }).of(country));
  return ['NL', 'US', 'AE', 'PH', 'GB'].includes(country) ? `the ${name}` : name;
}
