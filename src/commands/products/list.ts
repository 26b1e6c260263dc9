import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { type Connection, hostOf } from '../../client/connection.ts';
import { type Languages, listProducts, type ProductFilters } from '../../client/endpoints/products.ts';
import { orNoMatch } from '../../client/lists.ts';
import { allPages } from '../../client/pager.ts';
import { inconsistentList, isCountedEmpty, type Page } from '../../client/pages.ts';
import type { RawOptions } from '../../input/options.ts';
import { type Product, product, productFilters } from '../../resources/products.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { HashSet, hashOf } from '../../text/hash-set.ts';
import { addPagingOptions, listPages } from '../shared/list.ts';
import { addFilterOptions, addLanguageOptions, readFilters, readLanguages } from './filters.ts';

/** `shop-cli products list`: `GET /products`. */
export const definition: CommandDefinition = {
  details:
    'A product with options, such as sizes or colours, has one row per option; with --main-only it has one row.\n\n' +
    'Combine any filters, but use only one of --search, --sku and --ean.',
  examples: [
    ['products list', 'List the first 20 products'],
    ['products list --search "*lamp*" --stock-to 20', 'Lamps with at most 20 in stock'],
    ['products list --all --output ndjson', 'Every product, one JSON object per line'],
  ],
  seeAlso: ['products get', 'products export'],
  result: product,
  prints: 'list',
  options: (command) => {
    addFilterOptions(command);
    command.option('--main-only', productFilters.only_main_products);
    addPagingOptions(command);
    addLanguageOptions(command);
  },
  run: listProductPages,
};

async function listProductPages(session: Session, raw: RawOptions): Promise<undefined> {
  const filters = readFilters(raw);
  const languages = readLanguages(session, raw);
  return await listPages(session, raw, {
    connection: await session.connect(),
    record: product,
    names: ['product', 'products'],
    fetchPage: (limit, offset, connection) => matchingPage(connection, filters, languages, { limit, offset }),
    noneHint: noneHint(filters),
    ...(filters.only_main_products === 'true' && { isListed: onceEach() }),
  });
}

/** A category may have products in its subcategories alone. */
const noneHint = ({ categoryId, recursiveCategories }: ProductFilters): string | undefined =>
  categoryId !== undefined && recursiveCategories === undefined
    ? 'To include its subcategories, add --recursive.'
    : undefined;

/** A store that ignores `only_main_products` lists a product once for each variant: only the first is listed. */
export function onceEach(): (record: StoreRecord) => boolean {
  const listed = new HashSet();
  return ({ uprid, productId }) => listed.add(hashOf(String(productId ?? uprid).replace(/\{.*/, '')));
}

/**
 * Some stores answer 404 where nothing matches. Without a filter it means that the address of the store is wrong, and
 * on a later page that the list breaks off.
 */
async function matchingPage(
  connection: Connection,
  filters: ProductFilters,
  languages: Languages,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Page<Product>> {
  const page = listProducts(connection, { ...filters, limit: String(limit), offset: String(offset) }, languages);
  if (offset > 0 || isWhole(filters)) return await page;
  return await orNoMatch(page);
}

const isWhole = (filters: ProductFilters): boolean =>
  Object.keys(filters).every((name) => name === 'only_main_products');

/**
 * Every product that matches, page by page.
 * @throws CliError `refused` for a whole catalogue without products and without a count: it would replace a backup
 */
export function everyProduct(
  connection: Connection,
  filters: ProductFilters,
  languages: Languages,
): AsyncGenerator<Page> {
  const fetchPage = async (limit: number, offset: number, telling: Connection): Promise<Page> => {
    const page = await matchingPage(telling, filters, languages, { limit, offset });
    const isEmpty = offset === 0 && page.records.length === 0;
    if (isEmpty && isWhole(filters) && !isCountedEmpty(page))
      throw inconsistentList(hostOf(connection), 'it has no products, and the store does not count them');
    return page;
  };
  return allPages(fetchPage, { connection });
}
