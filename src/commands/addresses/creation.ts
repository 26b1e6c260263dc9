import type { Session } from '../../cli/session.ts';
import { createAddress } from '../../client/endpoints/addresses.ts';
import { Cancelled, CliError } from '../../errors.ts';
import type { BodySource } from '../../input/body.ts';
import { address, missingInAddress, newAddress } from '../../resources/addresses.ts';
import { type Customer, customer } from '../../resources/customers.ts';
import { escapeText } from '../../text/escape.ts';
import { type Creation, createOne } from '../shared/create.ts';
import { storeOptions } from '../shared/store-options.ts';

/** How an address of this customer is created. */
export function addressCreation(
  session: Session,
  customer: string,
  source: BodySource,
): Creation<typeof newAddress.members> {
  return {
    what: 'address',
    draft: newAddress,
    source,
    missing: (values) => missingInAddress(values, { postcodeAddon: true }),
    form: async () => (await import('../../resources/countries/address-form.ts')).addressForm,
    command: ['addresses', 'create', ...storeOptions(session), '--customer', customer],
    send: (connection, draft) => createAddress(connection, customer, draft),
  };
}

/** What of a customer is likely to stand in an address too. */
export function nameOf(customer: Customer): Readonly<Record<string, unknown>> {
  const { firstName, lastName, gender } = customer;
  return newAddress.fromJson({ firstName, lastName, gender: gender || null }).ok
    ? { firstName, lastName, gender: gender || undefined }
    : {};
}

/** Asks whether a customer that was just created shall have an address, and creates it. Whatever happens to that, the customer is there, and it is said. */
export async function offerAddress(session: Session, created: Customer): Promise<number> {
  const { prompts, options, context } = session;
  // The fields that were asked for are those of a customer.
  if (!prompts || options.yes || options.fields !== undefined) return 0;
  const id = customer.idOf(created);
  try {
    const { askYesNo } = await import('../../input/prompts/prompts.ts');
    if (!(await askYesNo(prompts, 'Add an address now?'))) return 0;
    const source = { raw: {}, context };
    const { record } = await createOne(session, {
      ...addressCreation(session, id, source),
      suggest: async () => nameOf(created),
    });
    await session.show(address, record);
    await session.done(`Created address ${address.idOf(record)} for customer ${id}`);
    return 0;
  } catch (error) {
    if (!(error instanceof CliError || error instanceof Cancelled)) throw error;
    await session.notice(`Customer ${escapeText(id)} was created, without an address.`);
    // What was printed of the customer has to stay: a failure would take it back from a file.
    if (error instanceof Cancelled) return 0;
    if (error.kind === 'interrupted') return error.exitCode;
    throw error;
  }
}
