import { type Language, languageIds, languages } from '../../resources/shop-kinds.ts';
import { invalid } from './refusal.ts';

export type { Language } from '../../resources/shop-kinds.ts';

/** The store's own language: texts that have no translation are shown in it. */
export const defaultLanguage = 'nl' satisfies Language;

/** Where a request names its language: the query, and the header `Accept-Language` ('' without one). */
type Preferences = { readonly query: URLSearchParams; readonly acceptLanguage: string };

/**
 * The language of a reply: `acceptLanguageId`, else the first known one of `Accept-Language`, else the store's own.
 * @throws Refusal 422 for an unknown id.
 */
export function languageOf({ query, acceptLanguage }: Preferences): Language {
  const id = query.get('acceptLanguageId');
  if (!id) return fromHeader(acceptLanguage) ?? defaultLanguage;
  const language = languages.find((name) => String(languageIds[name]) === id);
  if (language) return language;
  const known = languages.map((name) => `${languageIds[name]} (${name})`).join(', ');
  throw invalid([{ field: 'acceptLanguageId', message: `must be one of ${known}` }]);
}

/** The first known language of the header; weights are not compared. Regions (`en-GB`) are treated alike. */
function fromHeader(header: string): Language | undefined {
  for (const wish of header.toLowerCase().split(',')) {
    const [name] = wish.trim().split(/[-;]/);
    const language = languages.find((known) => known === name);
    if (language) return language;
  }
  return undefined;
}
