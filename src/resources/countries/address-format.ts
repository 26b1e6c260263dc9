import { redacted, spacedLine } from '../../text/words.ts';
import { textKind } from '../kinds.ts';
import type { StoreRecord } from '../record-fields.ts';

/** The parts of an address. */
interface AddressLines {
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

interface AddressFormat {
  readonly id: number;
  write(lines: AddressLines): readonly string[];
}

/** Street before number, postcode before city: most of the continent. */
const continental: AddressFormat = {
  id: 1,
  write: ({ street, houseNumber, zipcode, city }) => [`${street} ${houseNumber}`, `${zipcode} ${city}`],
};

const american: AddressFormat = {
  id: 2,
  write: ({ street, houseNumber, zipcode, city, state }) => [
    `${houseNumber} ${street}`,
    `${city}, ${state} ${zipcode}`,
  ],
};

const british: AddressFormat = {
  id: 3,
  write: ({ street, houseNumber, zipcode, city }) => [`${houseNumber} ${street}`, city, zipcode],
};

const french: AddressFormat = {
  id: 4,
  write: ({ street, houseNumber, zipcode, city }) => [`${houseNumber} ${street}`, `${zipcode} ${city}`],
};

const formats: ReadonlyMap<string, AddressFormat> = new Map([
  ['US', american],
  ['CA', american],
  ['AU', american],
  ['GB', british],
  ['IE', british],
  ['FR', french],
  ['LU', french],
]);

/** The lines of an address in the format of its country, with the ID of that format. */
export function formatAddress(isoCode2: string, lines: AddressLines): { readonly id: number; readonly text: string } {
  const { id, write } = formats.get(isoCode2) ?? continental;
  const all = [lines.company, lines.name, ...write(lines), lines.country];
  return { id, text: all.filter((line) => line.trim() !== '').join('\n') };
}

/**
 * The lines of an address on an envelope: those of the store, or else made from its fields. Undefined if it has
 * neither.
 */
export function envelopeOf(address: StoreRecord): readonly string[] | undefined {
  const text = (field: string): string => textKind.show(address[field]) ?? '';
  const { title, isoCode2 } = (
    typeof address.country === 'object' ? (address.country ?? {}) : { isoCode2: address.country }
  ) as StoreRecord;
  const code = textKind.show(isoCode2) ?? '';
  const written = formatAddress(code, {
    company: text('company'),
    name: text('name') || spacedLine([text('firstName'), text('lastName')]),
    street: text('streetAddress'),
    houseNumber: spacedLine([text('houseNumber'), text('houseNumberExtension')]),
    zipcode: text('zipcode'),
    city: text('city'),
    state: text('zoneCode') || text('state'),
    country: textKind.show(title) ?? code,
  }).text;
  const format = text('addressFormat');
  // A part that is missing leaves its comma behind.
  const lines = (format === '' || format === redacted ? written.replace(/^[ ,]+|(?<![ ,])[ ,]+$/gm, '') : format)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
  return lines.length === 0 ? undefined : lines;
}
