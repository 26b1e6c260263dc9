import { formatCount } from '../../../text/numbers.ts';
import type { Sheet } from '../../file/sheet.ts';
import type { ColumnPlan } from './columns.ts';
import { columnName, type FieldColumn } from './field-columns.ts';
import { isReadBy } from './other-nouns.ts';

/**
 * What a person should know of how columns are read, or why they are not.
 * @param columns those that are read @param addresses those that are not, for the URLs in them
 */
export const columnNotes = (
  plan: ColumnPlan,
  headings: readonly string[],
  { columns, addresses }: Record<'columns' | 'addresses', readonly FieldColumn[]>,
): readonly string[] => [
  ...columns.flatMap(fallbackNote),
  ...notImportedNotes(plan, headings),
  ...addresses.map(addressNote),
];

/** Says which codes were stored as numbers and are shown as such: they cannot have leading zeros. */
export const numberNotes = ({ numbers }: Sheet, { noun, columns }: ColumnPlan): readonly string[] =>
  columns.flatMap((column) => {
    const { codes, eans } = numbers.get(column.index) ?? {};
    const ofKey = noun.key.includes(column.field) ? codes : undefined;
    const { count = 0, row = 0 } = (column.field in noun.digits ? eans : ofKey) ?? {};
    const where = count === 1 ? `on line ${row}` : `on ${formatCount(count)} lines, first on line ${row}`;
    const note = `${columnName(column)} is a number ${where}: leading zeros, if it had any, are lost. Format the column as text to keep them.`;
    return count === 0 ? [] : [note];
  });

/** `If Phone is blank, Mobile is read.` */
const fallbackNote = ({ fallbacks = [], ...column }: FieldColumn): readonly string[] =>
  fallbacks.length === 0
    ? []
    : [`If ${columnName(column)} is blank, ${fallbacks.map(columnName).join(', then ')} is read.`];

/** `Newsletter, Tags: not imported, the API cannot set them.` */
const notImportedNotes = ({ notImported }: ColumnPlan, headings: readonly string[]): readonly string[] =>
  notImported.map(({ why, columns, readBy }) => {
    const reason = readBy && !isReadBy(readBy.noun, headings) ? readBy.otherwise : why;
    return `${columns.map(columnName).join(', ')}: not imported, ${reason}.`;
  });

const addressNote = (column: FieldColumn): string =>
  `${columnName(column)} is not sent: it contains URLs, and the API takes only the name of an ${column.field} that the store has.`;
