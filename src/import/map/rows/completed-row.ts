import { missingFault } from '../../../resources/draft.ts';
import type { Fault } from '../../../resources/draft-fields.ts';
import type { FileTable, Values } from '../../../resources/file-table.ts';
import { nameOf, type RowFault } from '../cells/row-fault.ts';
import type { FieldColumn } from '../headings/field-columns.ts';
import { titleOf } from '../headings/headings.ts';
import { lastRowOf } from './last-rows.ts';
import { hasStatedRate, type StatedRate } from './vat.ts';

/** What the cells of a row say, and what is wrong in it. */
export interface ReadRow {
  /** A field whose cell has a fault, or is not sent, is among them, and undefined. */
  readonly values: Values;
  readonly faults: readonly RowFault[];
  /** What is odd about its values. */
  readonly warnings: readonly RowFault[];
}

/** What a row must have. */
interface Demands {
  readonly noun: FileTable;
  /** Whether a key is generated for rows without one. */
  readonly generateSku: boolean;
  /** The fields of `--require`. */
  readonly require: readonly string[];
  readonly statedRate: StatedRate | undefined;
}

/** The row with what follows from its values together, and the faults of what it lacks; or why it is excluded. */
export function completedRow(
  line: number,
  { values, faults }: Pick<ReadRow, 'values' | 'faults'>,
  columns: readonly FieldColumn[],
  rules: Demands,
): ReadRow | { readonly excluded: string } {
  const last = lastRowOf(line, values, columns, rules.noun);
  // What else such a row has or lacks is of no record.
  if (last?.isCertain) return { values: {}, faults: last.doubts.slice(0, 1), warnings: noWarnings };
  const completed = rules.noun.complete?.(values) ?? { values, faults: none };
  if ('excluded' in completed) return completed;
  const atColumns = (those: readonly Fault[]) => those.map((fault) => rowFault(line, fault, columns, rules.noun));
  const found = atColumns(completed.faults);
  const missing = missingFaults(line, completed.values, rules);
  const read = { line, values: completed.values, faults: [...faults, ...found] };
  const demanded = rules.require.length === 0 ? noWarnings : demandFaults(read, columns, rules);
  // A million rows have neither.
  const all =
    found.length + missing.length + demanded.length === 0 ? faults : [...faults, ...found, ...missing, ...demanded];
  const odd = completed.warnings?.length ? atColumns(completed.warnings) : noWarnings;
  return {
    values: completed.values,
    faults: all,
    warnings: last ? [...odd, ...last.doubts] : odd,
  };
}

const none: readonly Fault[] = [];
const noWarnings: readonly RowFault[] = [];

/** A fault of a field, at its column. */
const rowFault = (
  line: number,
  { field, value, message, readings = [] }: Fault,
  columns: readonly FieldColumn[],
  { hidesValues }: FileTable,
): RowFault => {
  const column = nameOf(field, columns);
  if (hidesValues) return { line, column, message };
  return { line, column, value, message: readings.length === 0 ? message : `${message} (${readings.join(', or ')})` };
};

/** The faults for a missing key, and for other fields that are required. */
function missingFaults(line: number, values: Values, { noun, generateSku }: Demands): readonly RowFault[] {
  const { key, required, generated } = noun;
  const hasKey = generateSku || key.some((field) => field in values);
  if (hasKey && !noun.missing && required.every((field) => field in values)) return [];
  const titles = key.map((field) => titleOf(noun, field)).join(' or ');
  // A field whose cell has a fault is there, and undefined.
  const missing = (noun.missing?.(values) ?? required.map((field) => missingFault(field))).filter(
    ({ field }) => !(field in values),
  );
  return [
    ...(hasKey
      ? []
      : [{ line, message: `no ${titles}: add one${generated ? `, or pass --generate-${generated}` : ''}` }]),
    ...missing.map(({ field, missing: rest = '' }) => ({ line, message: `no ${field}${rest}: add one` })),
  ];
}

/** The faults for fields of `--require` that a row has no value in, and that no other fault is about. */
function demandFaults(
  { line, values, faults }: Pick<ReadRow, 'values' | 'faults'> & { readonly line: number },
  columns: readonly FieldColumn[],
  { noun, require: demanded, generateSku, statedRate }: Demands,
): readonly RowFault[] {
  return demanded
    .filter((field) => values[field] === undefined && !noun.required.includes(field))
    .filter((field) => !(generateSku && field === noun.generated))
    .filter((field) => !(field === statedRate?.field && hasStatedRate(values, statedRate)))
    .map((field) => ({
      line,
      column: nameOf(field, columns),
      message: `has no value, but --require ${field} demands one`,
    }))
    .filter(({ column }) => !faults.some((fault) => fault.column === column));
}
