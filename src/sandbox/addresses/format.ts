/** What an address is written from. */
export interface Lines {
  readonly company: string;
  readonly name: string;
  readonly street: string;
  readonly houseNumber: string;
  readonly zipcode: string;
  readonly city: string;
  /** Code of the zone, else the state as it was given. */
  readonly state: string;
  readonly country: string;
}

interface Format {
  readonly id: number;
  write(lines: Lines): readonly string[];
}

/** Street before number, postcode before city: most of the continent. */
const continental: Format = {
  id: 1,
  write: ({ street, houseNumber, zipcode, city }) => [`${street} ${houseNumber}`, `${zipcode} ${city}`],
};

const american: Format = {
  id: 2,
  write: ({ street, houseNumber, zipcode, city, state }) => [`${houseNumber} ${street}`, `${city}, ${state} ${zipcode}`],
};

const british: Format = {
  id: 3,
  write: ({ street, houseNumber, zipcode, city }) => [`${houseNumber} ${street}`, city, zipcode],
};

const french: Format = {
  id: 4,
  write: ({ street, houseNumber, zipcode, city }) => [`${houseNumber} ${street}`, `${zipcode} ${city}`],
};

const formats: ReadonlyMap<string, Format> = new Map([
  ['US', american],
  ['CA', american],
  ['AU', american],
  ['GB', british],
  ['IE', british],
  ['FR', french],
  ['LU', french],
]);

/** An address line by line, as the post of its country wants it, and the id of that format. */
export function formatAddress(isoCode2: string, lines: Lines): { readonly id: number; readonly text: string } {
  const { id, write } = formats.get(isoCode2) ?? continental;
  const all = [lines.company, lines.name, ...write(lines), lines.country];
  return { id, text: all.filter((line) => line.trim() !== '').join('\n') };
}
