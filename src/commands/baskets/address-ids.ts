import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import { flagOf, type RawOptions } from '../../input/options.ts';
import { newBasket } from '../../resources/baskets.ts';
import { wordingOf } from '../../resources/form.ts';
import { addressesOf, pickAddress } from '../addresses/pick.ts';
import { pickerOf } from '../shared/pick.ts';

/** The members that hold an address of the customer. */
export const addressMembers = [
  'billingAddressId',
  'deliveryAddressId',
] as const satisfies readonly (keyof typeof newBasket.members)[];

/**
 * The options with an id for each address option that stands without a value, picked from the addresses of the customer.
 * @param customerOf the customer of the basket, where no option names one
 * @throws CliError `usage` where nobody can be asked, or there is no customer whose addresses they could be.
 */
export async function pickAddressIds(
  session: Session,
  raw: RawOptions,
  customerOf: () => Promise<unknown>,
): Promise<RawOptions> {
  const open = addressMembers.filter((member) => raw[member] === true);
  const [first] = open;
  if (first === undefined) return raw;
  const prompts = pickerOf(session, raw);
  if (!prompts)
    throw new CliError('usage', open.map((member) => `${flagOf(member)} needs an id.`).join('\n'), {
      field: flagOf(first),
    });
  const customer = String(raw.customerId ?? (await customerOf()) ?? '0');
  if (customer === '0')
    throw new CliError('usage', 'An address is picked from those of a customer: give --customer-id.', {
      field: flagOf(first),
    });
  const records = await addressesOf(session, customer);
  const picked: Record<string, unknown> = { ...raw };
  for (const member of open) {
    picked[member] = await pickAddress(prompts, `${wordingOf(newBasket.members[member]).title}:`, customer, records);
  }
  return picked;
}
