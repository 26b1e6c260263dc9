import { cut } from '../../../text/words.ts';
import type { FileFault } from '../../file/faults.ts';
import type { FileRecord } from '../../file/records.ts';
import type { ColumnPlan } from '../headings/columns.ts';
import type { HeaderOptions } from '../headings/header.ts';
import { ColumnCells } from './column-choice.ts';
import { rateColumn, vatChoice } from './unread-field.ts';

/** What a list says of its prices outside of their column: in a line above the headings, or in a column of remarks. */

export interface LinesAbove {
  /** The lines above the headings. */
  readonly above?: readonly Pick<FileRecord, 'line' | 'cells'>[];
}

/** A text that is about all prices. */
interface PriceNote {
  readonly line: number;
  readonly text: string;
}

/** The faults of prices that a list says include VAT or are for several pieces: as if the heading of the prices said so. */
export function notesOnPrices(
  plan: ColumnPlan,
  rows: readonly FileRecord[],
  { above = [], ...options }: HeaderOptions & LinesAbove,
): readonly FileFault[] {
  const { noun, columns } = plan;
  const { price } = noun;
  const column = columns.find(({ field }) => field === price?.field);
  if (!price || !column) return [];
  const notes = [...above.flatMap(textsOf), ...remarks(plan, rows)];
  const isVatKnown = options.vatIncluded || options.hasOwnVat || saysOfVat(column.heading, price);
  const ofVat = isVatKnown ? undefined : notes.find(({ text }) => withVat.test(text) && !withoutVat.test(text));
  const isUnitKnown = options.map[price.unit] !== undefined;
  const ofUnit = isUnitKnown ? undefined : notes.find(({ text }) => aboutPrices.test(text) && perSeveral.test(text));
  const cells = new ColumnCells(noun, rows);
  return [
    ...(ofVat
      ? [
          {
            problem: `Line ${ofVat.line} says that prices include VAT: ${shown(ofVat)}.`,
            remedy: 'Pass the rate, such as --vat-included 21. If the prices exclude VAT: --vat-included 0',
            choice: vatChoice(column, cells, rateColumn(plan, price.rate)),
          },
        ]
      : []),
    ...(ofUnit
      ? [
          {
            problem: `Line ${ofUnit.line} says that prices are for several pieces: ${shown(ofUnit)}.`,
            remedy: `The store takes the price of one: divide them. If they are the price of one: --map ${price.unit}=none`,
          },
        ]
      : []),
  ];
}

const saysOfVat = (
  heading: string,
  { saysWithVat, saysWithoutVat }: NonNullable<ColumnPlan['noun']['price']>,
): boolean => saysWithVat(heading) || saysWithoutVat(heading);

const shown = ({ text }: PriceNote): string => JSON.stringify(cut(text, 80));

const longestNote = 2000;

const textsOf = ({ line, cells }: Pick<FileRecord, 'line' | 'cells'>): readonly PriceNote[] =>
  cells.flatMap((cell) => {
    const text = withoutDelimiters(cell.slice(0, longestNote));
    return text === '' ? [] : [{ line, text }];
  });

/** A line without the delimiters of its empty cells. */
function withoutDelimiters(text: string): string {
  let end = text.length;
  while (end > 0 && ';,\t|"'.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** The first text of each column that is not read and says the same in at least half of the rows. */
const remarks = ({ unknown }: ColumnPlan, rows: readonly FileRecord[]): readonly PriceNote[] =>
  unknown.flatMap(({ index }) => {
    const texts = rows.map(({ line, cells }) => ({ line, text: (cells[index] ?? '').trim().slice(0, longestNote) }));
    const same = texts.filter(({ text }) => text !== '' && text === texts.find((one) => one.text !== '')?.text);
    const [first] = same;
    return first && same.length * 2 >= rows.length ? [first] : [];
  });

const vat = String.raw`(?:(?:der|de|la|all|any|gesetzl[a-z.]{0,10}|\d{1,2}(?:[.,]\d)?\s?%)\s{1,3}){0,3}(?:vat|btw|b\.t\.w|mwst|ust|mehrwertsteuer|tva|iva|gst|tax(?:es)?)(?!\p{L})`;
/** `alle prijzen inclusief btw`, `inkl. 19 % MwSt.`, `TTC`, `VAT included`; not `niet inclusief btw`. */
const withVat = new RegExp(
  String.raw`(?<!(?:niet|nicht|not|non)\s)(?<!\p{L})(?:in[ck]l(?:u[a-z]{1,8})?\.?|mit)\s{0,3}${vat}|(?<!\p{L})(?:ttc|tvac)(?!\p{L})|(?<!\p{L})(?:vat|btw|mwst\.?|tva|iva)\s{1,3}(?:inclu[a-z]{1,8}|inbegrepen|enthalten|comprise)`,
  'iu',
);
/** Where a note says both, they are about two columns. */
const withoutVat = new RegExp(
  String.raw`(?<!\p{L})(?:ex[ck]?l?(?:u[a-z]{1,8})?\.?|zzgl\.?|zuz[uü]glich|ohne|zonder|without|hors|plus|(?:niet|nicht|not)\s{1,3}in[ck]l(?:u[a-z]{1,8})?\.?)\s{0,3}${vat}|(?<!\p{L})(?:htva|ht)(?!\p{L})`,
  'iu',
);

const aboutPrices = /pri[cjsx]|preis|tarie?f|eur|€/i;
/** `je 100 Stück`, `per 1000`, `pro 10 stuks`; not `per 2027`, nor `per 100 g`. */
const perSeveral =
  /(?<!\p{L})(?:per|pro|je|pour)\s{1,3}(?:(?:[2-9]|[1-9]\d{1,4}|[1-9]\.\d{3})\s{0,3}(?:st(?:uks?|ück|k)?|pcs?|pieces?|units?|eenheden|einheiten)(?!\p{L})|10{2,4}(?![\d.,/-]|\s{0,3}\p{L}{1,2}(?!\p{L}))|(?:hundert|honderd|hundred|tausend|duizend|thousand|dutzend|dozijn|dozen)(?!\p{L}))/iu;
