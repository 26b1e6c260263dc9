import type { Command } from 'commander';
import { CliError } from '../../errors.ts';
import { refuseFaults } from '../../input/body-faults.ts';
import { address, houseNumberOf, type NewAddress, newAddress } from '../../resources/addresses.ts';
import type { Fault } from '../../resources/draft-fields.ts';
import { fieldsNotKept } from '../../resources/kept-fields.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { type HouseNumberWords, withHouseNumber } from '../../resources/written-house-number.ts';
import { textOf } from '../shared/delete.ts';

type Typed = Readonly<Record<string, string | undefined>>;

/**
 * Reads `--house-number 12a` as the question does: 12 with the extension `a`; and a street with its number as a file
 * has it.
 * @param isNew whether a number that cannot be told from the street is missing, and may be asked for
 */
export function splitHouseNumber(command: Command, { isNew = false } = {}): void {
  command.hook('preAction', () => {
    const typed = command.opts<Typed>();
    const set = (values: Readonly<Record<string, unknown>>): void => {
      for (const name of ['streetAddress', 'houseNumber', 'houseNumberExtension'])
        if (values[name] !== undefined && values[name] !== typed[name])
          command.setOptionValueWithSource(name, String(values[name]), 'cli');
    };
    set(isStreetToSplit(typed) ? splitTyped(typed, isNew) : (withoutExtension(typed) ?? {}));
  });
}

/** A number that cannot be read is refused as an option, and a street of two lines is left to the store. */
function isStreetToSplit({ streetAddress = '', houseNumber }: Typed): boolean {
  const isReadable = houseNumber === undefined || houseNumberOf(houseNumber.trim()) !== undefined;
  return isReadable && streetAddress.trim() !== '' && !/[\r\n]/.test(streetAddress);
}

const inOptions: HouseNumberWords = {
  another: 'ends in a different house number from --house-number: correct one of the two',
  twice: 'has the number of --house-number as well: remove one of the two',
  none: 'has no house number',
  more: 'has a house number and more: pass them with --house-number and --house-number-extension',
  ambiguous: 'can be read in two ways: pass the house number with --house-number',
  unreadable: 'has a house number that cannot be read: pass it with --house-number',
};

/** Faults of a street whose number is given elsewhere. */
const untold = [inOptions.more, inOptions.ambiguous, inOptions.unreadable];

/** @throws CliError `usage` for a street that contradicts the number, or may have one */
function splitTyped({ streetAddress, houseNumber, houseNumberExtension, body }: Typed, isNew: boolean): StoreRecord {
  const typed = {
    streetAddress,
    ...(houseNumber !== undefined && { houseNumber }),
    ...(houseNumberExtension !== undefined && { houseNumberExtension }),
  };
  const { values, faults } = withHouseNumber(typed, { isWhole: false, words: inOptions });
  const mayFollow = isNew || body !== undefined;
  const wrong = faults.filter(({ message }) => !mayFollow || !untold.includes(message));
  refuseFaults(newAddress.fields, wrong);
  return values;
}

/** What a new address lacks: in place of the number that its street may have, why that cannot be told. */
export function withUntoldNumber(
  { streetAddress }: Pick<NewAddress, 'streetAddress'>,
  missing: readonly Fault[],
): readonly Fault[] {
  const { faults } = withHouseNumber({ streetAddress }, { isWhole: false, words: inOptions });
  const isUntold = missing.some(({ field }) => field === 'houseNumber') && faults.length > 0;
  return isUntold ? [...faults, ...missing.filter(({ field }) => field !== 'houseNumber')] : missing;
}

/** Undefined for a number without one. */
function withoutExtension({ houseNumber = '', houseNumberExtension: other }: Typed): StoreRecord | undefined {
  const split = houseNumberOf(houseNumber.trim());
  if (!split?.extension) return undefined;
  if (other !== undefined) throw twoExtensions(houseNumber, split.number, other);
  return { houseNumber: split.number, houseNumberExtension: split.extension };
}

function twoExtensions(typed: string, number: number, extension: string): CliError {
  return new CliError(
    'usage',
    `--house-number "${typed}" already has an extension, but --house-number-extension is "${extension}".`,
    { field: '--house-number', hint: `Use --house-number ${number}, or omit --house-number-extension.` },
  );
}

/** Whether a PATCH of the number alone leaves the extension of an address. */
export function keepsExtension(body: StoreRecord, record: StoreRecord): boolean {
  const isNumberAlone = body.houseNumber !== undefined && body.houseNumberExtension === undefined;
  return isNumberAlone && textOf(record, 'houseNumberExtension') !== '';
}

/**
 * What goes with a number: the extension of another one, since 14 on 12 a is 14.
 * @param record as the store has it; of a record that cannot be read, nothing is known
 */
export function clearedWith(body: StoreRecord, record: StoreRecord | undefined): readonly string[] {
  const { houseNumber, houseNumberExtension } = body;
  if (houseNumber === undefined || houseNumberExtension !== undefined) return [];
  const isOther = record === undefined || fieldsNotKept(address.fields, { houseNumber }, record).length > 0;
  return isOther && (record === undefined || keepsExtension(body, record)) ? ['houseNumberExtension'] : [];
}

/** What of the house number stays where the street alone changes: a person sees it beside the new street. */
export function staysWith(body: StoreRecord, record: StoreRecord): readonly string[] {
  if (body.streetAddress === undefined || body.houseNumber !== undefined) return [];
  return ['houseNumber', 'houseNumberExtension'].filter(
    (name) => body[name] === undefined && textOf(record, name) !== '',
  );
}
