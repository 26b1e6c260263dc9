import type { Connection } from '../../client/connection.ts';
import { allPages, type Page } from '../../client/pages.ts';
import { type Languages, listProducts, type ProductFilters } from '../../client/products.ts';
import { CliError } from '../../errors.ts';
import { addOptions, type RawOptions, readOptions } from '../../input/options.ts';
import { listWriter } from '../../output/formats.ts';
import { countKind } from '../../resources/kinds.ts';
import { product, productFilters } from '../../resources/products.ts';
import { formatCount } from '../../text/numbers.ts';
import type { CommandDefinition } from '../command.ts';
import type { Session } from '../session.ts';
import { addFilterOptions, addLanguageOptions, readFilters, readLanguages } from './filters.ts';

const pagingOptions = {
  limit: {
    flag: '--limit',
    kind: { ...countKind, typed: (text: string) => wholeFrom(1, text), expects: 'a whole number above 0' },
    about: `${productFilters.limit} (20)`,
  },
  offset: {
    flag: '--offset',
    kind: { ...countKind, typed: (text: string) => wholeFrom(0, text), expects: 'a whole number, 0 or more' },
    about: productFilters.offset,
  },
} as const;

const usualLimit = 20;

/** `shop-cli products list`: `GET /products`. */
export const list: CommandDefinition = {
  description:
    'Lists products. A product with options (sizes, colours) is listed once for each of them; --main-only lists it once.\n\n' +
    'Filters can be combined, but only one of --search, --sku and --ean.',
  examples: [
    ['products list', 'The first 20 products'],
    ['products list --search "*mug*" --stock-to 5', 'What is nearly sold out among the mugs'],
    ['products list --all --output ndjson', 'Every product, one JSON object a line'],
  ],
  options: (command) => {
    addFilterOptions(command);
    addOptions(command, pagingOptions);
    command.option('--all', 'every product that matches, page by page');
    addLanguageOptions(command);
  },
  run: listProductPages,
};

async function listProductPages(session: Session, raw: RawOptions): Promise<number> {
  const [filters, paging, languages] = [readFilters(raw), readOptions(pagingOptions, raw), readLanguages(session, raw)];
  if (raw.all === true && paging.limit !== undefined)
    throw new CliError('usage', '--all and --limit exclude one another.', { field: '--all' });
  const { target, settings, context } = session;
  const connection = await session.connect();
  const writer = listWriter(settings.output, { fields: product.fields }, target);
  const offset = paging.offset ?? 0;
  let matching: unknown;
  try {
    const pages =
      raw.all === true
        ? everyProduct(connection, filters, languages, offset)
        : onePage(connection, { ...filters, limit: String(paging.limit ?? usualLimit), offset: String(offset) }, languages);
    for await (const page of pages) {
      matching = page.totals.numRows;
      await writer.add(page.records);
      if (context.stdout.closed) return 0;
    }
  } finally {
    const { shown, hiddenColumns } = await writer.end();
    if (matching !== undefined) await tellWhatIsMissing(session, { shown, hiddenColumns, offset, matching: Number(matching) });
  }
  return 0;
}

/** Every product that matches, page by page. */
export function everyProduct(connection: Connection, filters: ProductFilters, languages: Languages, offset = 0): AsyncGenerator<Page> {
  return allPages((limit, at) => listProducts(connection, { ...filters, limit: String(limit), offset: String(at) }, languages), offset);
}

async function* onePage(connection: Connection, filters: ProductFilters, languages: Languages): AsyncGenerator<Page> {
  yield await listProducts(connection, filters, languages);
}

interface Shown {
  readonly shown: number;
  readonly hiddenColumns: number;
  readonly offset: number;
  readonly matching: number;
}

async function tellWhatIsMissing({ notice }: Session, { shown, hiddenColumns, offset, matching }: Shown): Promise<void> {
  if (matching === 0) await notice('No product matches.');
  else if (shown === 0) await notice(`No product is left at --offset ${offset}: ${formatCount(matching)} match.`);
  else if (shown < matching) await notice(`${formatCount(shown)} of ${formatCount(matching)} shown; --all for the rest.`);
  if (hiddenColumns > 0)
    await notice(
      `${hiddenColumns} more ${hiddenColumns === 1 ? 'column does' : 'columns do'} not fit this terminal; --output json shows everything.`,
    );
}

function wholeFrom(least: number, text: string): number | undefined {
  const value = countKind.typed(text);
  return value !== undefined && value >= least ? value : undefined;
}
