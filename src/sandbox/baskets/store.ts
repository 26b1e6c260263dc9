import { type NewBasket, type NewLine, newBasket, newLine } from '../../resources/baskets.ts';
import type { Sqlite, SqlRow } from '../../system/sqlite.ts';
import type { Paging } from '../http/paging.ts';
import { fromStored, toStored } from '../storage/fields.ts';

/** A basket as it is stored; its products are lines of their own. */
export interface Basket {
  readonly id: number;
  /** In capitals, without braces. */
  readonly basketKey: string;
  readonly orderId: number | undefined;
  readonly fields: NewBasket;
  readonly dateCreated: string;
  readonly lastModified: string | null;
}

/** A line as it is stored. */
export interface StoredLine {
  readonly id: bigint;
  /** In canonical form; a custom product has its line's own id there, which no product has. */
  readonly uprid: string;
  readonly fields: NewLine;
}

export function findBasket(database: Sqlite, basketKey: string): Basket | undefined {
  const row = database.get('SELECT * FROM baskets WHERE basketKey = ?', basketKey.toUpperCase());
  return row && fromRow(row);
}

export const countBaskets = (database: Sqlite): number =>
  Number(database.get('SELECT count(*) AS count FROM baskets')?.count);

/** One page of the baskets, the oldest first. */
export function basketsFrom(database: Sqlite, { limit, offset }: Paging): readonly Basket[] {
  return database.all('SELECT * FROM baskets ORDER BY id LIMIT ? OFFSET ?', BigInt(limit), BigInt(offset)).map(fromRow);
}

export function insertBasket(database: Sqlite, basketKey: string, fields: NewBasket, now: string): bigint {
  const sql = 'INSERT INTO baskets (basketKey, members, dateCreated) VALUES (?, ?, ?)';
  return database.run(sql, basketKey, keepBasket(fields), now).lastId;
}

export function updateBasket(database: Sqlite, id: number, fields: NewBasket): void {
  database.run('UPDATE baskets SET members = ? WHERE id = ?', keepBasket(fields), BigInt(id));
}

/** Notes that a basket or one of its lines was modified. */
export function touchBasket(database: Sqlite, id: number, now: string): void {
  database.run('UPDATE baskets SET lastModified = ? WHERE id = ?', now, BigInt(id));
}

/** Which order was made of a basket. */
export function setOrder(database: Sqlite, id: number, orderId: bigint): void {
  database.run('UPDATE baskets SET orderId = ? WHERE id = ?', orderId, BigInt(id));
}

/** The baskets of an order that is gone have none again. */
export function forgetOrder(database: Sqlite, orderId: bigint): void {
  database.run('UPDATE baskets SET orderId = NULL WHERE orderId = ?', orderId);
}

export function deleteBasket(database: Sqlite, id: number): void {
  database.run('DELETE FROM basketLines WHERE basketId = ?', BigInt(id));
  database.run('DELETE FROM baskets WHERE id = ?', BigInt(id));
}

/** The lines of a basket in the order they came. */
export function linesOf(database: Sqlite, basketId: number): readonly StoredLine[] {
  return database.all('SELECT * FROM basketLines WHERE basketId = ? ORDER BY id', BigInt(basketId)).map(lineFromRow);
}

/** The line of a basket with this uprid in canonical form. */
export function findLine(database: Sqlite, basketId: number, uprid: string): StoredLine | undefined {
  const row = database.get('SELECT * FROM basketLines WHERE basketId = ? AND uprid = ?', BigInt(basketId), uprid);
  return row && lineFromRow(row);
}

/** Adds a line; without a uprid it gets one from its own id. */
export function insertLine(database: Sqlite, basketId: number, fields: NewLine, uprid: string | undefined): void {
  const sql = 'INSERT INTO basketLines (basketId, uprid, members) VALUES (?, ?, ?)';
  const { lastId } = database.run(sql, BigInt(basketId), uprid ?? '', toStored(newLine, fields));
  if (uprid === undefined) database.run('UPDATE basketLines SET uprid = ? WHERE id = ?', String(lastId), lastId);
}

export function updateLine(database: Sqlite, id: bigint, fields: NewLine): void {
  database.run('UPDATE basketLines SET members = ? WHERE id = ?', toStored(newLine, fields), id);
}

export function deleteLine(database: Sqlite, id: bigint): void {
  database.run('DELETE FROM basketLines WHERE id = ?', id);
}

function keepBasket({ products: _, ...fields }: NewBasket): string {
  return toStored(newBasket, fields);
}

const lineFromRow = (row: SqlRow): StoredLine => ({
  id: BigInt(Number(row.id)),
  uprid: String(row.uprid),
  fields: fromStored(newLine, row.members),
});

function fromRow(row: SqlRow): Basket {
  return {
    id: Number(row.id),
    basketKey: String(row.basketKey),
    orderId: row.orderId === null ? undefined : Number(row.orderId),
    fields: fromStored(newBasket, row.members),
    dateCreated: String(row.dateCreated),
    lastModified: row.lastModified === null ? null : String(row.lastModified),
  };
}
