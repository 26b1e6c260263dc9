import type { FileTable } from '../../../resources/file-table.ts';
import { importableAddresses } from '../../../resources/importable-addresses.ts';
import { importableCustomers } from '../../../resources/importable-customers.ts';
import { importableProducts } from '../../../resources/importable-products.ts';
import { firstOf } from '../../../text/words.ts';
import type { FileFault } from '../../file/faults.ts';
import { presetOf } from '../presets/presets.ts';
import { type ColumnPlan, planColumns } from './columns.ts';
import { columnName } from './field-columns.ts';
import { missingFields } from './needed-fields.ts';

/** What can be imported with a command of its own, in the order in which a shop moves. */
const importables: readonly FileTable[] = [importableProducts, importableCustomers, importableAddresses];

/**
 * The fault of a header that is that of a file of something else: customers where products are imported.
 * @param isIncomplete whether a field or the key of this noun has no column
 */
export function fileOfOthers(
  headings: readonly string[],
  plan: ColumnPlan,
  isIncomplete: boolean,
): FileFault | undefined {
  const { noun } = plan;
  const isOwn = !importables.some(({ names }) => names[1] === noun.names[1]);
  const others = isOwn ? [] : importables.filter(({ names }) => names[1] !== noun.names[1]);
  const found = others.filter((other) => isFileOf(headings, other, plan, isIncomplete));
  const [first] = found;
  if (!first) return undefined;
  const { columns } = planOf(headings, first);
  const commands = found.map(({ names }) => `shop-cli ${names[1]} import`);
  return {
    problem: `This is a file of ${first.names[1]}, not of ${noun.names[1]}: it has ${firstOf(columns.map(columnName), 6)}.`,
    remedy: `To import it: ${commands.join(', and then ')}`,
  };
}

/** Whether the import of another noun has a column for all that it needs. */
export function isReadBy(noun: string, headings: readonly string[]): boolean {
  const other = importables.find(({ names }) => names[1] === noun);
  return other !== undefined && isWhole(planOf(headings, other));
}

function isWhole({ noun, columns }: ColumnPlan): boolean {
  const has = new Set(columns.map(({ field }) => field));
  return missingFields(noun, has).length === 0 && noun.key.some((field) => has.has(field));
}

function isFileOf(headings: readonly string[], other: FileTable, own: ColumnPlan, isIncomplete: boolean): boolean {
  const plan = planOf(headings, other);
  if (isIncomplete) return isWhole(plan) && own.columns.length <= plan.columns.length;
  // A file of addresses has the columns of customers too: the signs of a shop tell them apart.
  const isExport = presetOf(headings, other) !== undefined && presetOf(headings, own.noun) === undefined;
  return isExport && isWhole(plan) && own.columns.length < plan.columns.length;
}

const planOf = (headings: readonly string[], noun: FileTable): ColumnPlan =>
  planColumns(headings, { noun, map: {}, constants: [], preset: presetOf(headings, noun) });
