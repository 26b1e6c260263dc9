import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import type { RawOptions } from '../../input/options.ts';
import { type CsvCells, csvWriter } from '../../output/csv.ts';
import { valueAt } from '../../output/paths.ts';
import { newProduct, type Product, recordPaths } from '../../resources/products.ts';
import { formatCount } from '../../text/numbers.ts';
import { withProgress } from '../shared/list.ts';
import { addFilterOptions, addLanguageOptions, readFilters, readLanguages } from './filters.ts';
import { everyProduct } from './list.ts';

/** `shop-cli products export`: every page of `GET /products`, as CSV that `products import` reads. */
export const exportProducts: CommandDefinition = {
  details:
    `Writes a CSV file that products import reads, with the columns ${newProduct.names.join(', ')}. ` +
    'Prices exclude VAT, and image is the first image. imageAlt stays empty, since the API does not return it.\n\n' +
    'Each product is one row, without its options, as products list --main-only lists them. A cell that a spreadsheet would run as a formula starts with an apostrophe, ' +
    'which products import removes; --raw omits it.',
  examples: [
    ['products export > catalogue.csv', 'Export the whole catalogue'],
    ['products export --search "*mug*" > mugs.csv', 'Export a selection'],
  ],
  seeAlso: ['products import'],
  options: (command) => {
    addFilterOptions(command);
    command.option('--raw', 'add no apostrophe before =, +, - and @');
    addLanguageOptions(command);
  },
  run: writeExport,
};

async function writeExport(session: Session, raw: RawOptions): Promise<number> {
  const { target, context, notice } = session;
  if (raw.json === true || (raw.output !== undefined && raw.output !== 'csv')) {
    throw new CliError('usage', 'products export can only write CSV.', {
      field: '--output',
      hint: 'For JSON: shop-cli products list --all --output json',
    });
  }
  const [filters, languages] = [{ ...readFilters(raw), only_main_products: 'true' }, readLanguages(session, raw)];
  const connection = await session.connect();
  const writer = csvWriter(newProduct.names, {
    write: target.write,
    raw: raw.raw === true,
    escape: target.width !== undefined,
  });
  const count = { rows: 0, keyless: 0 };
  for await (const { records } of withProgress(session, everyProduct(connection, filters, languages))) {
    await writer.rows(records.map(exportCells));
    count.rows += records.length;
    count.keyless += records.filter((record) => !record.sku && !record.ean).length;
    if (context.stdout.closed) return 0;
  }
  await writer.rows([]);
  await notice(`Exported ${formatCount(count.rows)} ${count.rows === 1 ? 'product' : 'products'}.`);
  if (count.keyless > 0)
    await notice(`${formatCount(count.keyless)} of them have no SKU and no EAN; products import requires one.`);
  return 0;
}

/** One product as the cells of an import file. */
function exportCells(record: Product): CsvCells {
  return newProduct.names.map((name) => {
    const text = (recordPaths[name] ?? [name]).map((path) => cellAt(record, path)).find((found) => found !== undefined);
    // The store writes 0 where there is no category.
    return text === '0' && newProduct.fields[name].kind.name === 'id' ? undefined : text;
  });
}

/** A single value, or the first of several. */
function cellAt(record: Product, path: string): string | undefined {
  const found = valueAt(record, path);
  const value: unknown = Array.isArray(found) ? found[0] : found;
  return value === undefined || value === null || value === '' || typeof value === 'object' ? undefined : String(value);
}
