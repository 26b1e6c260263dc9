import type { CliError } from '../../../errors.ts';
import { type FileChoice, optionText, refusal } from '../../file/faults.ts';
import type { FileRecord } from '../../file/records.ts';
import type { ColumnPlan } from '../headings/columns.ts';
import { columnName } from '../headings/field-columns.ts';
import { ColumnCells } from './column-choice.ts';
import { choiceAmongNumbers, columnsAlike } from './unread-field.ts';

/** What a file without prices may have instead. */
export interface OtherPrices {
  /** Columns that are not read, and may have prices by their headings: for rows that have none. */
  readonly otherPrices: readonly string[];
  /** Which column is the price: by headings and by cells. Undefined where none is to be read. */
  readonly priceChoice: FileChoice | undefined;
}

/** Nothing where the records have no price, or the user reads none. */
export function otherPricesIn({ noun, unread, unknown }: ColumnPlan, rows: readonly FileRecord[]): OtherPrices {
  if (!noun.price || unread.includes(noun.price.field)) return { otherPrices: [], priceChoice: undefined };
  const cells = new ColumnCells(noun, rows);
  const filled = columnsAlike(unknown, noun.price).filter((column) => cells.hasSome(column));
  return {
    otherPrices: filled.map(columnName),
    priceChoice: choiceAmongNumbers(noun.price.field, filled, { unknown, cells }),
  };
}

/** The failure of a file that should have prices. @param choice of its column; its last answer is none */
export function pricesMissing(problem: string, choice: FileChoice): CliError {
  const options = choice.answers.map(optionText);
  const reading = options.length > 1 ? `To read the prices: ${options[0]}.` : 'Check which column has the prices.';
  return refusal([{ problem, remedy: `${reading} To import without: ${options.at(-1)}`, choice }]);
}

/** The failure of a file that should have values of a field. @param use what the store uses instead */
export const fieldMissing = (problem: string, field: string, use: string): CliError =>
  refusal([
    {
      problem,
      remedy: `Check the column of the ${field}. To import without, so that the store uses ${use}: --map ${field}=none`,
    },
  ]);
