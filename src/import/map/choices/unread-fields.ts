import type { FileTable } from '../../../resources/file-table.ts';
import type { Money } from '../../../text/money.ts';
import type { FileFault } from '../../file/faults.ts';
import { columnName } from '../headings/field-columns.ts';
import { unreadBehind } from './unread-behind.ts';
import { choiceAmongNumbers, columnsAlike, type UnreadColumns, unreadField, unreadPrice } from './unread-field.ts';

/** The options that say what is not asked for. */
interface StatedReading {
  readonly generateSku?: boolean | undefined;
  readonly vatIncluded?: Money | undefined;
}

/** The faults of columns that nothing reads, and without which a record would be created wrongly. */
export const fieldsUnread = (columns: UnreadColumns, noun: FileTable, options: StatedReading): readonly FileFault[] => [
  ...(options.generateSku ? [] : unreadKey(columns, noun)),
  ...priceUnread(columns, noun, options.vatIncluded),
  ...unreadField(columns, noun.stock),
  ...unreadField(columns, noun.vatRate),
  ...unreadBehind(columns, noun),
];

function priceUnread(columns: UnreadColumns, noun: FileTable, vatIncluded: Money | undefined): readonly FileFault[] {
  const faults = unreadPrice(columns, noun, vatIncluded);
  return faults.length > 0 ? faults : purchasePriceAlone(columns, noun);
}

/** Where only what the shop pays is read, all would be sold for 0.00. A file of our own names has what it shall have. */
function purchasePriceAlone(
  { plan: { columns, unread, unknown }, has, cells }: UnreadColumns,
  { price, purchasePrice }: FileTable,
): readonly FileFault[] {
  const paid = columns.find(({ field }) => field === purchasePrice);
  if (!price || !paid || paid.heading === paid.field || has.has(price.field) || unread.includes(price.field)) return [];
  const choice = choiceAmongNumbers(price.field, [], { unknown, cells });
  return [
    {
      problem: `No column is read as the ${price.field}: ${JSON.stringify(columnName(paid))} is read as the ${paid.field}.`,
      remedy: `To choose one: --map ${price.field}="<heading>". To import without, so that it is 0.00: --map ${price.field}=none`,
      choice,
    },
  ];
}

/** Where a lesser key is read, the best one may be in another column: `Code` beside `Barcode`. */
function unreadKey(columns: UnreadColumns, { key, ownNumber }: FileTable): readonly FileFault[] {
  const { plan, has, cells } = columns;
  const isFound = key.some((field) => field !== ownNumber?.field && has.has(field));
  if (!ownNumber || !isFound) return [];
  const unknown = columnsAlike(plan.unknown, ownNumber).filter((column) => cells.areCodes(column));
  return unreadField({ ...columns, plan: { ...plan, unknown } }, ownNumber);
}
