import type { Sqlite } from '../../system/sqlite.ts';

type Order = Readonly<Record<string, unknown>>;

/** An order, with its id in front. */
export function findOrder(database: Sqlite, id: bigint): Order | undefined {
  const row = database.get('SELECT record FROM orders WHERE id = ?', id);
  return row && { orderId: String(id), ...(JSON.parse(String(row.record)) as Order) };
}

export function insertOrder(database: Sqlite, record: Order): bigint {
  return database.run('INSERT INTO orders (record) VALUES (?)', JSON.stringify(record)).lastId;
}

export function deleteOrder(database: Sqlite, id: bigint): void {
  database.run('DELETE FROM orders WHERE id = ?', id);
}
