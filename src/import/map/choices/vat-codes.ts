import { type FileAnswer, type FileFault, optionText } from '../../file/faults.ts';
import type { FileRecord } from '../../file/records.ts';
import type { ColumnPlan } from '../headings/columns.ts';
import { columnName } from '../headings/field-columns.ts';

/**
 * The whole VAT rates of the countries of Europe in 2026, and those of the last years: standard, reduced and zero (European
 * Commission, "VAT rates applied in the Member States"; those of the EFTA, the United Kingdom and the Canary Islands too).
 */
const europeanRates: ReadonlySet<number> = new Set([
  ...[0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 27],
]);
/** Lists that number their rates begin at 0 or 1. Where a rate from here on stands beside these numbers, it may be a rate. */
const firstUsualRate = 6;

/** Why a VAT percentage is doubtful. */
export const rateDoubt = (rate: unknown): string | undefined =>
  typeof rate !== 'number' || europeanRates.has(rate)
    ? undefined
    : 'is not a VAT rate of any country in Europe: check it';

/**
 * Whether pairs of prices are without and with VAT, at no more than three rates: the standard one of a country and reduced ones.
 * Nearly all of them: a price may have been rounded by hand.
 */
export function differByVat(pairs: readonly (readonly [net: number, gross: number])[]): boolean {
  let left = pairs;
  for (let rates = 0; rates < 3 && left.length > 0; rates++) {
    const others = [...europeanRates].map((rate) => left.filter(([net, gross]) => !isVatOn(net, gross, rate)));
    left = others.reduce((fewest, some) => (some.length < fewest.length ? some : fewest), left);
  }
  return left.length * 10 <= pairs.length;
}

/** Both are rounded to cents. */
const isVatOn = (net: number, gross: number, rate: number): boolean =>
  Math.abs(gross - net * (1 + rate / 100)) <= 0.0115;

/**
 * The fault of a column with codes for VAT rates, as programs of accountants export them: 1 is 21%, 2 is 9%. Sent as
 * percentages they would be wrong on every invoice. @param mapped the fields whose columns the user has chosen
 */
export function vatCodes(
  { noun: { price }, columns }: ColumnPlan,
  rows: readonly FileRecord[],
  mapped: ReadonlySet<string>,
): readonly FileFault[] {
  const column = columns.find(({ field }) => field === price?.rate);
  if (!column) return [];
  const isNamedAsCode = ofCodes.test(column.heading);
  if (mapped.has(column.field) && !isNamedAsCode) return [];
  const cells = rows.map((row) => (row.cells[column.index] ?? '').trim()).filter((cell) => cell !== '');
  const rates = cells.map((cell) => (cell.endsWith('%') ? undefined : column.kind.typed(cell.replace(',', '.'))));
  const codes = rates.filter((rate) => rate === 1 || rate === 2);
  const hasUsualRate = rates.some((rate) => typeof rate !== 'number' || rate >= firstUsualRate);
  if (codes.length === 0 || (hasUsualRate && codes.length * 2 <= cells.length)) return [];
  const found = [...new Set(codes)].toSorted().map((rate) => `${rate}%`);
  const without: FileAnswer = {
    label: `Codes: import without ${column.field}`,
    cells: [],
    option: ['map', `${column.field}=none`],
  };
  const asRates: FileAnswer = {
    label: 'Percentages',
    cells: [...new Set(cells)].slice(0, 3).map((cell) => `${cell} = ${cell}%`),
    option: ['map', `${column.field}=${column.heading}`],
  };
  const answers = isNamedAsCode ? [without] : [without, asRates];
  const otherwise = isNamedAsCode ? '' : `. If they are percentages: ${optionText(asRates)}`;
  return [
    {
      problem: `${JSON.stringify(columnName(column))} looks like VAT codes, not percentages: no country in Europe has a VAT rate of ${found.join(' or ')}.`,
      remedy: `Replace the codes with rates such as 21, or write ${found[0]} if that is the rate. To import without: ${optionText(without)}${otherwise}`,
      choice: { question: `What are the numbers in ${JSON.stringify(columnName(column))}?`, answers },
    },
  ];
}

/** A heading of codes: `BTW-code`, `Steuerschlüssel`, `Tax class`. */
const ofCodes = /code|key|schl(?:ü|ue)ssel|sleutel|class|klass?e|group|grupp|groep|kennzeichen|soort|type|index|kz$/i;
