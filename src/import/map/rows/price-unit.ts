import type { FileTable } from '../../../resources/file-table.ts';
import type { RowFault } from '../cells/row-fault.ts';
import type { ColumnPlan } from '../headings/columns.ts';
import { columnName, type FileColumn } from '../headings/field-columns.ts';

/** A column that says for how many pieces the price beside it is. */
export interface PriceUnit extends FileColumn {
  /** The option that says that the price is of one, whatever the column says. */
  readonly option: string;
  /** Whether the user has typed it. */
  readonly isStated: boolean;
}

/** The columns that the user has mapped. */
interface StatedColumns {
  readonly map: Readonly<Record<string, string>>;
  /** The file that states the heading of a field, if it was not typed. */
  readonly mapFrom?: ((field: string) => string | undefined) | undefined;
}

/** The column that no field is read from, and that has the unit of the price; undefined where no price is read. */
export function priceUnitIn(
  { noun: { price }, columns, unknown }: Pick<ColumnPlan, 'noun' | 'columns' | 'unknown'>,
  { map, mapFrom }: StatedColumns,
): PriceUnit | undefined {
  const read = columns.find(({ field }) => field === price?.field);
  const unit = unknown.find(({ heading }) => price?.namesUnit(heading));
  if (!read || !unit) return undefined;
  // A list that had no such prices when its options were saved may have them now.
  const isStated = map[read.field] !== undefined && mapFrom?.(read.field) === undefined;
  return { ...unit, option: `--map ${read.field}=${JSON.stringify(columnName(read))}`, isStated };
}

/** What is wrong with a price for several pieces: sent as it is, it would be the price of one. */
export function unitFault(
  line: number,
  cells: readonly string[],
  { noun, priceUnit }: { readonly noun: FileTable; readonly priceUnit: PriceUnit | undefined },
): RowFault | undefined {
  const value = priceUnit && (cells[priceUnit.index] ?? '').trim();
  if (!priceUnit || !value || !isOfSeveral(value)) return undefined;
  const what = `is what the ${noun.price?.field} is for`;
  const message = priceUnit.isStated
    ? `${what}: it is sent as it is, as the price of one`
    : `${what}, and the store takes the price of one: divide it. If it is the price of one: ${priceUnit.option}`;
  return { line, column: columnName(priceUnit), value, message };
}

/** `100`, `1.000`, `100,00`, `per 100 stuks`, `100 Stk`: whole, since amounts are other prices. */
const quantity =
  /^(?:per|pro|je|for|voor|für|par|po|za|à|\/)?\s*(\d{1,3}(?:[.,' ]\d{3})+|\d+)(?:[.,]0+)?\s*\p{L}{0,12}\.?$/iu;
/** Hundred, thousand and dozen, as wholesalers write them. Not M, which is a metre as well. */
const ofWords = /^(?:%|‰|hundred|hundert|honderd|thousand|tausend|tsd\.?|duizend|dozen|dozijn|dutzend|dz|gros|gross)$/i;

function isOfSeveral(cell: string): boolean {
  const [, digits] = quantity.exec(cell) ?? [];
  return digits === undefined ? cell === 'C' || ofWords.test(cell) : Number(digits.replace(/\D/g, '')) > 1;
}
