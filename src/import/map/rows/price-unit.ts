import type { Price } from '../../../resources/file-table.ts';
import { looseHeading } from '../../../text/words.ts';
import { type FileAnswer, type FileChoice, optionText } from '../../file/faults.ts';
import type { ColumnPlan } from '../headings/columns.ts';
import { columnName, type FileColumn } from '../headings/field-columns.ts';
import type { Sign, SignColumn } from './sign.ts';

/**
 * The columns that say for how many pieces a price is, where one is read. Which column is the price says nothing of it: the user
 * maps the unit, or says that there is none.
 */
export function unitColumns(
  { noun: { price }, columns, unknown, ignored }: Pick<ColumnPlan, 'noun' | 'columns' | 'unknown' | 'ignored'>,
  map: Readonly<Record<string, string>>,
): readonly SignColumn[] {
  if (!price || !columns.some(({ field }) => field === price.field)) return [];
  const stated = map[price.unit];
  if (stated === 'none') return [];
  const isStated = ({ heading }: FileColumn): boolean => looseHeading(heading) === looseHeading(stated ?? '');
  const unit =
    stated === undefined
      ? unknown.find(({ heading }) => price.namesUnit(heading))
      : [...ignored, ...columns].find(isStated);
  if (unit) return [{ ...unit, isOfPrice: true, says: (cell) => unitSign(cell, unit, price) }];
  const packs = unknown.filter(({ heading }) => price.namesPack(heading));
  return packs.map((column) => ({ ...column, isOfPrice: true, says: (cell) => packSign(cell, price) }));
}

/** That a price is of one, whatever a column says. */
const ofOne = ({ unit }: Price): FileAnswer => ({
  label: 'The price of one',
  cells: [],
  option: ['map', `${unit}=none`],
});

/** Sent as it is, such a price would be the price of one. */
const unitSign = (cell: string, column: FileColumn, price: Price): Sign | undefined =>
  isOfSeveral(cell)
    ? {
        value: cell,
        message: `is what the ${price.field} is for, and the store takes the price of one: divide it. If it is the price of one: ${optionText(ofOne(price))}`,
        isFault: true,
        choice: unitChoice(cell, column, price),
      }
    : undefined;

const unitChoice = (cell: string, column: FileColumn, price: Price): FileChoice => ({
  question: `What is the ${price.field} where ${columnName(column)} is ${JSON.stringify(cell)}?`,
  answers: [
    {
      label: 'The price of several: do not send such rows',
      cells: [],
      option: ['map', `${price.unit}=${column.heading}`],
    },
    ofOne(price),
  ],
});

/** A box that is sold as a box has the price of the box: no fault. */
const packSign = (cell: string, price: Price): Sign | undefined =>
  saysPieces(cell)
    ? {
        message: `says a number of pieces: check that the ${price.field} is not for all of them. If it is right: ${optionText(ofOne(price))}`,
      }
    : undefined;

/** `100`, `1.000`, `100,00`, `per 100 stuks`, `100 Stk`: whole, since amounts are other prices. */
const quantity =
  /^(?:per|pro|je|for|voor|für|par|po|za|à|\/)?\s*(\d{1,3}(?:[.,' ]\d{3})+|\d+)(?:[.,]0+)?\s*\p{L}{0,12}\.?$/iu;
/** Hundred, thousand and dozen, as wholesalers write them. Not M, which is a metre as well. */
const ofWords = /^(?:%|‰|hundred|hundert|honderd|thousand|tausend|tsd\.?|duizend|dozen|dozijn|dutzend|dz|gros|gross)$/i;

function isOfSeveral(cell: string): boolean {
  const [, digits] = quantity.exec(cell) ?? [];
  return digits === undefined ? cell === 'C' || ofWords.test(cell) : Number(digits.replace(/\D/g, '')) > 1;
}

/** `doos 6 st`, `100 stuks`, `per 6`, `6 x 750 ml`; not `500 g`, `30x40 cm` or `A4`. */
function saysPieces(cell: string): boolean {
  if (cell.length > longestUnit || isSize(cell)) return false;
  const numbers = cell.replace(/(?<=\d)[.,' ](?=\d{3}(?!\d))/g, '').matchAll(wholeNumber);
  return ofWords.test(cell) || [...numbers].some(([, digits, word = '']) => Number(digits) > 1 && !measure.test(word));
}

const longestUnit = 40;
/** `30x40 cm` */
const isSize = (cell: string): boolean => /\d ?[x×] ?\d/i.test(cell) && /m[²2³3]?$/i.test(cell);
/** A whole number, and the word behind it. */
const wholeNumber = /(?<![\p{L}\d.,])(\d{1,9})(?![.,]?\d)\s*(\p{L}*)/gu;
const measure =
  /^(?:[mk]?g|gr|gram|kilo|l|lt|ltr|lit(?:er|re)s?|[mcd]l|[mcdk]?m|mtr|met(?:er|re)s?|inch|in|w|watt|v|volt|h|u|uur|min|[kmgt]b|t|ton)$/i;
