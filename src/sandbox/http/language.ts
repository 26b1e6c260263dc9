import { type Language, languageIds, languages } from '../../resources/shop-kinds.ts';
import { invalid } from './refusal.ts';

export type { Language } from '../../resources/shop-kinds.ts';

/** The store's own language: texts that have no translation are shown in it. */
export const defaultLanguage: Language = 'nl';

/** Where a request names its language: the query, and the header `Accept-Language` ('' without one). */
interface Preferences {
  readonly query: URLSearchParams;
  readonly acceptLanguage: string;
}

/**
 * The language of a reply: `acceptLanguageId`, else the best known one of `Accept-Language`, else the store's own.
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

/**
 * RFC 9110, section 12.5.4: the highest weight wins, then the order written; weight 0 excludes. Regions (`en-GB`) are
 * treated alike.
 */
function fromHeader(header: string): Language | undefined {
  if (header === '') return undefined;
  const wishes = header.split(',').map(parseWish);
  const wanted = wishes.filter(({ weight }) => weight > 0).toSorted((left, right) => right.weight - left.weight);
  for (const { name } of wanted) {
    const language = name === '*' ? defaultLanguage : languages.find((known) => known === name);
    if (language) return language;
  }
  return undefined;
}

function parseWish(wish: string): { readonly name: string; readonly weight: number } {
  const [range = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  return { name: range.split('-')[0] ?? '', weight: weight === undefined ? 1 : Number(weight) || 0 };
}
