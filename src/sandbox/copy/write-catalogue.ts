import type { Sqlite } from '../../system/sqlite.ts';
import { defaultLanguage } from '../http/language.ts';
import type { CopiedCategory, CopiedProduct } from './records.ts';

/** What a product says about its category and its manufacturer: no endpoint lists them. Inside a transaction. */
export function writeCatalogue(
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
