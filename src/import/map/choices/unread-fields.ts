import type { FileTable } from '../../../resources/file-table.ts';
import type { Money } from '../../../text/money.ts';
import type { FileFault } from '../../file/faults.ts';
import { unreadBehind } from './unread-behind.ts';
import { columnsAlike, type UnreadColumns, unreadField, unreadPrice } from './unread-field.ts';

/** The options that say what is not asked for. */
interface StatedReading {
  readonly generateSku?: boolean | undefined;
  readonly vatIncluded?: Money | undefined;
}

/** The faults of columns that nothing reads, and without which a record would be created wrongly. */
export const fieldsUnread = (columns: UnreadColumns, noun: FileTable, options: StatedReading): readonly FileFault[] => [
  ...(options.generateSku ? [] : unreadKey(columns, noun)),
  ...unreadPrice(columns, noun, options.vatIncluded),
  ...unreadField(columns, noun.stock),
  ...unreadBehind(columns, noun),
];

/** Where a lesser key is read, the best one may be in another column: `Code` beside `Barcode`. */
function unreadKey(columns: UnreadColumns, { key, ownNumber }: FileTable): readonly FileFault[] {
  const { plan, has, cells } = columns;
  const isFound = key.some((field) => field !== ownNumber?.field && has.has(field));
  if (!ownNumber || !isFound) return [];
  const unknown = columnsAlike(plan.unknown, ownNumber).filter((column) => cells.areCodes(column));
  return unreadField({ ...columns, plan: { ...plan, unknown } }, ownNumber);
}
