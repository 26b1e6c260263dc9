import { newProduct } from '../../resources/products.ts';
import { cut } from '../../text/words.ts';

/** `the store differs in price (store 12.00, file 13.00)`. The values of a recorded row are not known. */
export function differingText(
  fields: Readonly<Record<string, { readonly store: string; readonly file: string }>>,
): string {
  const differences = Object.entries(fields).map(([field, { store, file }]) => {
    const [before, now] = [store, file].map((value) =>
      value === '' ? 'empty' : cut(inWords(field, value), longestValue),
    );
    return `${field} (store ${before}, file ${now})`;
  });
  return `the store differs${differences.length > 0 ? ` in ${differences.join(' and ')}` : ''}`;
}

const longestValue = 60;

/** `online`, not 1. Of the nouns whose records are compared, products alone are. */
function inWords(field: string, value: string): string {
  const kind = newProduct.fields[field as keyof typeof newProduct.fields]?.kind;
  return kind?.name === 'choice' ? String(kind.show(value) ?? value) : value;
}

/**
 * How much the price differs in such a text, as a share of the price in the store: 0.125 for 12.00 and 13.50, 0 where it does
 * not. The journal keeps the text alone.
 */
export function priceChange(text: string): number {
  const [, store = '', file = ''] = /\bprice \(store (\S+), file (\S+)\)/.exec(text) ?? [];
  const change = Math.abs(Number(file) - Number(store)) / Number(store);
  return Number.isNaN(change) ? 0 : change;
}
