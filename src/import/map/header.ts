import { firstOf } from '../../text/words.ts';
import type { FileFault } from '../file/faults.ts';
import type { FileRecord } from '../file/records.ts';
import { type ColumnOptions, type ColumnPlan, columnName, isKnownHeading } from './columns.ts';
import { saysWithoutVat } from './headings.ts';

/** All faults of a header. */
export function headerFaults(
  headings: readonly string[],
  plan: ColumnPlan,
  options: ColumnOptions,
): readonly FileFault[] {
  const has = new Set<string>([...plan.columns.map(({ field }) => field), ...options.constants]);
  const missing = [
    ...(options.generateSku || has.has('sku') || has.has('ean') ? [] : [noColumn('sku or ean', 'sku', headings)]),
    ...(has.has('name') ? [] : [noColumn('name', 'name', headings)]),
  ];
  const unknown =
    options.strictColumns && plan.unknown.length > 0 ? [unknownColumns(plan.unknown.map(columnName))] : [];
  return [...plan.faults, ...missing, ...unknown, ...vatFaults(plan, options)];
}

/** Removing VAT from prices without VAT would make everything too cheap. */
function vatFaults({ columns }: ColumnPlan, { vatIncluded, map }: ColumnOptions): readonly FileFault[] {
  const price = columns.find(({ field }) => field === 'price');
  if (!vatIncluded || !price || map.price !== undefined || !saysWithoutVat(price.heading)) return [];
  return [
    {
      problem: `Prices in ${JSON.stringify(price.heading)} exclude VAT, but --vat-included says they include it.`,
      remedy: 'Remove --vat-included, or choose the column that includes VAT: --map price="<heading>"',
    },
  ];
}

function noColumn(what: string, field: string, headings: readonly string[]): FileFault {
  const shown = firstOf(headings.map((heading) => JSON.stringify(heading)));
  return {
    problem: `The header has no column for ${what}. Columns: ${shown}.`,
    remedy: `To choose a column: --map ${field}="<heading>". If the headings are on another line: --header-row <n>`,
  };
}

function unknownColumns(names: readonly string[]): FileFault {
  const [columns, them] = names.length === 1 ? ['column', 'it'] : ['columns', 'them'];
  return {
    problem: `Unknown ${columns} ${firstOf(names.map((name) => JSON.stringify(name)))}.`,
    remedy: `Remove ${them}, map ${them} with --map, or drop --strict-columns to ignore ${them}.`,
  };
}

/** A second header would be sent as a product. */
export function bodyFaults([first]: readonly FileRecord[], { columns }: ColumnPlan): readonly FileFault[] {
  if (!first) return [onlyHeader];
  const cells = columns.map(({ index }) => first.cells[index] ?? '').filter((cell) => cell.trim() !== '');
  return cells.length > 1 && cells.every((cell) => isKnownHeading(cell)) ? [secondHeader(first.line, cells)] : [];
}

const secondHeader = (line: number, cells: readonly string[]): FileFault => ({
  problem: `Line ${line} is a second header: ${cells.map((cell) => JSON.stringify(cell)).join(', ')}.`,
  remedy: 'Remove one of the two headers.',
});

export const emptyFile: FileFault = {
  problem: 'The file is empty.',
  remedy: 'Expected a header such as sku,name,price, then one line per product.',
};

const onlyHeader: FileFault = {
  problem: 'The file has a header but no rows.',
  remedy: 'Check that the export is complete.',
};
