import type { ParsedRecord } from '../bytes/records.ts';
import type { FileFault } from '../faults.ts';
import { type ColumnPlan, columnName, isKnownHeading } from './columns.ts';
import { saysWithoutVat } from './headings.ts';

/** Everything that keeps a header from being a catalogue's. */
export function headerFaults(
  headings: readonly string[],
  plan: ColumnPlan,
  given: HeaderOptions,
): readonly FileFault[] {
  const has = new Set<string>([...plan.columns.map(({ field }) => field), ...given.constants]);
  const missing = [
    ...(given.isKeyed || has.has('sku') || has.has('ean')
      ? []
      : [noColumn('sku or ean, which a product is found by', 'sku', headings)]),
    ...(has.has('name') ? [] : [noColumn('name', 'name', headings)]),
  ];
  const unknown = given.strictColumns ? plan.unknown.map((column) => unknownColumn(columnName(column))) : [];
  return [...plan.faults, ...missing, ...unknown, ...vatFaults(plan, given)];
}

interface HeaderOptions {
  readonly constants: readonly string[];
  readonly strictColumns?: boolean | undefined;
  /** Whether rows without a key are given one. */
  readonly isKeyed?: boolean | undefined;
  readonly vatIncluded: boolean;
  readonly map: Readonly<Record<string, string>>;
}

/** Taking VAT out of prices that have none would sell everything too cheap. */
function vatFaults({ columns }: ColumnPlan, { vatIncluded, map }: HeaderOptions): readonly FileFault[] {
  const price = columns.find(({ field }) => field === 'price');
  if (!vatIncluded || !price || map.price !== undefined || !saysWithoutVat(price.heading)) return [];
  return [
    {
      problem: `The heading ${JSON.stringify(price.heading)} says that its prices are without VAT, --vat-included says that they include it.`,
      remedy: 'Leave --vat-included out, or name the column whose prices include VAT with --map price="<its heading>".',
    },
  ];
}

function noColumn(what: string, field: string, headings: readonly string[]): FileFault {
  const shown = headings.slice(0, 12).map((heading) => JSON.stringify(heading));
  const more = headings.length > shown.length ? `, and ${headings.length - shown.length} more` : '';
  return {
    problem: `The header has no column for ${what}; it is: ${shown.join(', ')}${more}.`,
    remedy: `The first line must be the header. Name the column with --map ${field}="<its heading>".`,
  };
}

const unknownColumn = (name: string): FileFault => ({
  problem: `The column ${JSON.stringify(name)} of the header is not a product's.`,
  remedy: 'Remove it, name it with --map, or leave out --strict-columns to ignore it.',
});

/** A second line of names would be sent as a product. */
export function bodyFaults([first]: readonly ParsedRecord[], { columns }: ColumnPlan): readonly FileFault[] {
  if (!first) return [onlyHeader];
  const cells = columns.map(({ index }) => first.cells[index] ?? '').filter((cell) => cell.trim() !== '');
  return cells.length > 1 && cells.every((cell) => isKnownHeading(cell)) ? [secondHeader(first.line, cells)] : [];
}

const secondHeader = (line: number, cells: readonly string[]): FileFault => ({
  problem: `Line ${line} holds names of columns too: ${cells.map((cell) => JSON.stringify(cell)).join(', ')}.`,
  remedy: 'Remove one of the two lines of names.',
});

export const emptyFile: FileFault = {
  problem: 'The file is empty.',
  remedy: 'A catalogue has a line with the names of the columns, such as sku,name,price, and a line per product.',
};

const onlyHeader: FileFault = {
  problem: 'The file has a header but no rows.',
  remedy: 'Check that it was exported whole.',
};
