import type { Command } from 'commander';
import { addRecordArgument, needed, recordArguments } from '../../cli/record-arguments.ts';
import type { Session } from '../../cli/session.ts';
import { listAddresses } from '../../client/endpoints/addresses.ts';
import { customerAt } from '../../client/endpoints/customers.ts';
import { getRecord } from '../../client/records.ts';
import { CliError, missingError, showsNothing } from '../../errors.ts';
import { addOptions, option, type RawOptions, readOptions } from '../../input/options.ts';
import { type Address, address } from '../../resources/addresses.ts';
import { postcodeDoubt, postcodeFault } from '../../resources/countries/postcodes.ts';
import { customer as customerRecord, nameOfCustomer } from '../../resources/customers.ts';
import { idKind } from '../../resources/kinds.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { whereToFind } from '../../resources/where-to-find.ts';
import { escapeText } from '../../text/escape.ts';
import { isObject } from '../../text/json.ts';
import { cut } from '../../text/words.ts';
import { textOf } from '../shared/delete.ts';
import { askId, pick, promptsFor } from '../shared/pick.ts';

/**
 * The address that a command is for: as typed, or picked from those of the customer.
 * @throws CliError `usage` that names everything missing, without a terminal.
 */
export async function readAddress(
  session: Session,
  raw: RawOptions,
  typed: string | undefined,
): Promise<readonly [customer: string, id: string]> {
  const customer = (await findCustomer(session, raw, 'Addresses of'))?.id;
  if (customer !== undefined && typed !== undefined) return [customer, typed];
  const prompts = promptsFor(session, raw, true);
  if (customer === undefined || !prompts) {
    throw missingError([
      ...(typed === undefined ? [needed(recordArguments.address)] : []),
      ...(customer === undefined ? [customerNeeded] : []),
    ]);
  }
  const { records } = await listAddresses(await session.connect(), customer);
  const id = await pick(prompts, {
    question: 'Which address?',
    none: `Customer ${customer} has no addresses.`,
    choices: records.map((record) => ({ value: address.idOf(record), label: labelOf(session.named(address, record)) })),
  });
  return [customer, id];
}

/** `301  Jo de Vries, Keizersgracht 12 a, 1015 CS Amsterdam` */
const labelOf = (record: Address): string => `${address.idOf(record)}  ${addressName(record)}`;

/** `Jo de Vries, Keizersgracht 12 a, 1015 CS Amsterdam` */
export const addressName = (record: StoreRecord): string =>
  [
    textOf(record, 'company'),
    textOf(record, 'name') || textOf(record, 'firstName', 'lastName'),
    textOf(record, 'streetAddress', 'houseNumber', 'houseNumberExtension'),
    textOf(record, 'zipcode', 'city'),
  ]
    .filter(Boolean)
    .join(', ');

const customerOption = {
  customer: option(idKind, 'customer ID (required)', whereToFind.customer),
};

/** Adds `--customer`. */
export function addCustomerOption(command: Command): void {
  addOptions(command, customerOption);
}

/** Adds what names one address. */
export function addAddressOptions(command: Command, id = '[address-id]'): void {
  const about = id.includes('...') ? 'address IDs' : 'address ID';
  addRecordArgument(command, id, about, recordArguments.address);
  addCustomerOption(command);
}

/** Whose addresses a command is about. */
interface FoundCustomer {
  readonly id: string;
  /** As people call them; undefined where nobody was asked, and '' where the store does not say. */
  readonly name?: string;
}

/**
 * The customer from `--customer`, or from a question, which is asked again for a customer that the store does not
 * have, and then named. Undefined without a terminal.
 * @param title what is said before the name: `Addresses of`
 */
export async function findCustomer(
  session: Session,
  raw: RawOptions,
  title: string,
): Promise<FoundCustomer | undefined> {
  const { customer } = readOptions(customerOption, raw);
  if (customer !== undefined) return { id: String(customer) };
  let name = '';
  let failure: unknown;
  const id = await askId(session, raw, {
    title: 'customer ID',
    kind: idKind,
    // Whatever else fails ends the command, not the question alone.
    refusal: async (typed) => {
      try {
        name = await readCustomerName(session, typed);
      } catch (error) {
        if (error instanceof CliError && error.kind === 'not-found') return error.message;
        failure = error;
      }
      return undefined;
    },
  });
  if (failure !== undefined) throw failure;
  if (id === undefined) return undefined;
  await session.notice(customerText(title, { id, name }));
  return { id, name };
}

/** `Addresses of Jan de Vries (112)`; nothing without a name. */
export const customerText = (title: string, { id, name = '' }: FoundCustomer): string =>
  name === '' ? '' : escapeText(`${title} ${name} (${id})`);

/**
 * The name of a customer, for questions; '' where the store does not show the customer, or nothing is to be sent.
 * @throws CliError `not-found`
 */
export async function readCustomerName(session: Session, id: string): Promise<string> {
  const { curl, dryRun } = session.options;
  if (curl) return '';
  try {
    const found = await getRecord(await session.connect(), customerAt(id));
    return cut(nameOfCustomer(session.named(customerRecord, found)), maxName);
  } catch (error) {
    const isTolerated = error instanceof CliError && (showsNothing(error) || (dryRun && error.kind === 'unreachable'));
    if (!isTolerated) throw error;
    return '';
  }
}

/** Keeps a long name from pushing the question off the screen. */
const maxName = 60;

/** The customer ID from `--customer`, without a question. @throws CliError `usage` without one */
export function customerOf(raw: RawOptions): string {
  const { customer } = readOptions(customerOption, raw);
  if (customer === undefined) throw missingError([customerNeeded]);
  return String(customer);
}

/** The customer ID. @throws CliError `usage` without one */
export async function readCustomer(session: Session, raw: RawOptions): Promise<string> {
  const customer = await findCustomer(session, raw, 'Addresses of');
  if (customer === undefined) throw missingError([customerNeeded]);
  return customer.id;
}

/** What is missing without a customer. */
const customerNeeded = {
  name: '--customer',
  hint: 'Pass the customer ID: --customer 101',
} as const;

/** The warning about a postcode that is probably wrong, where it is sent or its country is; without the postcode itself. */
export function doubtfulPostcode(body: StoreRecord, record: StoreRecord): string | undefined {
  if (body.zipcode === undefined && body.country === undefined) return undefined;
  const doubt = postcodeDoubt(textOf(record, 'zipcode'), codeOf(record.country));
  return doubt === undefined ? undefined : `the postcode ${doubt}`;
}

/** Why a postcode cannot be right in the country of its address; without the postcode itself. */
export function wrongPostcode(body: StoreRecord, record: StoreRecord): string | undefined {
  if (body.zipcode === undefined && body.country === undefined) return undefined;
  const fault = postcodeFault(textOf(record, 'zipcode'), codeOf(record.country));
  return fault === undefined ? undefined : `the postcode ${fault}`;
}

/** A body has the code of a country, and a record the country. */
const codeOf = (country: unknown): string => String(isObject(country) ? country.isoCode2 : country);
