import { createAddress } from '../../client/addresses.ts';
import type { BodySource } from '../../input/body.ts';
import { missingInAddress, newAddress } from '../../resources/addresses.ts';
import type { Creation } from '../create-one.ts';
import type { Session } from '../session.ts';
import { storeOptions } from '../store-options.ts';

/** How an address of this customer is created. */
export function addressCreation(session: Session, customer: string, source: BodySource): Creation<typeof newAddress.members> {
  return {
    what: 'address',
    draft: newAddress,
    source,
    missing: (values) => missingInAddress(values, { postcodeAddon: true }),
    form: async () => (await import('../../resources/address-form.ts')).addressForm,
    command: ['addresses', 'create', ...storeOptions(session), '--customer', customer],
    send: (connection, draft) => createAddress(connection, customer, draft),
  };
}

/** What of a customer is likely to stand in an address too. */
export function nameOf(customer: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { firstName, lastName, gender } = customer;
  return newAddress.fromJson({ firstName, lastName, gender: gender || null }).ok
    ? { firstName, lastName, gender: gender || undefined }
    : {};
}
