import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import type { RawOptions } from '../../input/options.ts';
import type { CellTexts } from '../../output/csv.ts';
import { valueAt } from '../../output/paths.ts';
import { newProduct, type Product, recordPaths } from '../../resources/products.ts';
import { formatCount } from '../../text/numbers.ts';
import { withProgress } from '../shared/list.ts';
import { refuseOtherFormats, writeRows } from './catalogue-file.ts';
import { addFilterOptions, addLanguageOptions, readFilters, readLanguages } from './filters.ts';
import { everyProduct, onceEach } from './list.ts';

/** `shop-cli products export`: every page of `GET /products`, as CSV or a workbook that `products import` reads. */
export const definition: CommandDefinition = {
  details:
    `Writes a CSV file that products import reads, or an Excel workbook if --output-file ends with .xlsx. Columns: ${newProduct.names.join(', ')}. ` +
    'Prices exclude VAT, and image is the first image. imageAlt stays empty, because the API does not return it.\n\n' +
    'Each product is one row, without its options, as in products list --main-only. A CSV cell that a spreadsheet would run as a formula starts with an apostrophe, ' +
    'which products import removes; --raw omits it.',
  examples: [
    ['products export > catalogue.csv', 'Export the whole catalogue'],
    ['products export --output-file products.xlsx', 'Export an Excel workbook'],
    ['products export --search "*mug*" > mugs.csv', 'Export a selection'],
  ],
  seeAlso: ['products import'],
  prints: ['catalogue.csv'],
  options: (command) => {
    addFilterOptions(command);
    command.option('--raw', 'do not put an apostrophe before =, +, - and @');
    addLanguageOptions(command);
  },
  run: writeExport,
};

async function writeExport(session: Session, raw: RawOptions): Promise<undefined> {
  const { context, notice } = session;
  refuseOtherFormats(session, raw, 'products export', 'For JSON: shop-cli products list --all --output json');
  const filters = { ...readFilters(raw), only_main_products: 'true' };
  const languages = readLanguages(session, raw);
  const connection = await session.connect();
  const count = { rows: 0, keyless: 0 };
  const batches = async function* (): AsyncGenerator<readonly CellTexts[]> {
    const isListed = onceEach();
    for await (const page of withProgress(session, everyProduct(connection, filters, languages))) {
      const records = page.records.filter(isListed);
      count.rows += records.length;
      count.keyless += records.filter((record) => !record.sku && !record.ean).length;
      yield records.map(exportCells);
    }
  };
  await writeRows(session, { title: 'Products', ...newProduct }, batches(), raw.raw === true);
  if (context.stdout.closed) return;
  const { outputFile = '-' } = session.options;
  const place = outputFile === '-' ? '' : `, to ${session.writtenFile(outputFile)}`;
  await notice(
    `Exported ${formatCount(count.rows)} ${count.rows === 1 ? 'product' : 'products'}, without variants${place}.`,
  );
  if (count.keyless > 0)
    await notice(
      `${formatCount(count.keyless)} of them ${count.keyless === 1 ? 'has' : 'have'} no SKU and no EAN. To import ${count.keyless === 1 ? 'it' : 'them'}, pass --generate-sku to products import.`,
    );
}

/** One product as the cells of an import file. */
function exportCells(record: Product): CellTexts {
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
