import { escapeText } from '../../text/escape.ts';
import { formatCount } from '../../text/numbers.ts';
import type { GoneProducts } from '../import-run.ts';
import type { RememberedRow } from '../journal/feeds.ts';
import { rowCount } from './words.ts';

/** `99,960 rows are unchanged since the previous import, and not looked up (--full looks up every row).` */
export function unchangedRows(unchanged: number, differing: number): string {
  const differ =
    differing === 0
      ? ''
      : ` ${formatCount(differing)} of them still ${differing === 1 ? 'has' : 'have'} another name or price in the store.`;
  return `${rowCount(unchanged)} ${unchanged === 1 ? 'is' : 'are'} unchanged since the previous import, and not looked up (--full looks up every row).${differ}`;
}

/** `30 rows have changed since they were imported. What differs in the store: shop-cli products diff feed.csv` */
export function changedRows(changed: number, path: string): string {
  const have = changed === 1 ? 'row has' : 'rows have';
  const hint = path === '-' ? '' : ` What differs in the store: shop-cli products diff ${escapeText(path)}`;
  return `${formatCount(changed)} ${have} changed since the previous import, and ${changed === 1 ? 'exists' : 'exist'} in the store: an import changes no product.${hint}`;
}

/** `12 products of import 3 are no longer in the file. They stay in the store, …` */
export function goneProducts({ run }: { readonly run: number }, { count, first }: GoneProducts): string {
  const named = first.slice(0, mostNamed).map(({ key }) => escapeText(key));
  const [are, they] = count === 1 ? ['product of import', 'is'] : ['products of import', 'are'];
  return `${formatCount(count)} ${are} ${run} ${they} no longer in the file, and ${count === 1 ? 'stays' : 'stay'} in the store: ${named.join(', ')}${count > named.length ? ', …' : ''}`;
}

const mostNamed = 5;

export const fewerProducts = ({ run }: { readonly run: number }, products: number, before: number): string =>
  `The store has ${formatCount(products)} products, and had ${formatCount(before)} after import ${run}: looking up every row.`;

export const otherProducts = ({ run }: { readonly run: number }, { key: { field, code } }: RememberedRow): string =>
  `Import ${run} found ${field} "${escapeText(code)}" in the store once, and now that is not so: looking up every row.`;
