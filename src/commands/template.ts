import type { CommandDefinition } from '../cli/command.ts';
import type { Session } from '../cli/session.ts';
import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { type RawOptions, suggestAt } from '../input/options.ts';
import type { CellTexts } from '../output/csv.ts';
import { wrap } from '../output/width.ts';
import type { DraftField } from '../resources/draft-fields.ts';
import type { FileTable } from '../resources/file-table.ts';
import { importableAddresses } from '../resources/importable-addresses.ts';
import { importableCustomers } from '../resources/importable-customers.ts';
import { importableProducts } from '../resources/importable-products.ts';
import { refuseOtherFormats, writeRows } from './products/catalogue-file.ts';

/** `shop-cli template`: a file to fill in for `products import`, `customers import` or `addresses import`. */
export const definition: CommandDefinition = {
  details:
    'Writes a CSV file with the columns that an import reads and two example rows, or an Excel workbook if --output-file ends with .xlsx. ' +
    'It explains each column on stderr. Replace the example rows. You can delete columns that you do not need.',
  examples: [
    ['template --output-file products.xlsx', 'A workbook'],
    ['template --empty > new-products.csv', 'A CSV file with only the headings'],
    ['template customers > new-customers.csv', 'A file for customers import'],
  ],
  seeAlso: ['products import', 'products export', 'schema'],
  prints: ['catalogue.csv'],
  options: (command) => {
    command
      .argument('[noun]', `what to import: ${nouns.join(', ')} (default products)`)
      .option('--empty', 'write the headings without example rows');
    suggestAt(command, 'noun', { texts: () => nouns.map((noun) => [noun]), isClosed: true });
  },
  run: writeTemplate,
};

type ExampleRow = Readonly<Record<string, string>>;

interface Template {
  readonly table: FileTable;
  /** Its columns; without them, all that the import reads. */
  readonly columns?: readonly string[];
  readonly examples: readonly [ExampleRow, ExampleRow];
}

/** The codes are of the range for use inside a shop, and belong to no product; the people live nowhere. */
const templates: Readonly<Record<string, Template>> = {
  products: {
    table: importableProducts,
    examples: [
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
    ],
  },
  customers: {
    table: importableCustomers,
    columns: ['emailAddress', 'firstName', 'lastName', 'gender', 'phoneNumber'],
    examples: [
      {
        emailAddress: 'jo.example@example.com',
        firstName: 'Jo',
        lastName: 'Example',
        gender: 'f',
        phoneNumber: '020 555 0100',
      },
      { emailAddress: 'sam.sample@example.com', firstName: 'Sam', lastName: 'Sample' },
    ],
  },
  addresses: {
    table: importableAddresses,
    columns: [
      ...['customerEmail', 'company', 'firstName', 'lastName'],
      ...['streetAddress', 'houseNumber', 'houseNumberExtension', 'zipcode', 'city', 'state', 'country'],
    ],
    examples: [
      {
        customerEmail: 'jo.example@example.com',
        firstName: 'Jo',
        lastName: 'Example',
        streetAddress: 'Voorbeeldstraat',
        houseNumber: '12',
        houseNumberExtension: 'a',
        zipcode: '1234 AB',
        city: 'Utrecht',
        country: 'NL',
      },
      {
        customerEmail: 'sam.sample@example.com',
        company: 'Sample Ltd',
        firstName: 'Sam',
        lastName: 'Sample',
        streetAddress: 'Musterweg',
        houseNumber: '7',
        zipcode: '10115',
        city: 'Berlin',
        country: 'DE',
      },
    ],
  },
};

const nouns = Object.keys(templates);

async function writeTemplate(
  session: Session,
  raw: RawOptions,
  [noun = 'products']: readonly string[],
): Promise<undefined> {
  const { table, examples, columns: names = table.draft.names } = templateOf(noun);
  refuseOtherFormats(session, raw, 'template', 'For the columns as JSON: shop-cli schema catalogue.csv');
  const [, many] = table.names;
  const title = `${many.slice(0, 1).toUpperCase()}${many.slice(1)}`;
  const rows = raw.empty === true ? [] : examples.map((row) => names.map((name) => row[name]));
  await writeRows(session, { title, fields: table.draft.fields, names }, inOneBatch(rows));
  const { quiet, outputFile = '-' } = session.options;
  if (quiet) return;
  if (outputFile !== '-') await session.notice(`Wrote the template to ${session.writtenFile(outputFile)}.`);
  await session.notice(`Columns:\n${notes(session.context.stderr, table, names).join('\n')}`);
  if (rows.length > 0) await session.notice('Replace the two example rows before you import the file.');
}

function templateOf(noun: string): Template {
  const found = Object.hasOwn(templates, noun) ? templates[noun] : undefined;
  if (found) return found;
  throw new CliError('usage', `There is no template for "${noun}".`, {
    field: '<noun>',
    hint: `Use one of ${nouns.join(', ')}.`,
  });
}

/** What each column means, and what it takes, in lines that fit a terminal. */
function notes(
  { isTerminal, columns }: Context['stderr'],
  table: FileTable,
  names: readonly string[],
): readonly string[] {
  const indent = Math.max(...names.map((name) => name.length)) + 3;
  const width = isTerminal ? Math.max(minWidth, columns - indent - 1) : Number.POSITIVE_INFINITY;
  return names.flatMap((name) => {
    const field = table.draft.fields[name];
    if (!field) return [];
    return wrap(`${field.about.replace(/;.*/, '')}: ${valuesOf(name, field, table)}`, width).map(
      (line, at) => `  ${(at === 0 ? name : '').padEnd(indent - 2)}${line}`,
    );
  });
}

/** The fewest columns for what is said of a column of the file. */
const minWidth = 20;

function valuesOf(name: string, { kind, isRequired }: DraftField, { key, required }: FileTable): string {
  const values = kind.name === 'choice' ? kind.suggestions?.() : undefined;
  const { expects, expectsTyped = expects } = kind;
  const expected = Array.isArray(values) ? values.map(([word]) => word).join(' or ') : expectsTyped;
  if (name === 'sku' || name === 'ean') return `${expected}; every row needs an SKU or an EAN`;
  return `${expected}; ${isRequired || required.includes(name) || key.includes(name) ? 'required' : 'optional'}`;
}

async function* inOneBatch(rows: readonly CellTexts[]): AsyncGenerator<readonly CellTexts[]> {
  yield rows;
}
