import { dutchPostcode } from '../addresses.ts';

interface Postcodes {
  readonly country: string;
  readonly digits: readonly number[];
  /** Whether they may begin with 0, which spreadsheets remove. */
  readonly mayBeginWithZero?: true;
}

/** How many digits the postcodes of a country have (Universal Postal Union, "Postal addressing systems in member countries"). */
const postcodes: Readonly<Record<string, Postcodes>> = {
  AT: { country: 'Austria', digits: [4] },
  BE: { country: 'Belgium', digits: [4] },
  CH: { country: 'Switzerland', digits: [4] },
  CZ: { country: 'the Czech Republic', digits: [5] },
  DE: { country: 'Germany', digits: [5], mayBeginWithZero: true },
  DK: { country: 'Denmark', digits: [4] },
  EE: { country: 'Estonia', digits: [5], mayBeginWithZero: true },
  ES: { country: 'Spain', digits: [5], mayBeginWithZero: true },
  FI: { country: 'Finland', digits: [5], mayBeginWithZero: true },
  FR: { country: 'France', digits: [5], mayBeginWithZero: true },
  IT: { country: 'Italy', digits: [5], mayBeginWithZero: true },
  LU: { country: 'Luxembourg', digits: [4] },
  NO: { country: 'Norway', digits: [4] },
  PL: { country: 'Poland', digits: [5] },
  SE: { country: 'Sweden', digits: [5] },
  US: { country: 'the United States', digits: [5, 9], mayBeginWithZero: true },
};

/** `D-`, `LU-`, and what is between digits. */
const around = /^[a-z]{1,3}[- ]|[-\s]/gi;

/**
 * Why a postcode is probably wrong, as the end of a sentence about it; undefined for one that may be right, and for countries
 * whose postcodes are not known here. It is for the store to refuse one.
 */
export function postcodeDoubt(postcode: string, code: string): string | undefined {
  if (code === 'NL')
    return dutchPostcode(postcode.replace(/^NL[- ]/i, '')) === undefined
      ? 'does not look like a Dutch postcode such as 1012 JS'
      : undefined;
  const { country, digits } = postcodes[code] ?? {};
  if (!digits) return undefined;
  const bare = postcode.trim().replace(around, '');
  const isUsual = /^\d+$/.test(bare) && digits.includes(bare.length);
  return isUsual ? undefined : `does not look like a postcode in ${country}, which has ${digits[0]} digits`;
}

/** What is wrong with a postcode that has lost the 0 at its start. */
export function lostZero(postcode: string, code: string): string | undefined {
  const { country, mayBeginWithZero } = postcodes[code] ?? {};
  if (!mayBeginWithZero || !/^\d{4}(?:-\d{4})?$/.test(postcode)) return undefined;
  return `must have 5 digits in ${country}: a spreadsheet may have removed a 0 at its start`;
}
