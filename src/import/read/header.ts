import { newProduct } from '../../resources/products.ts';
import type { ColumnPlan } from './columns.ts';
import type { FileFault } from './faults.ts';
import { saysWithoutVat } from './headings.ts';

/** A column as messages and the description name it. */
export const columnName = ({ heading, index }: { readonly heading: string; readonly index: number }): string =>
  heading.trim() === '' ? `column ${index + 1} (no heading)` : heading;

/** Everything that keeps a header from being a catalogue's. */
export function headerFaults(
  headings: readonly string[],
  plan: ColumnPlan,
  given: HeaderOptions,
): readonly FileFault[] {
  const has = new Set<string>([...plan.columns.map(({ member }) => member), ...given.constants]);
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
  const price = columns.find(({ member }) => member === 'price');
  if (!vatIncluded || !price || map.price !== undefined || !saysWithoutVat(price.heading)) return [];
  return [
    {
      problem: `The heading ${JSON.stringify(price.heading)} says that its prices are without VAT, --vat-included says that they include it.`,
      remedy: 'Leave --vat-included out, or name the column whose prices include VAT with --map price="<its heading>".',
    },
  ];
}

function noColumn(what: string, member: string, headings: readonly string[]): FileFault {
  const shown = headings.slice(0, 12).map((heading) => JSON.stringify(heading));
  const more = headings.length > shown.length ? `, and ${headings.length - shown.length} more` : '';
  return {
    problem: `The header has no column for ${what}; it is: ${shown.join(', ')}${more}.`,
    remedy: `The first line must be the header. Name the column with --map ${member}="<its heading>".`,
  };
}

const unknownColumn = (name: string): FileFault => ({
  problem: `The column ${JSON.stringify(name)} of the header is not a product's.`,
  remedy: 'Remove it, name it with --map, or leave out --strict-columns to ignore it.',
});

/**
 * Whether the file is an export of ours, whose cells that begin like a formula are guarded by a `'`. Only then may that be taken off: in other
 * files it belongs to the text.
 */
export const isOwnExport = (headings: readonly string[]): boolean =>
  headings.length === newProduct.names.length && newProduct.names.every((name, at) => headings[at] === name);
