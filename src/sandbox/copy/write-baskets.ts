import { type NewLine, newLine } from '../../resources/baskets.ts';
import { canonicalUprid, parseUprid } from '../../resources/shop-kinds.ts';
import type { Sqlite } from '../../system/sqlite.ts';
import { findBasket, findLine, insertBasket, insertLine, touchBasket, updateLine } from '../baskets/store.ts';
import type { CopiedBasket, CopiedLine } from './records.ts';

/** What a page of baskets brought. */
export interface WrittenBaskets {
  fresh: number;
  /** Lines of products that were not copied: they are left out. */
  withoutProduct: number;
}

/** Writes baskets that are not there yet. Inside a transaction. */
export function writeBaskets(database: Sqlite, baskets: readonly CopiedBasket[]): WrittenBaskets {
  const written = { fresh: 0, withoutProduct: 0 };
  for (const basket of baskets) {
    if (findBasket(database, basket.basketKey)) continue;
    written.fresh++;
    const id = Number(insertBasket(database, basket.basketKey, {}, basket.dateCreated));
    for (const line of basket.lines) if (!writeLine(database, id, line)) written.withoutProduct++;
    if (basket.lastModified !== null) touchBasket(database, id, basket.lastModified);
  }
  return written;
}

function writeLine(database: Sqlite, basketId: number, line: CopiedLine): boolean {
  if (!('uprid' in line)) {
    insertLine(database, basketId, fieldsOf(line), undefined);
    return true;
  }
  const parts = parseUprid(line.uprid);
  if (!database.get('SELECT id FROM products WHERE id = ?', parts.productId)) return false;
  const uprid = canonicalUprid(parts);
  const before = findLine(database, basketId, uprid);
  const quantity = (before?.fields.quantity ?? 0) + line.quantity;
  if (before) updateLine(database, before.id, { ...before.fields, quantity });
  else insertLine(database, basketId, fieldsOf({ ...line, uprid }), uprid);
  return true;
}

function fieldsOf(line: CopiedLine): NewLine {
  const read = newLine.fromJson(line);
  if (read.ok) return read.value;
  throw new Error(`A copied line is invalid: ${read.faults.map(({ field }) => field).join(', ')}.`);
}
