import titles from 'i18n-iso-countries/langs/nl.json' with { type: 'json' };

const dutch: Readonly<Record<string, string | readonly string[]>> = titles.countries;

/** The Dutch name of a country, by its alpha-2 code: `Nederland`. A separate file: only the sandbox needs the names. */
export function countryTitle(isoCode2: string): string {
  const names = dutch[isoCode2] ?? isoCode2;
  // The official name comes first, the short one last.
  return typeof names === 'string' ? names : (names.at(-1) ?? isoCode2);
}
