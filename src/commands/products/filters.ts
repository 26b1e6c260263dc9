import type { Command } from 'commander';
import type { Session } from '../../cli/session.ts';
import type { Languages, ProductFilters } from '../../client/endpoints/products.ts';
import { CliError } from '../../errors.ts';
import { addOptions, option, type RawOptions, readOptions } from '../../input/options.ts';
import { codeKind, countKind, idKind, textKind } from '../../resources/kinds.ts';
import { productFilters } from '../../resources/products.ts';
import { languageIdKind } from '../../resources/shop-kinds.ts';
import { addTextLanguageOption, readTextLanguage } from '../shared/text-language.ts';

/** The API lists products alone. */
function idsOf(group: 'category' | 'manufacturer'): string {
  return `To find the ID, look at a product: shop-cli products list --search "*part of the name*" --fields name,${group}.id,${group}.name`;
}

const filterOptions = {
  search: option(textKind, 'search name, article number, SKU and EAN; * and ? are wildcards'),
  sku: option(codeKind, 'exact SKU'),
  ean: option(codeKind, 'exact EAN'),
  category: option(idKind, productFilters.categoryId, idsOf('category')),
  manufacturer: option(idKind, productFilters.manufacturerId, idsOf('manufacturer')),
  stockFrom: option(countKind, productFilters.stockFrom),
  stockTo: option(countKind, productFilters.stockTo),
};

/** Adds the filters of `GET /products`. */
export function addFilterOptions(command: Command): void {
  addOptions(command, filterOptions);
  command.option('--recursive', productFilters.recursiveCategories);
}

/** Adds the language of product texts, for commands that read. */
export function addLanguageOptions(command: Command): void {
  addTextLanguageOption(command);
  addOptions(command, languageOptions);
}

const languageOptions = {
  languageId: option(languageIdKind, 'language ID of the store, such as 5'),
};

/**
 * The filters as the API takes them.
 * @throws CliError `usage` for values at fault and for filters that exclude one another.
 */
export function readFilters(raw: RawOptions): ProductFilters {
  const { search, sku, ean, category, manufacturer, stockFrom, stockTo } = readOptions(filterOptions, raw);
  const codes = Object.entries({ sku, ean }).map(([name, code]) =>
    code === undefined ? undefined : `${name}:${code}`,
  );
  const searches = [search, ...codes].filter((text) => text !== undefined);
  if (searches.length > 1)
    throw new CliError('usage', 'Use only one of --search, --sku and --ean.', { field: '--search' });
  if (raw.recursive === true && category === undefined)
    throw new CliError('usage', '--recursive needs --category.', { field: '--recursive' });
  const filters = {
    search: searches[0],
    categoryId: category,
    recursiveCategories: raw.recursive,
    manufacturerId: manufacturer,
    stockFrom,
    stockTo,
    only_main_products: raw.mainOnly,
  };
  const stated = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(stated.map(([name, value]) => [name, String(value)]));
}

/** The language of product texts: `--language-id`, and `--language` or `SHOP_LANGUAGE`. */
export function readLanguages(session: Session, raw: RawOptions): Languages {
  return {
    language: readTextLanguage(session, raw),
    languageId: readOptions(languageOptions, raw).languageId?.toString(),
  };
}
