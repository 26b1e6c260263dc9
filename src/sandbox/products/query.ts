import type { Sqlite, SqlRow, SqlValue } from '../../system/sqlite.ts';
import type { Language } from '../http/language.ts';
import type { Catalogue } from '../storage/catalogue.ts';
import { type Filters, fold, likePattern, type Search } from './filters.ts';
import { countedTotals, type List, storedTotals, type Totals } from './totals.ts';

/** One page of a list, and the totals over everything that matches. */
interface Page {
  readonly rows: readonly SqlRow[];
  readonly totals: Totals;
}

/** A condition on products `p` and, in the full list, variants `v`. */
interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** How a list is read: where its records are, their dense position from 0 on, and their stock. */
const lists = {
  full: {
    from: 'variants v JOIN products p ON p.id = v.productId',
    position: 'v.place',
    quantity: 'v.quantity',
  },
  main: { from: 'products p', position: 'p.place', quantity: 'p.quantity' },
} as const;

const columns = {
  full: 'p.*, v.stockId, v.quantity AS stock, v.attributes, v.record',
  main: "p.*, -1 AS stockId, p.quantity AS stock, '[]' AS attributes",
} as const;

const texts = 't.name AS translatedName, t.description AS translatedDescription';
const textsOf = 'LEFT JOIN productTexts t ON t.productId = p.id AND t.language = ?';

const selectMain = `SELECT ${columns.main}, ${texts} FROM products p ${textsOf}`;

/** The page that the filters ask for, in order of creation. Without filters this costs the same at any offset. */
export function readPage(database: Sqlite, filters: Filters, language: Language, catalogue: Catalogue): Page {
  const list: List = filters.onlyMain ? 'main' : 'full';
  const conditions = conditionsOf(filters, language, catalogue, list);
  return conditions.length === 0
    ? wholeList(database, list, filters, language)
    : matching(database, list, filters, { language, conditions });
}

/** One main product: by its id, else by its exact SKU, the oldest first. */
export function findProduct(database: Sqlite, idOrSku: string, language: Language): SqlRow | undefined {
  const byId = /^[1-9]\d{0,14}$/.test(idOrSku) ? productById(database, BigInt(idOrSku), language) : undefined;
  if (byId || idOrSku.includes('\0')) return byId;
  return database.get(`${selectMain} WHERE p.sku = ? AND p.sku <> '' ORDER BY p.id LIMIT 1`, language, idOrSku);
}

/** One main product by its id alone. */
export function productById(database: Sqlite, id: bigint, language: Language): SqlRow | undefined {
  return database.get(`${selectMain} WHERE p.id = ?`, language, id);
}

function wholeList(database: Sqlite, list: List, { limit, offset }: Filters, language: Language): Page {
  const { from, position } = lists[list];
  const rows = database.all(
    `SELECT ${columns[list]}, ${texts} FROM ${from} ${textsOf} WHERE ${position} >= ? ORDER BY ${position} LIMIT ?`,
    language,
    BigInt(offset),
    BigInt(limit),
  );
  return { rows, totals: storedTotals(database, list) };
}

interface Matching {
  readonly language: Language;
  readonly conditions: readonly Condition[];
}

function matching(database: Sqlite, list: List, { limit, offset }: Filters, { language, conditions }: Matching): Page {
  const { from, position, quantity } = lists[list];
  const where = conditions.map(({ sql }) => sql.replaceAll('$stock', quantity)).join(' AND ');
  const values = conditions.flatMap((condition) => condition.values);
  const totals = countedTotals(database, `${from} WHERE ${where}`, quantity, values);
  if (totals.rows <= offset) return { rows: [], totals };
  const rows = database.all(
    `SELECT ${columns[list]}, ${texts} FROM ${from} ${textsOf} WHERE ${where} ORDER BY ${position} LIMIT ? OFFSET ?`,
    language,
    ...values,
    BigInt(limit),
    BigInt(offset),
  );
  return { rows, totals };
}

/** `$stock` stands for the list's own stock column. */
function conditionsOf(filters: Filters, language: Language, catalogue: Catalogue, list: List): readonly Condition[] {
  const { categoryId, recursive, stockFrom, stockTo, manufacturerId, search, hiddenFrom } = filters;
  const conditions: Condition[] = [];
  if (categoryId !== undefined) conditions.push(inCategories(recursive ? catalogue.below(categoryId) : [categoryId]));
  if (manufacturerId !== undefined) {
    conditions.push({ sql: 'p.manufacturerId = ? AND p.manufacturerId <> 0', values: [BigInt(manufacturerId)] });
  }
  if (stockFrom !== undefined) conditions.push({ sql: '$stock >= ?', values: [BigInt(stockFrom)] });
  if (stockTo !== undefined) conditions.push({ sql: '$stock <= ?', values: [BigInt(stockTo)] });
  if (hiddenFrom !== undefined) conditions.push({ sql: 'p.id < ?', values: [BigInt(hiddenFrom)] });
  if (search?.by === 'pattern') conditions.push(fitting(search, language));
  else if (search) conditions.push(catalogue.isCopy && list === 'full' ? exactlyInCopy(search) : exactly(search));
  return conditions;
}

function inCategories(ids: readonly number[]): Condition {
  return {
    sql: 'p.categoryId IN (SELECT value FROM json_each(?)) AND p.categoryId <> 0',
    values: [JSON.stringify(ids)],
  };
}

/** The `<> ''` lets SQLite use the index, which leaves products without such a code out. */
const exactly = ({ by, value }: Search): Condition => ({ sql: `p.${by} = ? AND p.${by} <> ''`, values: [value] });

/** In a copy, variants may have codes of their own. Two steps, each by an index. */
const exactlyInCopy = ({ by, value }: Search): Condition => ({
  sql: `v.place IN (SELECT place FROM variants WHERE ${by} = ? AND ${by} <> '' UNION ALL
    SELECT o.place FROM products q JOIN variants o ON o.productId = q.id
    WHERE q.${by} = ? AND q.${by} <> '' AND o.${by} = '')`,
  values: [value, value],
});

/**
 * Names are compared folded, in the store's own language and the requested one; codes ignore the case of ASCII only.
 */
function fitting({ value }: Search, language: Language): Condition {
  const [name, code] = [likePattern(fold(value)), likePattern(value)];
  const like = (column: string): string => `${column} LIKE ? ESCAPE '\\'`;
  const translated = `p.id IN (SELECT productId FROM productTexts WHERE language = ? AND ${like('nameFolded')})`;
  const sql = `(${like('p.nameFolded')} OR ${like('p.sku')} OR ${like('p.model')} OR ${like('p.ean')} OR ${translated})`;
  return { sql, values: [name, code, code, code, language, name] };
}
