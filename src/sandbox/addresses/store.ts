import { type NewAddress, newAddress } from '../../resources/addresses.ts';
import type { Sqlite, SqlRow } from '../../system/sqlite.ts';
import { fromStored, toStored } from '../storage/fields.ts';

/** An address as it is stored. */
export interface Address {
  readonly id: number;
  readonly customerId: number;
  readonly fields: NewAddress;
}

/** The address with this id, if it belongs to this customer. */
export function findAddress(database: Sqlite, customerId: bigint, id: bigint): Address | undefined {
  const row = database.get('SELECT * FROM addresses WHERE id = ? AND customerId = ?', id, customerId);
  return row && fromRow(row);
}

/** All addresses of a customer, the oldest first. */
export function addressesOf(database: Sqlite, customerId: bigint): readonly Address[] {
  return database.all('SELECT * FROM addresses WHERE customerId = ? ORDER BY id', customerId).map(fromRow);
}

/** Their ids alone. */
export function addressIdsOf(database: Sqlite, customerId: bigint): readonly number[] {
  return database
    .all('SELECT id FROM addresses WHERE customerId = ? ORDER BY id', customerId)
    .map(({ id }) => Number(id));
}

/** Adds an address to a customer. The first one becomes the default for billing and delivery. */
export function insertAddress(database: Sqlite, customerId: bigint, fields: NewAddress): bigint {
  const sql = 'INSERT INTO addresses (customerId, members) VALUES (?, ?)';
  const id = database.run(sql, customerId, toStored(newAddress, fields)).lastId;
  replaceDefault(database, customerId, 0n, id);
  return id;
}

export function updateAddress(database: Sqlite, id: bigint, fields: NewAddress): void {
  database.run('UPDATE addresses SET members = ? WHERE id = ?', toStored(newAddress, fields), id);
}

/** Removes an address of a customer. Where it was the default, the oldest one that is left takes its place, or none. */
export function deleteAddress(database: Sqlite, customerId: bigint, id: bigint): void {
  database.run('DELETE FROM addresses WHERE id = ? AND customerId = ?', id, customerId);
  replaceDefault(database, customerId, id, BigInt(addressIdsOf(database, customerId)[0] ?? 0));
}

function replaceDefault(database: Sqlite, customerId: bigint, from: bigint, to: bigint): void {
  for (const column of ['billingAddressId', 'deliveryAddressId']) {
    database.run(`UPDATE customers SET ${column} = ? WHERE id = ? AND ${column} = ?`, to, customerId, from);
  }
}

function fromRow(row: SqlRow): Address {
  return { id: Number(row.id), customerId: Number(row.customerId), fields: fromStored(newAddress, row.members) };
}
