import { type NewCustomer, newCustomer } from '../../resources/customers.ts';
import type { Sqlite, SqlRow } from '../../system/sqlite.ts';
import { Refusal } from '../http/refusal.ts';
import { fromStored } from '../storage/fields.ts';

/** A customer as it is stored. Without a password it is a guest account. */
export interface Customer {
  readonly id: number;
  readonly fields: NewCustomer;
  /** The hash, '' for a guest. */
  readonly password: string;
  readonly billingAddressId: number;
  readonly deliveryAddressId: number;
  /** Points to cash in. */
  readonly loyaltyPoints: number;
  readonly dateCreated: string;
  readonly lastModified: string;
}

export function findCustomer(database: Sqlite, id: bigint): Customer | undefined {
  const row = database.get('SELECT * FROM customers WHERE id = ?', id);
  return row && fromRow(row);
}

/** What is written of a customer; ids, default addresses and points have ways of their own. */
interface CustomerRow {
  /** As the JSON of the API, without the password. */
  readonly fields: string;
  readonly password: string;
  /** The address that a customer with a password logs in with; null for a guest. */
  readonly account: string | null;
  readonly now: string;
}

/** A new account begins with some points to redeem; a guest has none. */
const welcomePoints = 500n;

export function insertCustomer(database: Sqlite, { fields, password, account, now }: CustomerRow): bigint {
  const points = account === null ? 0n : welcomePoints;
  return database.run(
    'INSERT INTO customers (account, password, members, loyaltyPoints, dateCreated, lastModified) VALUES (?, ?, ?, ?, ?, ?)',
    account,
    password,
    fields,
    points,
    now,
    now,
  ).lastId;
}

export function updateCustomer(database: Sqlite, id: bigint, { fields, password, account, now }: CustomerRow): void {
  const sql = 'UPDATE customers SET account = ?, password = ?, members = ?, lastModified = ? WHERE id = ?';
  database.run(sql, account, password, fields, now, id);
}

/**
 * The name under which an e-mail address is an account: upper and lower case are the same.
 * @throws Refusal 409 when another customer has it. Guests may share an address.
 */
export function freeAccount(database: Sqlite, emailAddress: string, own: bigint): string {
  const account = emailAddress.normalize('NFC').toLowerCase();
  const taken = database.get('SELECT id FROM customers WHERE account = ? AND id <> ?', account, own);
  if (taken)
    throw new Refusal('conflict', `Customer ${taken.id} already has an account with this e-mail address.`, {
      field: 'emailAddress',
    });
  return account;
}

/** Removes a customer with the addresses; their baskets and orders stay, and the baskets are nobody's. */
export function deleteCustomer(database: Sqlite, id: bigint): boolean {
  database.run('DELETE FROM addresses WHERE customerId = ?', id);
  database.run(
    `UPDATE baskets SET members = json_remove(members, '$.customerId', '$.billingAddressId', '$.deliveryAddressId')
      WHERE json_extract(members, '$.customerId') = ?`,
    id,
  );
  return database.run('DELETE FROM customers WHERE id = ?', id).changes > 0;
}

/** Adds points to a customer, or takes them (a negative number); a customer who is gone has none. */
export function addPoints(database: Sqlite, id: bigint, points: bigint): void {
  database.run('UPDATE customers SET loyaltyPoints = loyaltyPoints + ? WHERE id = ?', points, id);
}

function fromRow(row: SqlRow): Customer {
  return {
    id: Number(row.id),
    fields: fromStored(newCustomer, row.members),
    password: String(row.password),
    billingAddressId: Number(row.billingAddressId),
    deliveryAddressId: Number(row.deliveryAddressId),
    loyaltyPoints: Number(row.loyaltyPoints),
    dateCreated: String(row.dateCreated),
    lastModified: String(row.lastModified),
  };
}
