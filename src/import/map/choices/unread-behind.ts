import type { FileTable } from '../../../resources/file-table.ts';
import type { FileFault } from '../../file/faults.ts';
import type { FileColumn } from '../headings/field-columns.ts';
import { type UnreadColumns, unreadField } from './unread-field.ts';

/**
 * A column that may be part of the field before it: without the extension of its house number, a parcel goes to the
 * neighbours.
 */
export function unreadBehind(columns: UnreadColumns, { behind }: Pick<FileTable, 'behind'>): readonly FileFault[] {
  const { plan, cells } = columns;
  if (!behind) return [];
  const columnOf = (field: string) => plan.columns.find((column) => column.field === field);
  const place = behind.behind.map(columnOf).find((column) => column !== undefined);
  const before = [place, columnOf(behind.field)];
  const mayBe = (column: FileColumn): boolean =>
    (behind.isNamedIn(column.heading) && cells.hasSome(column)) ||
    (before.some((one) => one?.index === column.index - 1) && cells.areLike(column, behind));
  const unknown = plan.unknown.filter(mayBe);
  return unreadField({ ...columns, plan: { ...plan, unknown } }, { field: behind.field, isNamedIn: () => true }).map(
    (fault) => (unknown.every(hasHeading) ? fault : withoutHeading(fault, behind.field)),
  );
}

const hasHeading = ({ heading }: FileColumn): boolean => heading.trim() !== '';

/** No option can say which column it is. */
const withoutHeading = ({ problem }: FileFault, field: string): FileFault => ({
  problem,
  remedy: `To read it, give it a heading, such as ${field}. To import without: --map ${field}=none`,
});
