import { scrypt } from 'node:crypto';
import { type CustomerChanges, customerChanges, type NewCustomer, newCustomer } from '../../resources/customers.ts';
import { missingFault } from '../../resources/draft.ts';
import { isObject } from '../../text/json.ts';
import { addressIdsOf } from '../addresses/store.ts';
import { discountGroups } from '../first-data/catalogue.ts';
import { clearedZeroIds, refuseIfAny, unstorable, valuesOf, withoutZeroIds, wrongFields } from '../http/body.ts';
import type { WrongField } from '../http/refusal.ts';
import { idInPath, noSuchRecord, type Reply, type Route, type Store, type StoreRequest } from '../route.ts';
import { formatDate, toStored, withChanges } from '../storage/fields.ts';
import { customerRecord } from './shape.ts';
import { type Customer, deleteCustomer, findCustomer, freeAccount, insertCustomer, updateCustomer } from './store.ts';

/** The endpoints of customers. */
export const customerRoutes: readonly Route[] = [
  { method: 'POST', path: '/customers', answer: createCustomer },
  { method: 'GET', path: '/customers/:customerId', answer: getCustomer },
  { method: 'PATCH', path: '/customers/:customerId', answer: alterCustomer },
  { method: 'DELETE', path: '/customers/:customerId', answer: removeCustomer },
];

/** The customer of a path. @throws Refusal 404 */
export function customerInPath({ params }: StoreRequest, { database }: Store): Customer {
  const customer = findCustomer(database, idInPath(params.customerId, 'customer'));
  if (!customer) throw noSuchRecord('customer');
  return customer;
}

function getCustomer(request: StoreRequest, store: Store): Reply {
  return { status: 200, body: shown(customerInPath(request, store), store) };
}

async function createCustomer({ body }: StoreRequest, store: Store): Promise<Reply> {
  const values = valuesOf(newCustomer.fromJson(withoutZeroIds(readable(body, store), [group])));
  checkCustomer(values, store);
  const { password, ...fields } = values;
  const hash = await hashOf(password, store);
  const { database, commit, now } = store;
  const created = await commit(() => {
    const id = insertCustomer(database, { ...rowOf(fields, hash, store, 0n), now: formatDate(now()) });
    return findCustomer(database, id);
  });
  return { status: 201, body: shown(created, store) };
}

async function alterCustomer(request: StoreRequest, store: Store): Promise<Reply> {
  const { id } = customerInPath(request, store);
  const { password, ...changes } = readChanges(request.body, store);
  const hash = await hashOf(password, store);
  const { database, commit, now } = store;
  const changed = await commit(() => {
    const before = customerInPath(request, store);
    const fields = withChanges<NewCustomer>(before.fields, changes);
    checkCustomer(typeof password === 'string' ? { ...fields, password } : fields, store);
    updateCustomer(database, BigInt(id), {
      ...rowOf(fields, hash ?? before.password, store, BigInt(id)),
      now: formatDate(now()),
    });
    return findCustomer(database, BigInt(id));
  });
  return { status: 200, body: shown(changed, store) };
}

async function removeCustomer({ params }: StoreRequest, { database, commit }: Store): Promise<Reply> {
  const id = idInPath(params.customerId, 'customer');
  if (!(await commit(() => deleteCustomer(database, id)))) throw noSuchRecord('customer');
  return { status: 200, body: { deleted: String(id) } };
}

const group = 'discountGroupId';

/** A body without the discount group, which is ignored without the add-on, whatever it is. */
const readable = (body: unknown, { customerGroups }: Store): unknown =>
  customerGroups || !isObject(body)
    ? body
    : Object.fromEntries(Object.entries(body).filter(([name]) => name !== group));

/** The changes that a body asks for. A body of nothing but an ignored field changes nothing. */
function readChanges(body: unknown, store: Store): CustomerChanges {
  const read = readable(body, store);
  const isIgnored = isObject(read) && isObject(body) && Object.keys(read).length === 0 && Object.keys(body).length > 0;
  return isIgnored ? {} : valuesOf(customerChanges.fromJson(clearedZeroIds(read, [group])));
}

/** The hash of a password; '' where there is none, since that is a guest; undefined where it stays as it was. */
async function hashOf(password: string | null | undefined, { randomHex }: Store): Promise<string | undefined> {
  if (password === null || password === '') return '';
  return password === undefined ? undefined : await hashPassword(password, randomHex);
}

function rowOf(fields: NewCustomer, password = '', { database, customerGroups }: Store, own: bigint) {
  const { discountGroupId: _, ...ungrouped } = fields;
  const account = password === '' ? null : freeAccount(database, fields.emailAddress ?? '', own);
  return { fields: toStored(newCustomer, customerGroups ? fields : ungrouped), password, account };
}

/** @throws Refusal 422 that names every field that is missing or cannot be stored. */
function checkCustomer(fields: NewCustomer, { require: required, customerGroups }: Store): void {
  const absent = required.includes('gender') && !fields.gender ? [missingFault('gender')] : [];
  refuseIfAny([
    ...wrongFields([...newCustomer.missing(fields), ...absent]),
    ...unstorable(newCustomer.toJson(fields)),
    ...(customerGroups ? wrongGroup(fields) : []),
  ]);
}

function wrongGroup({ discountGroupId }: NewCustomer): readonly WrongField[] {
  if (discountGroupId === undefined || discountGroups.has(discountGroupId)) return [];
  const known = [...discountGroups].map(([id, { name }]) => `${id} (${name})`).join(', ');
  return [{ field: 'discountGroupId', message: `must be one of ${known}` }];
}

function shown(customer: Customer | undefined, { database, customerGroups }: Store): unknown {
  if (!customer) throw new Error('The customer that was just written is missing.');
  return customerRecord(customer, addressIdsOf(database, BigInt(customer.id)), customerGroups);
}

const keyBytes = 32;

/** Node's own cost (N = 16384, r = 8, p = 1) and a salt of 16 bytes: `scrypt$<salt>$<hash>`, both in hex. */
function hashPassword(password: string, randomHex: (bytes: number) => string): Promise<string> {
  const salt = randomHex(16);
  return new Promise((resolve, reject) => {
    scrypt(password, Buffer.from(salt, 'hex'), keyBytes, (error, key) => {
      if (error) reject(error);
      else resolve(`scrypt$${salt}$${key.toString('hex')}`);
    });
  });
}
