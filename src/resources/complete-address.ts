import { houseNumberOf } from './addresses.ts';
import { lostZero, postcodeDoubt } from './countries/postcodes.ts';
import type { Fault } from './draft-fields.ts';
import type { Completed, Values } from './file-table.ts';
import { completeName } from './importable-people.ts';
import { isHouseNumber, isSplit, type Split, type SplitStreet, splitStreet } from './streets.ts';

/** What a house number extension may be made of: `bus 12`, `2nd floor`, `Apt. 12B`. */
const longestExtension = 12;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Fields of which one at least is in every address. */
const parts = ['streetAddress', 'addressLine2', 'houseNumber', 'zipcode', 'city'] as const;

/** The address of a row: its name, house number and extension taken apart. A customer without an address has none. */
export function completeAddress(read: Values): Completed {
  if (parts.every((field) => !(field in read))) return { excluded: '{row|rows} without an address' };
  const named = completeName(read);
  const { addressLine2, ...values } = named.values;
  const housed = withHouseNumber(values, text(addressLine2).replace(/\s+/g, ' '));
  return { values: housed.values, faults: [...named.faults, ...housed.faults, ...zeroFault(values)] };
}

interface Housed {
  readonly values: Values;
  readonly faults: readonly Fault[];
}

/** With the house number and its extension, from their columns, the street or the second line. */
function withHouseNumber(values: Values, line2: string): Housed {
  // A cell with a fault is known to be wrong already.
  if ('houseNumber' in values && values.houseNumber === undefined) return { values, faults: [] };
  const street = text(values.streetAddress).replace(/\s+/g, ' ');
  const split = splitStreet(street);
  const stated = text(values.houseNumber);
  if (stated !== '') return numbered(withStreet(values, repeats(split, stated) ? split.street : street), stated, line2);
  if (isSplit(split) && isHouseNumber(split.houseNumber))
    return numbered(withStreet(values, split.street), split.houseNumber, line2);
  if (split === 'none' && isHouseNumber(line2)) return numbered(withStreet(values, street), line2, '');
  return street === '' ? { values, faults: [] } : withoutNumber(values, street, split);
}

/** Some shops write the number into both columns. */
const repeats = (split: Split, stated: string): split is SplitStreet =>
  isSplit(split) && split.houseNumber.toLowerCase() === stated.toLowerCase();

const withStreet = (values: Values, street: string): Values =>
  street === '' ? values : { ...values, streetAddress: street };

const whyNoNumber = {
  none: 'has no house number: add it, or a houseNumber column',
  ambiguous: 'can be read in two ways: give the house number in a houseNumber column',
  unreadable: 'has a house number that cannot be read: write it as 12, 12a or 12-14',
} as const;

function withoutNumber(values: Values, street: string, split: Split): Housed {
  const message = whyNoNumber[isSplit(split) ? 'unreadable' : split];
  // It is not missing as well.
  return {
    values: { ...values, houseNumber: undefined },
    faults: [{ field: 'streetAddress', value: street, message }],
  };
}

/** With the number and the extension apart. @param line2 what is left of the second line, which the API does not have */
function numbered(values: Values, written: string, line2: string): Housed {
  const { number, extension = '' } = houseNumberOf(written) ?? {};
  const column = text(values.houseNumberExtension);
  const given = [column, extension].filter((part, at, all) => part !== '' && all.indexOf(part) === at);
  const isDouble = given.length === 2 && given[0]?.toLowerCase() !== given[1]?.toLowerCase();
  const own = given[0] ?? '';
  const fits = line2 !== '' && own === '' && line2.length <= longestExtension;
  const rest = fits ? line2 : own;
  const faults: Fault[] = [];
  if (isDouble)
    faults.push({
      field: 'houseNumberExtension',
      value: column,
      message: 'is not the extension behind the house number',
    });
  if (line2 !== '' && !fits)
    faults.push({
      field: 'addressLine2',
      value: line2,
      message: 'has no place, since the API has one line: move it, or import without these by --map addressLine2=none',
    });
  return { values: { ...values, houseNumber: number, ...(rest === '' ? {} : { houseNumberExtension: rest }) }, faults };
}

/** The fault of a postcode that has lost its zero. */
function zeroFault({ zipcode, country }: Values): readonly Fault[] {
  const message = lostZero(text(zipcode), text(country));
  return message === undefined ? [] : [{ field: 'zipcode', value: text(zipcode), message }];
}

/** Why values of an address are doubtful, though a store may take them. */
export function doubtsAboutAddress({ zipcode, country }: Values): readonly Fault[] {
  if (text(zipcode) === '') return [];
  const message = postcodeDoubt(text(zipcode), text(country));
  return message === undefined ? [] : [{ field: 'zipcode', value: text(zipcode), message }];
}
