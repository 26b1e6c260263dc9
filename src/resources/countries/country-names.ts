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

/** Of a country with several names: in Dutch the official one comes first and the short one last, in English the usual one first. */
const titles = {
  nl: (names: readonly string[]) => names.at(-1),
  en: (names: readonly string[]) => names[0],
};

const namesIn: Readonly<Record<keyof typeof titles, Readonly<Record<string, string | readonly string[]>>>> = {
  nl: dutch.countries,
  en: english.countries,
};

/** The name of a country, by its alpha-2 code: `Nederland`. For the sandbox. */
export function countryTitle(isoCode2: string, language: keyof typeof titles): string {
  const names = namesIn[language][isoCode2] ?? isoCode2;
  return typeof names === 'string' ? names : (titles[language](names) ?? isoCode2);
}
