import type { FileTable } from '../../../resources/file-table.ts';
import { looseHeading } from '../../../text/words.ts';
import type { FileAnswer, FileChoice } from '../../file/faults.ts';
import type { FileRecord } from '../../file/records.ts';
import type { ColumnPlan } from '../headings/columns.ts';
import { columnName, type FileColumn } from '../headings/field-columns.ts';
import { fieldOf } from '../headings/headings.ts';
import { ColumnCells, questionOf } from './column-choice.ts';

/** Which column may be a field that a file needs, and that none is read as. */

type Likely = readonly [field: string, heading: string];

/**
 * The columns that nothing reads: the likely one first, then those whose cells one of the fields takes. The answer is that
 * field: a column of e-mail addresses is no customer ID.
 * @param missing the fields of which one is needed, for each column that there is not
 */
export function missingChoice(
  missing: readonly (readonly string[])[],
  likely: readonly Likely[],
  { noun, ignored }: ColumnPlan,
  rows: readonly FileRecord[],
): FileChoice | undefined {
  const [[name, first] = []] = likely;
  const fields = missing.find((some) => name === undefined || some.includes(name)) ?? [];
  const options = ignored
    .filter(({ heading }) => heading.trim() !== '')
    .map((column) => ({ column, takenBy: fields.find((field) => takesCells(noun, field, column, rows)) }));
  const ranked = (rank: number) => options.filter(({ column, takenBy }) => rankOf(column, takenBy, first) === rank);
  const cells = new ColumnCells(noun, rows);
  const answers = [...ranked(0), ...ranked(1), ...ranked(2)].map(({ column, takenBy }): FileAnswer => {
    const field = column.heading === first ? name : takenBy;
    return {
      label: columnName(column),
      cells: cells.of(column),
      option: ['map', `${field ?? name ?? fields[0]}=${column.heading}`],
    };
  });
  const generated = fields.some((field) => noun.key.includes(field)) ? generatedKey(noun) : [];
  const all = [...answers, ...generated];
  const asked = fields.filter((field) =>
    answers.some(({ option: [, value] }) => String(value).startsWith(`${field}=`)),
  );
  return all.length === 0
    ? undefined
    : { question: questionOf(noun, asked.length === 0 ? fields : asked), answers: all };
}

const rankOf = ({ heading }: FileColumn, takenBy: string | undefined, likely: string | undefined): number => {
  if (heading === likely) return 0;
  return takenBy === undefined ? 2 : 1;
};

/** That rows get a key of their own, where a noun has such. */
export const generatedKey = ({ generated, key: [field = ''] }: FileTable): readonly FileAnswer[] =>
  generated === undefined
    ? []
    : [
        {
          label: `None of them: generate the ${field} of each row`,
          cells: [],
          option: [`generate${generated.charAt(0).toUpperCase()}${generated.slice(1)}`, true],
        },
      ];

/**
 * The column that most likely has one of these fields: `seller-sku` has the name of one in its heading. Its first cells must be
 * values of the field: beside a column of e-mail addresses there may be one of their labels. Without such a heading, cells
 * tell a field that takes no other text, such as an e-mail address.
 */
export function likelyColumn(
  fields: readonly string[],
  { unknown, rows }: Pick<ColumnPlan, 'unknown'> & { readonly rows: readonly FileRecord[] },
  noun: FileTable,
): readonly Likely[] {
  for (const field of fields) {
    const words = [field, ...(noun.headings[field] ?? []), ...(noun.likely?.[field] ?? [])]
      .map(looseHeading)
      .filter((word) => word.length > 2);
    const column = unknown.find(
      (one) =>
        words.some((word) => looseHeading(one.heading).includes(word)) &&
        filledCells(one, rows).every((cell) => fieldOf(noun, field).kind.typed(cell) !== undefined),
    );
    if (column) return [[field, column.heading]];
  }
  return fields
    .filter((field) => isToldByCells(noun, field))
    .flatMap((field) => columnByCells(field, { unknown, rows }, noun));
}

function columnByCells(
  field: string,
  { unknown, rows }: Pick<ColumnPlan, 'unknown'> & { readonly rows: readonly FileRecord[] },
  noun: FileTable,
): readonly Likely[] {
  const [only, ...more] = unknown.filter(
    (column) => column.heading.trim() !== '' && takesCells(noun, field, column, rows),
  );
  return only && more.length === 0 ? [[field, only.heading]] : [];
}

/** Whether a field takes neither words nor numbers. */
const isToldByCells = (noun: FileTable, field: string): boolean =>
  ['1', 'a', 'Jo'].every((text) => fieldOf(noun, field).kind.typed(text) === undefined);

/** Whether a column has values, and the field takes all that are in the first rows. */
function takesCells(noun: FileTable, field: string, column: FileColumn, rows: readonly FileRecord[]): boolean {
  const filled = filledCells(column, rows);
  return filled.length > 0 && filled.every((cell) => fieldOf(noun, field).kind.typed(cell) !== undefined);
}

const filledCells = ({ index }: FileColumn, rows: readonly FileRecord[]): readonly string[] =>
  rows.map(({ cells }) => (cells[index] ?? '').trim()).filter((cell) => cell !== '');
