import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import type { Context } from '../../context.ts';
import type { RawOptions } from '../../input/options.ts';
import type { CellTexts } from '../../output/csv.ts';
import { wrap } from '../../output/width.ts';
import type { Kind } from '../../resources/kind.ts';
import { type NewProduct, newProduct } from '../../resources/products.ts';
import { refuseOtherFormats, writeCatalogue } from './catalogue-file.ts';

/** `shop-cli template`: a file to fill in for `products import`. */
export const definition: CommandDefinition = {
  details:
    'Writes a CSV file with the columns that products import reads and two example rows, or an Excel workbook if --output-file ends with .xlsx. ' +
    'What each column means goes to stderr. Replace the example rows. Columns that you do not need can be deleted.',
  examples: [
    ['template --output-file products.xlsx', 'A workbook'],
    ['template --empty > new-products.csv', 'A CSV file with only the headings'],
  ],
  seeAlso: ['products import', 'products export', 'schema'],
  prints: ['catalogue.csv'],
  options: (command) => {
    command.option('--empty', 'write the headings without example rows');
  },
  run: writeTemplate,
};

async function writeTemplate(session: Session, raw: RawOptions): Promise<undefined> {
  refuseOtherFormats(session, raw, 'template', 'For the columns as JSON: shop-cli schema catalogue.csv');
  const rows = raw.empty === true ? [] : examples.map((row) => newProduct.names.map((name) => row[name]));
  await writeCatalogue(session, inOneBatch(rows));
  const { quiet, outputFile = '-' } = session.options;
  if (quiet) return;
  if (outputFile !== '-') await session.notice(`Wrote the template to ${session.writtenFile(outputFile)}.`);
  await session.notice(`Columns:\n${notes(session.context.stderr).join('\n')}`);
  if (rows.length > 0) await session.notice('Replace the two example rows before you import the file.');
}

type ExampleRow = Readonly<Partial<Record<keyof NewProduct, string>>>;

/** The codes are of the range for use inside a shop, and belong to no product. */
const examples: readonly ExampleRow[] = [
  {
    model: 'MUG-01',
    sku: 'EXAMPLE-1',
    ean: '2000000000015',
    name: 'Example mug, blue',
    quantity: '25',
    price: '12.50',
    purchasePrice: '6.20',
    status: 'online',
    taxRate: '21',
  },
  { sku: 'EXAMPLE-2', name: 'Example tea towel', quantity: '0', price: '8.95', status: 'offline', taxRate: '21' },
];

/** What each column means, and what it takes, in lines that fit a terminal. */
function notes({ isTerminal, columns }: Context['stderr']): readonly string[] {
  const width = isTerminal ? Math.max(minWidth, columns - indent - 1) : Number.POSITIVE_INFINITY;
  return Object.entries(newProduct.fields).flatMap(([name, field]) =>
    wrap(`${field.about.replace(/;.*/, '')}: ${valuesOf(name, field)}`, width).map(
      (line, at) => `  ${(at === 0 ? name : '').padEnd(indent - 2)}${line}`,
    ),
  );
}

/** Columns before what is said of a column, and the fewest for it. */
const indent = 16;
const minWidth = 20;

function valuesOf(
  name: string,
  { kind }: { readonly kind: Pick<Kind<unknown>, 'name' | 'expects' | 'suggestions'> },
): string {
  const values = kind.name === 'choice' ? kind.suggestions?.() : undefined;
  const expected = Array.isArray(values) ? values.map(([word]) => word).join(' or ') : kind.expects;
  if (name === 'sku' || name === 'ean') return `${expected}; every row needs an SKU or an EAN`;
  return `${expected}; ${name === 'name' ? 'required' : 'optional'}`;
}

async function* inOneBatch(rows: readonly CellTexts[]): AsyncGenerator<readonly CellTexts[]> {
  yield rows;
}
