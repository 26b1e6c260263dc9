import { scryptSync } from 'node:crypto';
import { customer, customerChanges, type NewCustomer, newCustomer } from '../resources/customers.ts';
import { missingFault } from '../resources/draft.ts';
import type { Sqlite } from '../system/sqlite.ts';
import { isObject } from '../text/json.ts';
import { discountGroups } from './first-data/shop.ts';
import { refuseIfAny, wrongFields } from './http/body.ts';
import { Refusal, type WrongField } from './http/refusal.ts';
import { routesOf } from './noun.ts';
import { type RecordStore, recordInPath, type Store, type StoreRequest } from './route.ts';
import { formatDate, shapeOf, withChanges } from './shape.ts';
import type { Stored } from './storage/documents.ts';
import { addresses, baskets, type CustomerRecord, customers } from './storage/records.ts';

/** The endpoints of customers. */
export const customerRoutes = routesOf({
  path: '/customers/:customerId',
  find: customerInPath,
  show: shown,
  // Without the add-on the group is ignored, whatever it is.
  read: (body, { customerGroups }) =>
    customerGroups || !isObject(body) || !('discountGroupId' in body) ? body : { ...body, discountGroupId: null },
  draft: newCustomer,
  create(body, store) {
    const values = withoutGroup(body, store);
    checkCustomer(values, store);
    const hash = hashOf(values.password, store);
    return () => addCustomer(store, values, hash ?? '');
  },
  changes: customerChanges,
  alter(body, store) {
    const { password, ...changes } = withoutGroup(body, store);
    const hash = hashOf(password, store);
    return (before) => {
      const fields = withChanges<NewCustomer>(before.fields, changes);
      checkCustomer(password ? { ...fields, password } : fields, store);
      const changed = { ...before, ...written(store, fields, hash ?? before.password, before.id) };
      return customers.update(store.database, changed);
    };
  },
  remove({ id }, { database }) {
    for (const address of addresses.under(database, id)) addresses.remove(database, address.id);
    // Their baskets and orders stay, and the baskets are nobody's.
    for (const basket of baskets.under(database, id)) {
      const { customerId: _, billingAddressId: __, deliveryAddressId: ___, ...fields } = basket.fields;
      baskets.update(database, { ...basket, fields });
    }
    customers.remove(database, id);
    return id;
  },
});

/** The customer of a path. @throws Refusal 404 */
export function customerInPath({ params }: StoreRequest, store: Store): Stored<CustomerRecord> {
  return recordInPath(customers, store, params.customerId, 'customer');
}

/** Without the add-on, the group that a customer has stays. */
function withoutGroup<V extends { readonly discountGroupId?: unknown }>(values: V, { customerGroups }: Store): V {
  if (customerGroups) return values;
  const { discountGroupId: _, ...others } = values;
  return others as V;
}

/** A new account begins with some points to redeem; a guest has none. */
export const welcomePoints = 500;

/** Adds a customer. Inside a commit. @param hash of the password, '' for a guest. @throws Refusal 409 */
export function addCustomer(store: RecordStore, values: NewCustomer, hash: string): Stored<CustomerRecord> {
  const more = written(store, values, hash, 0);
  return customers.insert(store.database, {
    ...more,
    billingAddressId: 0,
    deliveryAddressId: 0,
    loyaltyPoints: hash === '' ? 0 : welcomePoints,
    dateCreated: more.lastModified,
  });
}

/** What every write changes. */
function written({ database, now }: RecordStore, values: NewCustomer, password: string, own: number) {
  const { password: _, ...fields } = values;
  return {
    fields,
    password,
    account: password === '' ? null : freeAccount(database, fields.emailAddress ?? '', own),
    lastModified: formatDate(now()),
  };
}

/** The name of an account. @throws Refusal 409 when another customer than `own` has it. */
function freeAccount(database: Sqlite, emailAddress: string, own: number): string {
  const account = emailAddress.normalize('NFC').toLowerCase();
  const taken = customers.withKey(database, account);
  if (taken && taken.id !== own)
    throw new Refusal('conflict', `Customer ${taken.id} already has an account with this e-mail address.`, {
      field: 'emailAddress',
    });
  return account;
}

/** @throws Refusal 422 that names every field that is missing or cannot be stored. */
function checkCustomer(fields: NewCustomer, { require: required }: Store): void {
  const absent = required.includes('gender') && !fields.gender ? [missingFault('gender')] : [];
  refuseIfAny([...wrongFields([...newCustomer.missing(fields), ...absent]), ...wrongGroup(fields)]);
}

function wrongGroup({ discountGroupId }: NewCustomer): readonly WrongField[] {
  if (discountGroupId === undefined || discountGroups.has(discountGroupId)) return [];
  const known = [...discountGroups].map(([id, { name }]) => `${id} (${name})`).join(', ');
  return [{ field: 'discountGroupId', message: `must be one of ${known}` }];
}

/** A customer as the API shows it. Without the customer-groups add-on nobody is in a group. */
function shown(stored: Stored<CustomerRecord>, { database, customerGroups }: Store): unknown {
  const { id, fields, password, billingAddressId, deliveryAddressId, dateCreated, lastModified } = stored;
  const joined = customerGroups ? discountGroups.get(fields.discountGroupId ?? 0) : undefined;
  return shapeOf(customer.fields, {
    ...newCustomer.toJson(fields),
    customerId: id,
    dob: '0000-00-00',
    addressBookIds: addresses
      .under(database, id)
      .map((address) => address.id)
      .join(','),
    defaultBillingAddressId: billingAddressId,
    defaultDeliveryAddressId: deliveryAddressId,
    password,
    guestAccount: password === '' ? '1' : '0',
    approved: '1',
    discountGroupId: (joined && fields.discountGroupId) ?? '0',
    discountGroupName: joined?.name ?? '',
    groupDiscount: joined?.discount ?? 0n,
    lastLoginDate: null,
    dateCreated,
    lastModified,
  });
}

/**
 * The hash of a password, at Node's own cost (N = 16384, r = 8, p = 1) and with a salt of 16 bytes:
 * `scrypt$<salt>$<hash>`, both in hex; '' where there is no password, since that is a guest; undefined where it stays as
 * it was.
 */
function hashOf(password: string | null | undefined, { randomHex }: Store): string | undefined {
  if (!password) return password === undefined ? undefined : '';
  const salt = randomHex(16);
  return `scrypt$${salt}$${scryptSync(password, Buffer.from(salt, 'hex'), 32).toString('hex')}`;
}
