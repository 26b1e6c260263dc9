import type { Sqlite } from '../../system/sqlite.ts';
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
}

export function readCatalogue(database: Sqlite): Catalogue {
  const categories = readCategories(database);
  const manufacturers = new Map(
    database.all('SELECT id, name FROM manufacturers').map((row) => [Number(row.id), String(row.name)]),
  );
  return {
    category: (id) => categories.get(id),
    below: (id) => [...categories.values()].filter(({ path }) => path.includes(id)).map((category) => category.id),
    manufacturerName: (id) => manufacturers.get(id) ?? '',
  };
}

/** Parents are stored before their children, so that each path grows from a known one. */
function readCategories(database: Sqlite): ReadonlyMap<number, Category> {
  const categories = new Map<number, Category>();
  for (const row of database.all('SELECT id, parentId, names FROM categories ORDER BY id')) {
    const id = Number(row.id);
    const names = JSON.parse(String(row.names)) as Partial<Record<Language, string>>;
    categories.set(id, {
      id,
      path: [...(categories.get(Number(row.parentId))?.path ?? []), id],
      name: (language) => names[language] ?? names[defaultLanguage] ?? '',
    });
  }
  return categories;
}
