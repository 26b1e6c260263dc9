import type { Session } from '../../cli/session.ts';
import { listAddresses } from '../../client/endpoints/addresses.ts';
import type { Prompts } from '../../context.ts';
import type { RawOptions } from '../../input/options.ts';
import { type Address, address } from '../../resources/addresses.ts';
import { addressName } from '../shared/delete-one.ts';
import { missingOf, pick, pickerOf } from '../shared/pick.ts';
import { customerFlag, findCustomer } from './customer.ts';

/** An address of a customer, by their ids. */
interface AddressId {
  readonly customer: string;
  readonly id: string;
}

/**
 * The address that a command is for: as typed, else picked from those of the customer.
 * @throws CliError `usage` that names all that is missing, where nobody can be asked.
 */
export async function readAddress(session: Session, raw: RawOptions, typed: string | undefined): Promise<AddressId> {
  const customer = await findCustomer(session, raw);
  if (customer !== undefined && typed !== undefined) return { customer, id: typed };
  const prompts = pickerOf(session, raw);
  if (customer === undefined || !prompts) {
    throw missingOf([...(typed === undefined ? [idArgument] : []), ...(customer === undefined ? [customerFlag] : [])]);
  }
  const records = await addressesOf(session, customer);
  return { customer, id: await pickAddress(prompts, 'Which address?', customer, records) };
}

/** The addresses of a customer, to pick from: as a question may name them. */
export const addressesOf = async (session: Session, customer: string): Promise<readonly Address[]> =>
  (await listAddresses(await session.connect(), customer)).records.map((record) => session.named(address, record));

/** The id of one of these addresses, picked by a person. @throws CliError `not-found` where there is none. */
export function pickAddress(
  prompts: Prompts,
  question: string,
  customer: string,
  records: readonly Address[],
): Promise<string> {
  return pick(prompts, {
    question,
    none: `Customer ${customer} has no address.`,
    choices: records.map((record) => ({ value: address.idOf(record), label: labelOf(record) })),
  });
}

const idArgument = { name: '<address-id>', why: 'addresses list --customer <id> shows them' } as const;

/** `301  Jo de Vries, Keizersgracht 12 a, 1015 CS Amsterdam` */
const labelOf = (record: Address): string => `${address.idOf(record)}  ${addressName(record)}`;
