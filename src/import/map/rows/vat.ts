import type { FileTable, Values } from '../../../resources/file-table.ts';
import { formatMoney, type Money } from '../../../text/money.ts';
import { withoutVat } from '../cells/cells.ts';
import { CellProblem } from '../cells/numbers.ts';
import { nameOf, type RowFault } from '../cells/row-fault.ts';
import type { FieldColumn } from '../headings/field-columns.ts';

/** The VAT percentage of `--vat-included`, as it is sent with rows that have none. */
export interface StatedRate {
  readonly price: string;
  readonly field: string;
  readonly percentage: number;
}

/** Whether the rate is sent with a row: where its price had VAT in it, and no other rate is known. */
export const hasStatedRate = (values: Values, stated: StatedRate | undefined): stated is StatedRate =>
  stated !== undefined && values[stated.price] !== undefined && !(stated.field in values);

/**
 * With the rate that was removed from its price, so that the store adds the same: its default rate may be another one. Not
 * before a key is generated, which is a hash of what the cells say.
 */
export const withStatedRate = (values: Values, stated: StatedRate | undefined): Values =>
  hasStatedRate(values, stated) ? { ...values, [stated.field]: stated.percentage } : values;

/** Where prices in the file include VAT, and at which rate. */
interface VatRules {
  readonly noun: FileTable;
  readonly vatIncluded: Money | 'of the row' | undefined;
  readonly constants: Values;
}

/** Removes the VAT from the price, if prices in the file include it; a constant never does. */
export function removeVat(
  line: number,
  values: Record<string, unknown>,
  columns: readonly FieldColumn[],
  { noun, vatIncluded, constants }: VatRules,
): readonly RowFault[] {
  const { field = '', rate = '' } = noun.price ?? {};
  const price = values[field] as Money | undefined;
  if (!vatIncluded || !price || constants[field]) return none;
  const own = values[rate] as number | undefined;
  if (vatIncluded === 'of the row' && own === undefined)
    return rate in values ? none : [{ line, column: nameOf(rate, columns), message: noRate }];
  const net = withoutVat(price, own, vatIncluded === 'of the row' ? noVat : vatIncluded);
  if (net instanceof CellProblem)
    return [{ line, column: nameOf(field, columns), value: formatMoney(price), message: net.message }];
  values[field] = net;
  return none;
}

const noRate =
  'no VAT rate, but the price includes VAT: add it, or pass the rate of such rows, such as --vat-included 21';
const noVat: Money = { units: 0n, scale: 0 };

const none: readonly RowFault[] = [];
