import type { FileTable } from '../../../resources/file-table.ts';
import { type FileAnswer, type FileChoice, optionText } from '../../file/faults.ts';
import type { FileRecord } from '../../file/records.ts';
import type { Sheet } from '../../file/sheet.ts';
import { maxCells } from '../choices/column-choice.ts';
import { type ColumnPlan, knownHeadings } from './columns.ts';

/** The lines below a title that look like the line of the headings: where it is not the first of a file or sheet. */

/** A row at the beginning of a file. */
type FirstRow = Pick<FileRecord, 'line' | 'cells'>;

/** The rows that have more known headings than the header, the best first. */
export function headingLines(
  { rows, sheet }: { readonly rows: readonly FirstRow[]; readonly sheet?: Sheet | undefined },
  { noun, columns }: Pick<ColumnPlan, 'noun' | 'columns'>,
): readonly FirstRow[] {
  const isKnown = knownHeadings(noun);
  const counted = (sheet?.begin.slice(1) ?? rows).map((row) => ({
    row,
    known: row.cells.filter((cell) => isKnown(cell)).length,
  }));
  return counted
    .filter(({ known }) => known > Math.max(columns.length, 1))
    .toSorted((left, right) => right.known - left.known)
    .slice(0, maxLines)
    .map(({ row }) => row);
}

const maxLines = 5;

/** Which line has the headings; undefined where none looks so. */
export function lineChoice(
  lines: readonly FirstRow[],
  { hidesValues }: Pick<FileTable, 'hidesValues'>,
): FileChoice | undefined {
  const answers = lines.map(
    ({ line, cells }): FileAnswer => ({
      label: `Line ${line}`,
      cells: hidesValues ? [] : cells.filter((cell) => cell.trim() !== '').slice(0, maxCells),
      option: ['headerRow', String(line)],
    }),
  );
  return answers.length === 0 ? undefined : { question: 'Which line has the headings?', answers };
}

/** How to say which line it is. */
export function lineAdvice(lines: readonly FirstRow[]): string {
  const [likely] = lineChoice(lines, {})?.answers ?? [];
  return likely
    ? `The headings may be on line ${lines[0]?.line}: ${optionText(likely)}`
    : 'If the headings are on another line: --header-row <n>';
}

/** Whether a header is a title: a single cell above rows of several, or on the cover of a workbook with other sheets. */
export function isTitle(headings: readonly string[], rows: readonly FirstRow[], sheet: Sheet | undefined): boolean {
  const hasOthers = sheet !== undefined && sheet.others.length > 0;
  return filled(headings) === 1 && (hasOthers || (sheet?.begin ?? rows).some(({ cells }) => filled(cells) > 1));
}

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell.trim() !== '').length;
