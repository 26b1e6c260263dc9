import type { Sqlite } from '../../system/sqlite.ts';
import data from '../first-data/data.json' with { type: 'json' };
import { imageNames } from '../first-data/shop.ts';
import { defaultLanguage, type Language } from '../http/language.ts';

interface Category {
  /** The IDs from the root to the category itself. */
  readonly path: readonly number[];
  readonly names: Readonly<Partial<Record<Language, string>>>;
}

/**
 * What products point to. No endpoint changes it, and none lists it: a store that began empty takes any category and
 * image, so that a catalogue of another store can be imported.
 */
export type ShopCatalogue = ReturnType<typeof readCatalogue>;

export function readCatalogue(database: Sqlite) {
  const beganEmpty = database.get("SELECT 1 FROM settings WHERE name = 'empty'") !== undefined;
  const all: readonly Category[] = data.categories;
  const categories = new Map(all.map((category) => [category.path.at(-1) ?? 0, category]));
  const manufacturers = new Map(data.manufacturers.map(({ id, name }) => [id, name]));
  return {
    pathTo: (id: number) => categories.get(id)?.path ?? [],
    categoryName(id: number, language: Language): string {
      const { names = {} } = categories.get(id) ?? {};
      return names[language] ?? names[defaultLanguage] ?? '';
    },
    /** The category itself and everything below it. */
    below: (id: number) => [id, ...[...categories].flatMap(([each, { path }]) => (path.includes(id) ? [each] : []))],
    manufacturerName: (id: number) => manufacturers.get(id) ?? '',
    /** Whether a new product may name this category. */
    takesCategory: (id: number) => beganEmpty || categories.has(id),
    takesImage: (name: string) => beganEmpty || imageNames.has(name),
  };
}
