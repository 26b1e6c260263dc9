import type { Sqlite } from '../../system/sqlite.ts';
import { defaultLanguage } from '../http/language.ts';
import { fold } from '../products/filters.ts';
import { countedTotals, storeTotals } from '../products/totals.ts';
import type { CopiedCategory, CopiedProduct } from './records.ts';

/** What a page of the full list brought. */
export interface WriteCounts {
  /** Records that were not seen before in this pass. */
  fresh: number;
  /** Records that came before in this pass. */
  twice: number;
  /** Of the fresh ones, those that an earlier pass did not see, or saw otherwise. */
  added: number;
  changed: number;
}

/** Writes records of the full list. Inside a transaction. */
export function writeRecords(database: Sqlite, records: readonly CopiedProduct[], pass: number): WriteCounts {
  const written: WriteCounts = { fresh: 0, twice: 0, added: 0, changed: 0 };
  for (const record of records) {
    const known = knownRecord(database, record.key);
    if (known?.pass === pass) {
      written.twice++;
      continue;
    }
    written.fresh++;
    if (!known) written.added++;
    else if (isChanged(database, record, known.record)) written.changed++;
    writeRecord(database, record, known?.place, pass);
  }
  return written;
}

/**
 * Writes records of the list of main products, which has them in an order of its own: their places are below 0 until
 * the copy is finished. Inside a transaction. Returns how many were not written so before.
 */
export function writeMainProducts(database: Sqlite, records: readonly CopiedProduct[], offset: number): number {
  let fresh = 0;
  for (const [at, record] of records.entries()) {
    // A store that ignores the filter lists the options too.
    if (!record.isMain || database.get('SELECT id FROM products WHERE id = ? AND place < 0', idOf(record))) continue;
    fresh++;
    writeProduct(database, record);
    database.run('UPDATE products SET place = ? WHERE id = ?', BigInt(-1 - offset - at), idOf(record));
  }
  return fresh;
}

const idOf = ({ productId }: CopiedProduct): bigint => BigInt(productId);

function knownRecord(database: Sqlite, key: string) {
  const row = database.get('SELECT place, pass, record FROM copiedVariants WHERE key = ?', key);
  return row && { place: Number(row.place), pass: Number(row.pass), record: String(row.record) };
}

function isChanged(database: Sqlite, record: CopiedProduct, before: string): boolean {
  if (before !== '') return before !== record.json;
  const row = database.get('SELECT record FROM copiedProducts WHERE id = ?', idOf(record));
  return row?.record !== record.json;
}

function writeRecord(database: Sqlite, record: CopiedProduct, place: number | undefined, pass: number): void {
  const others = 'SELECT place FROM variants WHERE productId = ? AND place <> ? LIMIT 1';
  const isFirst = database.get(others, idOf(record), BigInt(place ?? -1)) === undefined;
  if (record.isMain || isFirst) writeProduct(database, record);
  const at = place === undefined ? insertVariant(database, record) : updateVariant(database, record, place);
  const json = record.isMain && isFirst ? '' : record.json;
  database.run('INSERT OR REPLACE INTO copiedVariants VALUES (?, ?, ?, ?)', at, record.key, BigInt(pass), json);
}

function insertVariant(database: Sqlite, record: CopiedProduct): bigint {
  return database.run(
    'INSERT INTO variants SELECT coalesce(max(place) + 1, 0), ?, ?, ?, ?, ?, ? FROM variants',
    ...[idOf(record), ...variantValues(record)],
  ).lastId;
}

function updateVariant(database: Sqlite, record: CopiedProduct, place: number): bigint {
  const sql = 'UPDATE variants SET stockId = ?, quantity = ?, attributes = ?, sku = ?, ean = ? WHERE place = ?';
  database.run(sql, ...variantValues(record), BigInt(place));
  return BigInt(place);
}

/** A main product is found by the codes of its product. */
function variantValues(record: CopiedProduct) {
  const { stockId, columns, attributes, isMain } = record;
  const codes = isMain ? ['', ''] : [columns.sku, columns.ean];
  return [BigInt(stockId), BigInt(columns.quantity), JSON.stringify(attributes), ...codes];
}

function writeProduct(database: Sqlite, record: CopiedProduct): void {
  const { columns } = record;
  writeCatalogue(database, record);
  database.run(
    insertProduct,
    idOf(record),
    ...[columns.sku, columns.ean, columns.model, columns.name, fold(columns.name)],
    ...[columns.quantity, record.minimumQuantity].map(BigInt),
    ...[columns.price, columns.purchasePrice],
    ...[columns.status, columns.taxRate, columns.categoryId, columns.manufacturerId].map(BigInt),
    ...[columns.description, columns.image, columns.dateAdded],
  );
  database.run('INSERT OR REPLACE INTO copiedProducts VALUES (?, ?)', idOf(record), record.json);
}

const columnNames = [
  ...['sku', 'ean', 'model', 'name', 'nameFolded', 'quantity', 'minimumQuantity', 'price', 'purchasePrice'],
  ...['status', 'taxRate', 'categoryId', 'manufacturerId', 'description', 'image', 'dateAdded'],
];

/** A product that is known keeps its place. */
const insertProduct = `INSERT INTO products (id, ${columnNames.join(', ')}, more, place)
  VALUES (?, ${columnNames.map(() => '?').join(', ')}, '{}', (SELECT coalesce(max(place) + 1, 0) FROM products))
  ON CONFLICT (id) DO UPDATE SET ${columnNames.map((name) => `${name} = excluded.${name}`).join(', ')}`;

/** What a product says about its category and its manufacturer: no endpoint lists them. Inside a transaction. */
function writeCatalogue(
  database: Sqlite,
  { category, manufacturer }: Pick<CopiedProduct, 'category' | 'manufacturer'>,
): void {
  if (category) writeCategory(database, category);
  if (!manufacturer) return;
  const { id, name } = manufacturer;
  const known = database.get('SELECT name FROM manufacturers WHERE id = ?', BigInt(id));
  if (known?.name !== name) database.run('INSERT OR REPLACE INTO manufacturers VALUES (?, ?)', BigInt(id), name);
}

/** Those above it have no name until a product of theirs comes. */
function writeCategory(database: Sqlite, { id, name, path }: CopiedCategory): void {
  const names = JSON.stringify({ [defaultLanguage]: name });
  const known = database.get('SELECT names FROM categories WHERE id = ?', BigInt(id));
  if (known?.names === names) return;
  for (const [at, above] of path.entries()) {
    const parent = BigInt(path[at - 1] ?? 0);
    database.run("INSERT INTO categories VALUES (?, ?, '{}') ON CONFLICT DO NOTHING", BigInt(above), parent);
  }
  const sql = 'INSERT INTO categories VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET names = excluded.names';
  database.run(sql, BigInt(id), BigInt(path.at(-2) ?? 0), names);
}

/** Deletes the records that only an earlier pass saw: the store no longer has them. Inside a transaction. */
export function deleteUnseen(database: Sqlite, pass: number): void {
  const before = BigInt(pass);
  database.run('DELETE FROM variants WHERE place IN (SELECT place FROM copiedVariants WHERE pass < ?)', before);
  database.run('DELETE FROM copiedVariants WHERE pass < ?', before);
  database.run('DELETE FROM products WHERE id NOT IN (SELECT productId FROM variants)');
  database.run('DELETE FROM copiedProducts WHERE id NOT IN (SELECT id FROM products)');
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
