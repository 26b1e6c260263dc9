import { whereToFind } from '../../cli/hints.ts';
import type { Session } from '../../cli/session.ts';
import { listAddresses } from '../../client/endpoints/addresses.ts';
import type { Prompts } from '../../context.ts';
import type { RawOptions } from '../../input/options.ts';
import { type Address, address } from '../../resources/addresses.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { textOf } from '../shared/delete.ts';
import { missingError, pick, promptsFor } from '../shared/pick.ts';
import { customerNeeded, findCustomer } from './options.ts';

interface AddressId {
  readonly customer: string;
  readonly id: string;
}

/**
 * The address that a command is for: as typed, or picked from those of the customer.
 * @throws CliError `usage` that names everything missing, without a terminal.
 */
export async function readAddress(session: Session, raw: RawOptions, typed: string | undefined): Promise<AddressId> {
  const customer = await findCustomer(session, raw);
  if (customer !== undefined && typed !== undefined) return { customer, id: typed };
  const prompts = promptsFor(session, raw, true);
  if (customer === undefined || !prompts) {
    throw missingError([
      ...(typed === undefined ? [idNeeded] : []),
      ...(customer === undefined ? [customerNeeded] : []),
    ]);
  }
  const records = await addressesOf(session, customer);
  return { customer, id: await pickAddress(prompts, 'Which address?', customer, records) };
}

/** The addresses of a customer, as a question may show them. */
export const addressesOf = async (session: Session, customer: string): Promise<readonly Address[]> =>
  (await listAddresses(await session.connect(), customer)).records.map((record) => session.named(address, record));

/** The ID of an address that a person picks. @throws CliError `not-found` where there is none */
export function pickAddress(
  prompts: Prompts,
  question: string,
  customer: string,
  records: readonly Address[],
): Promise<string> {
  return pick(prompts, {
    question,
    none: `Customer ${customer} has no addresses.`,
    choices: records.map((record) => ({ value: address.idOf(record), label: labelOf(record) })),
  });
}

const idNeeded = { name: '<address-id>', hint: whereToFind.addressOf() } as const;

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
