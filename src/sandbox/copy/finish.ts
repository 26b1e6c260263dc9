import type { Sqlite } from '../../system/sqlite.ts';
import { countedTotals, storeTotals } from '../products/totals.ts';

/** How many records only an earlier pass saw: the store has them no more. They are deleted. Inside a transaction. */
export function deleteUnseen(database: Sqlite, pass: number): number {
  const before = BigInt(pass);
  const { changes } = database.run(
    'DELETE FROM variants WHERE place IN (SELECT place FROM copiedVariants WHERE pass < ?)',
    before,
  );
  database.run('DELETE FROM copiedVariants WHERE pass < ?', before);
  database.run('DELETE FROM products WHERE id NOT IN (SELECT productId FROM variants)');
  database.run('DELETE FROM copiedProducts WHERE id NOT IN (SELECT id FROM products)');
  return changes;
}

/**
 * Makes the places dense, from 0 on, in the order in which they are, and counts the totals. Products that the list of
 * main products has come first. Inside a transaction.
 */
export function settlePlaces(database: Sqlite): void {
  database.run(`UPDATE products SET place = numbered.number FROM
    (SELECT id, row_number() OVER (ORDER BY place >= 0, abs(place), id) - 1 AS number FROM products) AS numbered
    WHERE numbered.id = products.id AND numbered.number <> products.place`);
  for (const table of ['variants', 'copiedVariants']) if (hasGaps(database, table)) renumber(database, table);
  storeTotals(database, {
    main: countedTotals(database, 'products p', 'p.quantity', []),
    full: countedTotals(database, 'variants v JOIN products p ON p.id = v.productId', 'v.quantity', []),
  });
}

function hasGaps(database: Sqlite, table: string): boolean {
  const row = database.get(`SELECT count(*) AS count, max(place) AS last FROM ${table}`);
  return Number(row?.count) > 0 && Number(row?.last) !== Number(row?.count) - 1;
}

/** By way of places below 0, as a place may be taken until it is moved itself. */
function renumber(database: Sqlite, table: string): void {
  database.run(`UPDATE ${table} SET place = -1 - numbered.number FROM
    (SELECT place, row_number() OVER (ORDER BY place) - 1 AS number FROM ${table}) AS numbered
    WHERE numbered.place = ${table}.place`);
  database.run(`UPDATE ${table} SET place = -1 - place`);
}
