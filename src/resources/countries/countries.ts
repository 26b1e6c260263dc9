import codes from 'i18n-iso-countries/codes.json' with { type: 'json' };

/** A country of ISO 3166-1, under its three codes. */
interface Country {
  readonly isoCode2: string;
  readonly isoCode3: string;
  /** The numeric code without leading zeros: 528 is the Netherlands. */
  readonly number: number;
}

const countries: ReadonlyMap<string, Country> = new Map(
  codes.flatMap(([isoCode2 = '', isoCode3 = '', numeric]) => {
    const country = { isoCode2, isoCode3, number: Number(numeric) };
    return [
      [isoCode2, country],
      [isoCode3, country],
    ];
  }),
);

/** The country of an alpha-2 or alpha-3 code, in either case. */
export function countryOf(code: string): Country | undefined {
  return countries.get(code.toUpperCase());
}
