import type { Sqlite, SqlValue } from '../../system/sqlite.ts';
import { type Filters, fold, likePattern, type ProductSearch } from './filters.ts';
import type { ProductView } from './shapes.ts';
import { productColumns, productIn } from './table.ts';
import { countedTotals, storedTotals } from './totals.ts';

/** A condition on a row, and the values of its parameters. */
type Condition = readonly [sql: string, ...values: readonly SqlValue[]];

/**
 * The page that the filters ask for, in order of creation, and the totals over everything that matches. Without filters
 * this costs the same at any offset.
 * @param hiddenFrom the first product that this list does not show yet
 */
export function readPage(
  database: Sqlite,
  filters: Filters,
  hiddenFrom: number | undefined,
  view: Pick<ProductView, 'language' | 'catalogue'>,
) {
  const { limit, offset, onlyMain } = filters;
  // The position of a row in its list, from 0 on.
  const place = onlyMain ? 'mainPlace' : 'place';
  const select = (where: string, ...values: readonly SqlValue[]) =>
    database.all(`SELECT ${productColumns} FROM products WHERE ${where}`, ...values).map(productIn);
  const conditions = conditionsOf(filters, hiddenFrom, view);
  if (conditions.length === 0) {
    const products = select(`${place} >= ? ORDER BY ${place} LIMIT ?`, BigInt(offset), BigInt(limit));
    return { products, totals: storedTotals(database)[onlyMain ? 'main' : 'full'] };
  }
  const where = [`${place} >= 0`, ...conditions.map(([sql]) => sql)].join(' AND ');
  const values = conditions.flatMap(([, ...each]) => each);
  const totals = countedTotals(database, where, values);
  if (totals.rows <= offset) return { products: [], totals };
  // Not more than there are: the search ends at the last one.
  const count = Math.min(limit, totals.rows - offset);
  const page = `${where} ORDER BY ${place} LIMIT ? OFFSET ?`;
  return { products: select(page, ...values, BigInt(count), BigInt(offset)), totals };
}

function conditionsOf(
  filters: Filters,
  hiddenFrom: number | undefined,
  { language, catalogue }: Pick<ProductView, 'language' | 'catalogue'>,
): Condition[] {
  const { categoryId, recursive, stockFrom, stockTo, manufacturerId, search } = filters;
  const conditions: Condition[] = [];
  const compare = (sql: string, value: number | undefined): void => {
    if (value !== undefined) conditions.push([sql, BigInt(value)]);
  };
  if (categoryId !== undefined) {
    const ids = JSON.stringify(recursive ? catalogue.below(categoryId) : [categoryId]);
    conditions.push(['categoryId IN (SELECT value FROM json_each(?)) AND categoryId <> 0', ids]);
  }
  compare('manufacturerId = ? AND manufacturerId <> 0', manufacturerId);
  compare('quantity >= ?', stockFrom);
  compare('quantity <= ?', stockTo);
  compare('productId < ?', hiddenFrom);
  if (search?.by === 'pattern') conditions.push(fitting(search, language));
  // The `<> ''` lets SQLite use the index, which leaves products without such a code out.
  else if (search) conditions.push([`${search.by} = ? AND ${search.by} <> ''`, search.value]);
  return conditions;
}

/**
 * Names are compared folded, in the store's own language and the requested one; codes ignore the case of ASCII only.
 */
function fitting({ value }: ProductSearch, language: ProductView['language']): Condition {
  const name = likePattern(fold(value));
  const code = likePattern(value);
  const columns = ['name', 'sku', 'model', 'ean', 'names ->> ?'];
  const sql = columns.map((column) => `${column} LIKE ? ESCAPE '\\'`).join(' OR ');
  return [`(${sql})`, name, code, code, code, language, name];
}
