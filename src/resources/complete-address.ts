import { postcodeDoubt, postcodeFault } from './countries/postcodes.ts';
import type { Fault } from './draft-fields.ts';
import type { Completed, CompletedValues, Values } from './file-table.ts';
import { completeName } from './full-names.ts';
import { withHouseNumber } from './written-house-number.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Fields of which one at least is in every address. */
const parts = ['streetAddress', 'addressLine2', 'houseNumber', 'zipcode', 'city'] as const;

/** The address of a row: its name, house number and extension taken apart. A customer without an address has none. */
export function completeAddress(read: Values): Completed {
  if (parts.every((field) => !(field in read))) return { excluded: '{row|rows} without an address' };
  return completed(read, { isWhole: true });
}

/** What a row changes of an address, read as a whole one is. What it does not say may stay as it is. */
export function completeChanges(read: Values): CompletedValues {
  return completed(read, { isWhole: false });
}

function completed(read: Values, { isWhole }: { readonly isWhole: boolean }): CompletedValues {
  const named = completeName(read);
  const housed = withHouseNumber(named.values, { isWhole });
  const { faults, warnings } = aboutPostcode(housed.values);
  return { values: housed.values, faults: [...named.faults, ...housed.faults, ...faults], warnings };
}

/** What is wrong with a postcode, or odd about it, in its country. */
function aboutPostcode({ zipcode, country }: Values): Required<Pick<CompletedValues, 'faults' | 'warnings'>> {
  const [code, where] = [text(zipcode), text(country)];
  if (code === '' || where === '') return { faults: none, warnings: none };
  const about = (message: string | undefined): readonly Fault[] =>
    message === undefined ? none : [{ field: 'zipcode', value: code, message }];
  const faults = about(postcodeFault(code, where));
  return { faults, warnings: faults.length > 0 ? none : about(postcodeDoubt(code, where)) };
}

const none: readonly Fault[] = [];
