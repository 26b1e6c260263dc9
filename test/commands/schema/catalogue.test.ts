import { parse as parseCsv } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../../src/commands/schema/catalogue.ts';
import { ownDirectory, shopCli } from '../../support/run.ts';
import { runInSandbox } from '../../support/store.ts';

// The Table Schema of the import file is held to what an import reads: cell by cell, what one refuses the other refuses.

interface Column {
  readonly name: string;
  readonly type: 'string' | 'integer' | 'number';
  readonly example: string;
  readonly constraints?: {
    readonly required?: boolean;
    readonly pattern?: string;
    readonly enum?: readonly string[];
    readonly minimum?: number;
    readonly maximum?: number;
  };
}

const columns = catalogue.fields as unknown as readonly Column[];

/** What Table Schema 2.0 says of a cell. */
function isAllowed({ type, constraints = {} }: Column, cell: string): boolean {
  if (cell === '') return constraints.required !== true;
  if (constraints.enum && !constraints.enum.includes(cell)) return false;
  if (constraints.pattern && !new RegExp(`^(?:${constraints.pattern})$`).test(cell)) return false;
  if (type === 'string') return true;
  const isNumber = type === 'integer' ? /^[+-]?\d+$/.test(cell) : /^[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(cell);
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = constraints;
  return isNumber && Number(cell) >= minimum && Number(cell) <= maximum;
}

const cells = [
  ...['', ' ', 'x', ' x', 'x ', 'a b', 'a\tb', 'a\nb', 'a\u0000b', 'a\u0085b', 'ü', '€', '-', '%'],
  ...['0', '1', '-1', '+1', '007', '1.5', '48.0000', '12.50', '12,50', '1,800', '1.234,56', '€ 12.50', '1e3'],
  ...['8.71235E+12', '8,7E12', '8712345678906', '871234567890', '100', '101', '5.5', '21%', '21 %'],
  ...['999999999999999', '1000000000000000', '12.345678901234567', '-999999999999999', '-12.5'],
  ...['online', 'offline', 'Online', 'yes', 'no', 'true', 'FALSE', '2', 'on'],
];

/** The cells of a column that an import takes, each in a row of its own that is right but for that cell. */
async function accepted(column: string): Promise<ReadonlySet<string>> {
  const other = { sku: 'S', name: 'Lamp' };
  const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  // An EAN is a key as well, which no other row may have.
  const rows = cells.map((cell, at) => {
    const values = { ...other, sku: `S-${at}`, [column]: cell, ...(column === 'sku' && { ean: String(9e12 + at) }) };
    return Object.values(values).map(quoted).join(',');
  });
  const headings = Object.keys({ ...other, [column]: '', ...(column === 'sku' && { ean: '' }) });
  // One file a cell would take minutes; the first line of a row is found in the faults.
  const directory = ownDirectory({ 'in.csv': `${headings.join(',')}\n${rows.join('\n')}\n` });
  const { out } = await shopCli(['products', 'import', 'in.csv', '--dry-run', '--json', '--decimal', '.'], {
    directory,
  });
  const { faults } = JSON.parse(out) as { readonly faults: readonly { readonly line: number }[] };
  const lines = new Set(faults.map(({ line }) => line));
  let line = 2;
  const right = cells.filter((_, at) => {
    const first = line;
    line += (rows[at] ?? '').split('\n').length;
    return !lines.has(first);
  });
  return new Set(right);
}

describe('the schema of the import file', () => {
  test.each(columns)('allows no cell of $name that an import refuses, but for what it cannot say', async (column) => {
    const taken = await accepted(column.name);
    const wrong = cells.filter((cell) => isAllowed(column, cell) && !taken.has(cell));
    expect(wrong).toEqual(unsaid[column.name] ?? []);
  });

  test.each(columns)(
    'refuses no cell of $name that an import takes, but for other ways to write a value',
    async (column) => {
      const taken = await accepted(column.name);
      const refused = cells.filter((cell) => !isAllowed(column, cell) && taken.has(cell));
      expect(refused).toEqual(otherWays[column.name] ?? []);
    },
  );

  test.each(columns)('has an example of $name that it allows itself', ({ example, ...column }) => {
    expect(isAllowed({ ...column, example }, example)).toBe(true);
  });
});

test('the columns that products export writes are those of the import file, and each cell is allowed', async () => {
  const [headings, ...rows] = parseCsv((await runInSandbox('products export')).out) as string[][];
  const wrong = rows.flatMap((row) => columns.filter((column, at) => !isAllowed(column, row[at] ?? '')));
  expect([headings, wrong]).toEqual([columns.map(({ name }) => name), []]);
});

/** Table Schema has no number that is whole and may have zeros behind the point, and none without plus sign and exponent. */
const amounts = ['+1', '1e3', '8.71235E+12'];
/** Its pattern of codes is older, and stays as it is for programs that rely on it. */
const rounded = ['8.71235E+12', '8,7E12'];
const unsaid: Readonly<Record<string, readonly string[]>> = {
  model: rounded,
  sku: ['-', ...rounded, 'true', 'FALSE'],
  // The pattern is published: a narrower one would break whoever relies on it.
  ean: ['48.0000'],
  quantity: ['+1', '1.5', '12.50', '1e3', '8.71235E+12', '5.5', '12.345678901234567', '-12.5'],
  categoryId: ['+1', '007'],
  price: amounts,
  purchasePrice: amounts,
  taxRate: ['1.5', '12.50', '5.5', '12.345678901234567'],
};

/** Blank cells, thousands, signs of currencies and of percent, and capitals. */
const otherWays: Readonly<Record<string, readonly string[]>> = {
  ...{ model: [' '], sku: [' '], ean: [' ', ' x', 'x '] },
  ...{ quantity: [' ', '1,800'], categoryId: [' ', '1,800'] },
  ...{ price: [' ', '1,800', '€ 12.50'], purchasePrice: [' ', '1,800', '€ 12.50'] },
  ...{ status: [' ', 'Online', 'FALSE'], taxRate: [' ', '21%', '21 %'] },
};
