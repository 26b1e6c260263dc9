import type { Command } from 'commander';
import type { Session } from '../../cli/session.ts';
import type { Languages, ProductFilters } from '../../client/endpoints/products.ts';
import { CliError } from '../../errors.ts';
import { addOptions, option, type RawOptions, readOptions } from '../../input/options.ts';
import { codeKind, countKind, idKind, textKind } from '../../resources/kinds.ts';
import { productFilters } from '../../resources/products.ts';
import { languageIdKind, languages, languageTagKind } from '../../resources/shop-kinds.ts';

const filterOptions = {
  search: option(textKind, 'search name, article number, SKU and EAN; * and ? are wildcards'),
  sku: option(codeKind, 'exact SKU'),
  ean: option(codeKind, 'exact EAN'),
  category: option(idKind, productFilters.categoryId),
  manufacturer: option(idKind, productFilters.manufacturerId),
  stockFrom: option(countKind, productFilters.stockFrom),
  stockTo: option(countKind, productFilters.stockTo),
};

/** Adds the filters of `GET /products`. */
export function addFilterOptions(command: Command): void {
  addOptions(command, filterOptions);
  command.option('--recursive', productFilters.recursiveCategories);
}

/** Adds `--language`, the language of product texts. */
export function addTextLanguageOption(command: Command): void {
  addOptions(command, textLanguageOption);
}

const textLanguageOption = {
  language: option(languageTagKind, `language of texts: ${languages.join(', ')}, …`),
};

/** The language of product texts: `--language` or `SHOP_LANGUAGE`. @throws CliError `usage` */
export const readTextLanguage = ({ settings }: Session, raw: RawOptions): string | undefined =>
  readOptions(textLanguageOption, raw).language ?? settings.language;

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
  const typed = readOptions(filterOptions, raw);
  const searches = [
    typed.search,
    typed.sku === undefined ? undefined : `sku:${typed.sku}`,
    typed.ean === undefined ? undefined : `ean:${typed.ean}`,
  ];
  const used = searches.filter((search) => search !== undefined);
  if (used.length > 1)
    throw new CliError('usage', 'Use only one of --search, --sku and --ean.', {
      field: '--search',
    });
  if (raw.recursive === true && typed.category === undefined)
    throw new CliError('usage', '--recursive needs --category.', { field: '--recursive' });
  return Object.fromEntries(
    Object.entries({
      search: used[0],
      categoryId: typed.category?.toString(),
      recursiveCategories: raw.recursive === true ? 'true' : undefined,
      manufacturerId: typed.manufacturer?.toString(),
      stockFrom: typed.stockFrom?.toString(),
      stockTo: typed.stockTo?.toString(),
      only_main_products: raw.mainOnly === true ? 'true' : undefined,
    }).filter(([, value]) => value !== undefined),
  );
}

/** The language of product texts: `--language-id`, and `--language` or `SHOP_LANGUAGE`. */
export function readLanguages(session: Session, raw: RawOptions): Languages {
  return {
    language: readTextLanguage(session, raw),
    languageId: readOptions(languageOptions, raw).languageId?.toString(),
  };
}
