import type { Sqlite, SqlValue } from '../../system/sqlite.ts';
import type { Language } from '../http/language.ts';
import type { Catalogue } from '../storage/catalogue.ts';
import type { Stored } from '../storage/documents.ts';
import { type Filters, fold, likePattern, type Search } from './filters.ts';
import type { Product } from './product.ts';
import { productColumns, productIn } from './table.ts';
import { countedTotals, type List, storedTotals, type Totals } from './totals.ts';

/** One page of a list, and the totals over everything that matches. */
interface Page {
  readonly products: readonly Stored<Product>[];
  readonly totals: Totals;
}

/** A condition on a row. */
interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

/** The position of a row in each list, from 0 on. */
const positions = { full: 'place', main: 'mainPlace' } as const;

/** The page that the filters ask for, in order of creation. Without filters this costs the same at any offset. */
export function readPage(database: Sqlite, filters: Filters, language: Language, catalogue: Catalogue): Page {
  const { limit, offset } = filters;
  const list: List = filters.onlyMain ? 'main' : 'full';
  const position = positions[list];
  const select = (where: string, ...values: readonly SqlValue[]) =>
    database.all(`SELECT ${productColumns} FROM products WHERE ${where}`, ...values).map(productIn);
  const conditions = conditionsOf(filters, language, catalogue);
  if (conditions.length === 0) {
    const page = `${position} >= ? ORDER BY ${position} LIMIT ?`;
    return { products: select(page, BigInt(offset), BigInt(limit)), totals: storedTotals(database)[list] };
  }
  const where = [`${position} >= 0`, ...conditions.map(({ sql }) => sql)].join(' AND ');
  const values = conditions.flatMap((condition) => condition.values);
  const totals = countedTotals(database, where, values);
  if (totals.rows <= offset) return { products: [], totals };
  // Not more than there are: the search ends at the last one.
  const count = Math.min(limit, totals.rows - offset);
  const page = `${where} ORDER BY ${position} LIMIT ? OFFSET ?`;
  return { products: select(page, ...values, BigInt(count), BigInt(offset)), totals };
}

function conditionsOf(filters: Filters, language: Language, catalogue: Catalogue): readonly Condition[] {
  const { categoryId, recursive, stockFrom, stockTo, manufacturerId, search, hiddenFrom } = filters;
  const conditions: Condition[] = [];
  const compare = (sql: string, value: number | undefined): void => {
    if (value !== undefined) conditions.push({ sql, values: [BigInt(value)] });
  };
  if (categoryId !== undefined) conditions.push(inCategories(recursive ? catalogue.below(categoryId) : [categoryId]));
  compare('manufacturerId = ? AND manufacturerId <> 0', manufacturerId);
  compare('quantity >= ?', stockFrom);
  compare('quantity <= ?', stockTo);
  compare('productId < ?', hiddenFrom);
  if (search) conditions.push(search.by === 'pattern' ? fitting(search, language) : exactly(search));
  return conditions;
}

const inCategories = (ids: readonly number[]): Condition => ({
  sql: 'categoryId IN (SELECT value FROM json_each(?)) AND categoryId <> 0',
  values: [JSON.stringify(ids)],
});

/** The `<> ''` lets SQLite use the index, which leaves products without such a code out. */
const exactly = ({ by, value }: Search): Condition => ({ sql: `${by} = ? AND ${by} <> ''`, values: [value] });

/**
 * Names are compared folded, in the store's own language and the requested one; codes ignore the case of ASCII only.
 */
function fitting({ value }: Search, language: Language): Condition {
  const name = likePattern(fold(value));
  const code = likePattern(value);
  const columns = ['name', 'sku', 'model', 'ean', 'names ->> ?'];
  const sql = columns.map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR ');
  return { sql: `(${sql})`, values: [name, code, code, code, language, name] };
}
