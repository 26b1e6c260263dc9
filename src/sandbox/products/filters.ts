import type { Kind } from '../../resources/kind.ts';
import { countKind, flagKind, idKind } from '../../resources/kinds.ts';
import type { ProductFilter } from '../../resources/products.ts';
import { refuseIfAny } from '../http/body.ts';
import { bothForms, filterParameter, readPaging } from '../http/paging.ts';
import type { WrongField } from '../http/refusal.ts';

/** Longer patterns only cost time; no product has such a name. */
const longestPattern = 200;

/** The query of `GET /products`, checked. Absent filters are undefined. */
export type Filters = ReturnType<typeof readFilters>;

/** What a search looks for: an exact EAN or SKU, or a pattern with `*` and `?`. */
export type ProductSearch = NonNullable<Filters['search']>;

/**
 * Reads the filters, each plain (`stockFrom=5`) or as `filter[stockFrom]=5`, which wins; `search` only as
 * `filter[search]`. An empty value is no filter, but for a flag, which it sets.
 * @throws Refusal 422 that names every invalid filter.
 */
export function readFilters(query: URLSearchParams) {
  const wrong: WrongField[] = [];
  const read = (name: ProductFilter, kind: Kind<number>): number | undefined => {
    const text = filterParameter(query, name);
    const value = text === undefined ? undefined : kind.typed(text);
    if (text !== undefined && value === undefined) wrong.push({ field: name, message: `must be ${kind.expects}` });
    return value;
  };
  // A bare `?only_main_products` says yes.
  const isSet = (name: 'only_main_products' | 'recursiveCategories'): boolean =>
    bothForms(name).some((form) => query.has(form)) && (read(name, flagKind) ?? 1) === 1;
  const filters = {
    onlyMain: isSet('only_main_products'),
    categoryId: read('categoryId', idKind),
    recursive: isSet('recursiveCategories'),
    stockFrom: read('stockFrom', countKind),
    stockTo: read('stockTo', countKind),
    manufacturerId: read('manufacturerId', idKind),
    search: readSearch(query.get('filter[search]') ?? '', wrong),
    ...readPaging(query, wrong),
  };
  refuseIfAny(wrong);
  return filters;
}

function readSearch(text: string, wrong: WrongField[]) {
  if (text === '') return undefined;
  if (text.length > longestPattern)
    wrong.push({ field: 'search', message: `must not be longer than ${longestPattern} characters` });
  if (text.includes('\0')) wrong.push({ field: 'search', message: 'must not contain a NUL character' });
  const [, by, value = ''] = /^(ean|sku):(.*)$/s.exec(text) ?? [];
  return by === undefined ? { by: 'pattern' as const, value: text } : { by: by as 'ean' | 'sku', value };
}

/** Text as the search compares it: without the difference of upper and lower case, in one Unicode form. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/**
 * A search pattern as SQL's LIKE with `\` as escape: `*` is any text, `?` any one character, all else itself. A pattern
 * without either means "contains", since people type a word and not a whole name; with one of them it must fit the
 * whole value, as file names do.
 */
export function likePattern(pattern: string): string {
  const literal = pattern.replace(/[\\%_]/g, '\\$&');
  if (!/[*?]/.test(pattern)) return `%${literal}%`;
  return literal.replace(/\*+/g, '%').replaceAll('?', '_');
}
