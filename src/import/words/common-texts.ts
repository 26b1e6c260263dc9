import { formatCount } from '../../text/numbers.ts';

/** How a price came to be another one. */
export type PriceChange =
  | { readonly kind: 'factor'; readonly times: number }
  /** `percentage` is undefined where each row has its own. */
  | { readonly kind: 'VAT'; readonly isAdded: boolean; readonly percentage: string | undefined };

/** A row, and what it and the store have. */
export interface Example {
  readonly line: number;
  readonly store: string;
  readonly file: string;
}

/** A field in which nearly all existing rows differ alike. */
export interface FieldInCommon {
  readonly field: string;
  /** Existing rows that state it. */
  readonly rows: number;
  readonly count: number;
  readonly examples: readonly Example[];
  /** How its value came to be another one, if it is an amount. */
  readonly change: PriceChange | undefined;
}

/** `In 60 of 60 existing rows, the price is 100 times that in the store: line 2 (store 84.57, file 8457.00). …` */
export function commonText({ field, rows, count, examples, change }: FieldInCommon): string {
  const differs = change ? `is ${changeText(change)}` : 'is another one than in the store';
  const named = examples.map(({ line, store, file }) => `line ${line} (store ${store}, file ${file})`);
  const more = count > examples.length ? ', …' : '';
  const what = change ? adviceOn(change) : 'Check the rates in the file: new rows get them too.';
  return `in ${formatCount(count)} of ${formatCount(rows)} existing rows, the ${field} ${differs}: ${named.join(', ')}${more}. ${what}`;
}

function changeText(change: PriceChange): string {
  if (change.kind === 'factor')
    return change.times > 1
      ? `${change.times} times that in the store`
      : `1/${Math.round(1 / change.times)} of that in the store`;
  const { isAdded, percentage } = change;
  const factor = percentage === undefined ? '' : ` (factor ${factorOf(percentage)})`;
  const vat = percentage === undefined ? 'the VAT of the row' : `${percentage}% VAT`;
  return isAdded ? `that in the store plus ${vat}${factor}` : `that in the store without ${vat}${factor}`;
}

/** Without the rounding errors of a binary fraction: 1.055. */
const factorOf = (percentage: string): number => Number((1 + Number(percentage) / 100).toFixed(4));

function adviceOn(change: PriceChange): string {
  const newRows = 'new rows get such prices too.';
  if (change.kind === 'factor') return `Check the unit of the prices: ${newRows}`;
  return change.isAdded
    ? `If the prices in the file include VAT, pass --vat-included ${change.percentage ?? '21'}: otherwise ${newRows}`
    : `Check whether VAT was removed twice: ${newRows}`;
}
