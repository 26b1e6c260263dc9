import titles from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import type { Suggestion } from '../kind.ts';

/**
 * The countries by alpha-2 code, with their English names. A separate file: only questions about a country need the
 * names.
 */
export function countryNames(): readonly Suggestion[] {
  return Object.entries(titles.countries).map(([code, names]) => [code, typeof names === 'string' ? names : names[0]]);
}
