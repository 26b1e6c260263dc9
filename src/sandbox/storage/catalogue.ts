import type { Sqlite } from '../../system/sqlite.ts';
import { imageNames } from '../first-data/shop.ts';
import { defaultLanguage, type Language } from '../http/language.ts';

interface Category {
  readonly id: number;
  /** From the root to the category itself. */
  readonly path: readonly number[];
  name(language: Language): string;
}

/** What products point to. No endpoint changes it, so it is read once when the store is opened. */
export interface Catalogue {
  category(id: number): Category | undefined;
  /** The category itself and everything below it; empty when there is no such category. */
  below(id: number): readonly number[];
  manufacturerName(id: number): string;
  /** Whether a new product may name this category. A copy has only those that a copied product is in. */
  takesCategory(id: number): boolean;
  /** Whether a new product may name this image. */
  takesImage(name: string): boolean;
}

export function readCatalogue(database: Sqlite): Catalogue {
  const categories = readCategories(database);
  const manufacturers = new Map(
    database.all('SELECT id, name FROM manufacturers').map((row) => [Number(row.id), String(row.name)]),
  );
  const isCopy = database.get("SELECT 1 FROM settings WHERE name = 'copy'") !== undefined;
  return {
    takesCategory: (id) => isCopy || categories.has(id),
    takesImage: (name) => isCopy || imageNames.has(name),
    category: (id) => categories.get(id),
    below: (id) => [...categories.values()].filter(({ path }) => path.includes(id)).map((category) => category.id),
    manufacturerName: (id) => manufacturers.get(id) ?? '',
  };
}

function readCategories(database: Sqlite): ReadonlyMap<number, Category> {
  const rows = database.all('SELECT id, parentId, names FROM categories');
  const parents = new Map(rows.map((row) => [Number(row.id), Number(row.parentId)]));
  return new Map(
    rows.map((row) => {
      const id = Number(row.id);
      const names = JSON.parse(String(row.names)) as Partial<Record<Language, string>>;
      const name = (language: Language) => names[language] ?? names[defaultLanguage] ?? '';
      return [id, { id, path: pathTo(id, parents), name }];
    }),
  );
}

/** Ends where a category of another store is above itself. */
function pathTo(id: number, parents: ReadonlyMap<number, number>): readonly number[] {
  const path: number[] = [];
  for (let at: number | undefined = id; at && parents.has(at) && !path.includes(at); at = parents.get(at))
    path.unshift(at);
  return path;
}
