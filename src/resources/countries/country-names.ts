import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import dutch from 'i18n-iso-countries/langs/nl.json' with { type: 'json' };
import type { Suggestion } from '../kind.ts';

/**
 * The countries by alpha-2 code, with their English names. A separate file: only questions about a country need the
 * names.
 */
export function countryNames(): readonly Suggestion[] {
  return Object.entries(english.countries).map(([code, names]) => [code, typeof names === 'string' ? names : names[0]]);
}

const titles: Readonly<Record<string, string | readonly string[]>> = dutch.countries;

/** The Dutch name of a country, by its alpha-2 code: `Nederland`. For the sandbox. */
export function countryTitle(isoCode2: string): string {
  const names = titles[isoCode2] ?? isoCode2;
  // The official name comes first, the short one last.
  return typeof names === 'string' ? names : (names.at(-1) ?? isoCode2);
}
