import type { FileTable, NamedField, Price } from '../../../resources/file-table.ts';
import type { Money } from '../../../text/money.ts';
import { firstOf, looseHeading } from '../../../text/words.ts';
import { type FileAnswer, type FileChoice, type FileFault, optionText } from '../../file/faults.ts';
import type { ColumnPlan } from '../headings/columns.ts';
import { columnName, type FileColumn } from '../headings/field-columns.ts';
import { withoutUnit } from '../headings/units.ts';
import { type ColumnCells, columnChoice } from './column-choice.ts';

/** The columns of a file, and the fields that they are read as. */
export interface UnreadColumns {
  readonly plan: Pick<ColumnPlan, 'unknown' | 'unread' | 'columns'>;
  readonly has: ReadonlySet<string>;
  /** The fields whose columns the user has chosen. */
  readonly mapped: ReadonlySet<string>;
  readonly cells: ColumnCells;
  /** Whether the file has a column for all that a row needs. */
  readonly isComplete: boolean;
}

/** The columns that nothing reads, and that may be a field. */
export const columnsAlike = (unknown: readonly FileColumn[], named: NamedField | undefined): readonly FileColumn[] =>
  named ? unknown.filter(({ heading }) => named.isNamedIn(heading)) : [];

/** By their headings, or else by their cells: a price list may call its prices anything. */
function columnsMeant(
  { plan: { unknown }, cells, isComplete }: UnreadColumns,
  named: NamedField,
): readonly FileColumn[] {
  const alike = columnsAlike(unknown, named);
  const { isOther, mayBeIn } = named;
  if (alike.length === 0 && mayBeIn)
    return unknown.filter((column) => mayBeIn(column.heading) && cells.haveNumbers(column));
  if (alike.length > 0 || !isOther || !isComplete) return alike;
  return unknown.filter(
    (column) => column.heading.trim() !== '' && !isOther(column.heading) && cells.arePrices(column),
  );
}

/** Otherwise a catalogue would be sent without prices, or as sold out. */
export function unreadField(
  columns: UnreadColumns,
  named: NamedField | undefined,
  otherChoice = (_columns: readonly FileColumn[]): UnreadChoice | undefined => undefined,
): readonly FileFault[] {
  const { plan, has, cells } = columns;
  const { unread } = plan;
  if (!named || unread.includes(named.field)) return [];
  if (has.has(named.field)) return blankField(columns, named);
  const { field } = named;
  const alike = columnsMeant(columns, named);
  const [first] = alike;
  if (!first) return [];
  const without = withoutField(field);
  const ofColumns = columnChoice(field, withNumbers(alike, columns), cells);
  const { choice, reading } = otherChoice(alike) ?? {
    choice: ofColumns,
    reading: `${readingOf(ofColumns, alike)}.`,
  };
  return [
    {
      problem: `No column is read as the ${field}, but ${quoted(alike)} may be the ${field}.`,
      remedy: `${reading} To import without: ${optionText(without)}`,
      choice: { ...choice, answers: [...choice.answers, without] },
    },
  ];
}

/** How to read each of the columns that the fault names first, without a full stop. */
const readingOf = ({ answers }: FileChoice, alike: readonly FileColumn[]): string =>
  `To read it: ${answers.slice(0, Math.min(alike.length, maxNamed)).map(optionText).join(' or ')}`;

/** Of the columns that may be a field, how many a remedy has the option of. */
const maxNamed = 3;

const quoted = (columns: readonly FileColumn[]): string =>
  firstOf(columns.map((column) => JSON.stringify(columnName(column))));

/** Behind the columns that the heading tells, those that the cells do: `Netto` is as well a price as a weight. */
const withNumbers = (
  alike: readonly FileColumn[],
  { plan: { unknown }, cells }: Pick<UnreadColumns, 'cells'> & { readonly plan: Pick<ColumnPlan, 'unknown'> },
): readonly FileColumn[] => [
  ...alike,
  ...unknown.filter((column) => !alike.includes(column) && column.heading.trim() !== '' && cells.areNumbers(column)),
];

/** Which of these columns, and of those whose cells are numbers, is a field, or that none is. */
export function choiceAmongNumbers(
  field: string,
  alike: readonly FileColumn[],
  { unknown, cells }: Pick<ColumnPlan, 'unknown'> & Pick<UnreadColumns, 'cells'>,
): FileChoice {
  const choice = columnChoice(field, withNumbers(alike, { plan: { unknown }, cells }), cells);
  return { ...choice, answers: [...choice.answers, withoutField(field)] };
}

const withoutField = (field: string): FileAnswer => ({
  label: `Import without ${field}`,
  cells: [],
  option: ['map', `${field}=none`],
});

/** A column that is read for its heading, and is blank, beside filled ones that may be meant. */
function blankField({ plan, mapped, cells }: UnreadColumns, named: NamedField): readonly FileFault[] {
  const { unknown, columns } = plan;
  const { field } = named;
  const read = columns.find((column) => column.field === field);
  if (!read || mapped.has(field) || cells.hasSome(read)) return [];
  const filled = columnsAlike(unknown, named).filter((column) => cells.hasSome(column));
  if (filled.length === 0) return [];
  const choice = choiceAmongNumbers(field, filled, { unknown, cells });
  return [
    {
      problem: `${quoted([read])} is read as the ${field} but is blank; ${quoted(filled)} may be the ${field}.`,
      remedy: `${readingOf(choice, filled)}. To import without: ${optionText(withoutField(field))}`,
      choice,
    },
  ];
}

interface UnreadChoice {
  readonly choice: FileChoice;
  /** How to read the column, as a sentence. */
  readonly reading: string;
}

/** The price is also asked for by its VAT: `Bruttopreis` is read once the rate is known. */
export function unreadPrice(
  columns: UnreadColumns,
  { price }: Pick<FileTable, 'price'>,
  vatIncluded: Money | undefined,
): readonly FileFault[] {
  return unreadField(columns, price, (alike) => {
    const [column] = alike;
    if (!price || !column || vatIncluded || !price.saysWithVat(column.heading)) return undefined;
    const isRead = price.headingsWithVat.includes(withoutUnit(looseHeading(column.heading), { name: 'money' }));
    const columnsOfNumbers = withNumbers(alike, columns);
    const others = columnsOfNumbers.slice(1);
    // A weight is a number too.
    if (isRead && !others.some((other) => alike.includes(other) || price.saysWithoutVat(other.heading)))
      return {
        choice: vatChoice(column, columns.cells, rateColumn(columns.plan, price.rate)),
        reading: 'To read it, pass the VAT rate that it includes, such as --vat-included 21.',
      };
    const choice = columnChoice(price.field, columnsOfNumbers, columns.cells);
    const reading = readingPrice(choice, alike, price);
    return { choice, reading: `To read it, also pass the VAT rate that it includes: ${reading}.` };
  });
}

/** How to read each of the columns of a choice, with the VAT that they include. */
export const readingPrice = ({ answers }: FileChoice, columns: readonly FileColumn[], { saysWithVat }: Price): string =>
  columns
    .slice(0, maxNamed)
    .flatMap(({ heading }, at) => answers.slice(at, at + 1).map((answer) => ({ heading, option: optionText(answer) })))
    .map(({ heading, option }) => (saysWithVat(heading) ? `${option} --vat-included 21` : option))
    .join(' or ');

/** A price that says it includes VAT, and is read: otherwise it would be sent too high. */
export function vatUnstated(
  { noun: { price }, columns }: Pick<ColumnPlan, 'noun' | 'columns'>,
  { vatIncluded }: { readonly vatIncluded?: Money | undefined },
  cells: ColumnCells,
): readonly FileFault[] {
  const column = columns.find(({ field }) => field === price?.field);
  if (vatIncluded || !price || !column || !price.saysWithVat(column.heading)) return [];
  return [
    {
      problem: `${JSON.stringify(column.heading)} is read as the ${price.field}, but its heading says that VAT is included.`,
      remedy: 'Pass the rate, such as --vat-included 21. If the prices exclude VAT: --vat-included 0',
      choice: vatChoice(column, cells, rateColumn({ columns }, price.rate)),
    },
  ];
}

/** The column of the VAT rates, which win over that of the file. */
export const rateColumn = ({ columns }: Pick<ColumnPlan, 'columns'>, rate: string): FileColumn | undefined =>
  columns.find(({ field }) => field === rate);

/** How to read prices whose heading says that they include VAT. */
export const vatChoice = (column: FileColumn, cells: ColumnCells, ownRate?: FileColumn): FileChoice => ({
  question: `What do the prices in ${JSON.stringify(column.heading)} include${whereBlank(cells, ownRate)}? The shop stores them without VAT.`,
  answers: [
    ...usualRates.map(
      (rate): FileAnswer => ({
        label: `VAT of ${rate}%`,
        cells: cells.withoutVat(column, rate, ownRate),
        option: ['vatIncluded', rate],
      }),
    ),
    { label: 'VAT of another rate', cells: [], option: ['vatIncluded'] },
    { label: 'No VAT', cells: cells.of(column), option: ['vatIncluded', '0'] },
  ],
});

/** The rows that the answer is about, if others have their own rate. */
function whereBlank(cells: ColumnCells, ownRate: FileColumn | undefined): string {
  const line = ownRate && cells.firstBlank(ownRate);
  return ownRate && line !== undefined
    ? ` in rows without ${JSON.stringify(ownRate.heading)}, such as line ${line}`
    : '';
}

/** The standard and a reduced rate of the Netherlands, and the standard rates of Germany and France. */
const usualRates = ['21', '9', '19', '20'];
