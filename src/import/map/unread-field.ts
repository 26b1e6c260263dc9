import type { FileTable, NamedField } from '../../resources/file-table.ts';
import type { Money } from '../../text/money.ts';
import { firstOf, looseHeading } from '../../text/words.ts';
import { type FileAnswer, type FileChoice, type FileFault, optionText } from '../file/faults.ts';
import { type ColumnCells, columnChoice } from './column-choice.ts';
import type { ColumnPlan } from './columns.ts';
import { columnName, type FileColumn } from './field-columns.ts';
import { withoutUnit } from './units.ts';

/** The columns of a file, and the fields that they are read as. */
interface UnreadColumns {
  readonly plan: Pick<ColumnPlan, 'unknown' | 'unread'>;
  readonly has: ReadonlySet<string>;
  readonly cells: ColumnCells;
}

/** Otherwise a catalogue would be sent without prices, or as sold out. */
export function unreadField(
  { plan: { unknown, unread }, has, cells }: UnreadColumns,
  named: NamedField | undefined,
  otherChoice = (_column: FileColumn): UnreadChoice | undefined => undefined,
): readonly FileFault[] {
  if (!named || has.has(named.field) || unread.includes(named.field)) return [];
  const { field } = named;
  const alike = unknown.filter(({ heading }) => named.isNamedIn(heading));
  const [first] = alike;
  if (!first) return [];
  const without: FileAnswer = { label: `Import without ${field}`, cells: [], option: ['map', `${field}=none`] };
  const columns = columnChoice(field, alike, cells);
  const { choice, reading } = otherChoice(first) ?? {
    choice: columns,
    reading: `To read it: ${columns.answers.slice(0, 1).map(optionText).join('')}.`,
  };
  return [
    {
      problem: `No column is read as the ${field}, but ${firstOf(alike.map((column) => JSON.stringify(columnName(column))))} may be it.`,
      remedy: `${reading} To import without: ${optionText(without)}`,
      choice: { ...choice, answers: [...choice.answers, without] },
    },
  ];
}

interface UnreadChoice {
  readonly choice: FileChoice;
  /** How to read the column, as a sentence. */
  readonly reading: string;
}

/** How to read prices whose heading says that they include VAT. */
export function vatChoice(
  column: FileColumn,
  { price }: Pick<FileTable, 'price'>,
  cells: ColumnCells,
  vatIncluded: Money | undefined,
): UnreadChoice | undefined {
  const { heading } = column;
  const hasVat = price?.headingsWithVat.includes(withoutUnit(looseHeading(heading), { name: 'money' }));
  if (!price || !hasVat || vatIncluded) return undefined;
  const [first, ...others] = usualRates.map(
    (rate): FileAnswer => ({
      label: `VAT of ${rate}%`,
      cells: cells.withoutVat(column, rate),
      option: ['vatIncluded', rate],
    }),
  );
  const answers: readonly FileAnswer[] = [
    ...(first ? [first, ...others] : []),
    { label: 'VAT of another rate', cells: [], option: ['vatIncluded'] },
    { label: 'No VAT', cells: cells.of(column), option: ['map', `${price.field}=${heading}`] },
  ];
  return {
    choice: { question: `What do the prices in ${JSON.stringify(heading)} include?`, answers },
    reading: `To read it, pass the VAT rate that it includes, such as ${first ? optionText(first) : ''}.`,
  };
}

/** The standard and a reduced rate of the Netherlands, and the standard rates of Germany and France. */
const usualRates = ['21', '9', '19', '20'];
