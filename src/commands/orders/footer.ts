import type { Session } from '../../cli/session.ts';
import { type BasketList, costText } from '../../people/orders/baskets.ts';
import type { KnownProducts } from '../../people/orders/known-products.ts';
import { maxDaysAfterBasket } from '../../people/orders/newest-orders.ts';
import { escapeText, safe } from '../../text/escape.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import type { OrderFilter } from './filter.ts';
import { type Period, periodText } from './period.ts';
import type { ListNotes } from './wanted-orders.ts';

interface OrdersPrinted {
  readonly wanted: OrderFilter;
  readonly period: Period;
  readonly list: BasketList;
  readonly products: KnownProducts | undefined;
  readonly found: ListNotes;
  readonly count: number;
}

/** What was listed, where it was looked for, and what it cost. */
export function footerOf({ onStore }: Session, printed: OrdersPrinted): string {
  const { wanted, period, list, products, found, count } = printed;
  const about = [periodText(period), wanted.product === undefined ? '' : safe`with product ${wanted.product}`];
  const which = about.map((text) => text && ` ${text}`).join('');
  const orders = count === 0 ? 'No orders' : `${formatCount(count)} ${inNumber('{order|orders}', count)}`;
  const listed = ` from the ${wanted.last === undefined ? '' : 'newest '}baskets that the store still lists`;
  const source =
    count === 0
      ? ` found${onStore()}. Orders are found through baskets; ${basketsOf(list)}.`
      : `${products?.asOf === undefined ? listed : ''}${onStore()}.`;
  const asOf = products?.asOf ?? list.asOf;
  return `${orders}${which}${source} ${costText({ ...list, asOf })}${readText(printed)}${restOf(wanted, found)}${leftOut(found)}`;
}

/** `Read 16 orders; by the index, 489 others have other products or dates.` */
function readText({ wanted, found, products }: OrdersPrinted): string {
  if (!wanted.isCompared) return '';
  const others = products?.count ?? 0;
  const known =
    others === 0
      ? ''
      : `; by the index, ${formatCount(others)} ${inNumber('{other has|others have}', others)} other products or dates`;
  return ` Read ${formatCount(found.read)} ${inNumber('{order|orders}', found.read)}${known}.`;
}

function basketsOf({ total, cost, asOf }: BasketList): string {
  const count = total ?? cost().baskets;
  if (asOf === undefined) return `the store lists ${formatCount(count)}`;
  return `the index knows ${formatCount(count)} ${inNumber('{basket|baskets}', count)} of this customer`;
}

/** `--all` does not end with the period: an older basket may have been ordered in it. */
function restOf({ last, customer, isCompared, isNewestFirst }: OrderFilter, { more }: ListNotes): string {
  if (!more || last !== undefined) return '';
  if (isCompared && customer === undefined)
    return ' For more, pass a higher --limit. With --all, shop-cli reads every basket of the store.';
  return ` Use --all for the rest${isNewestFirst ? '' : ', or --last for the newest'}.`;
}

const leftOut = ({ isPartial }: ListNotes): string =>
  isPartial
    ? ` Not read: baskets more than ${maxDaysAfterBasket} days older, and lower order numbers. To read everything, pass --all.`
    : '';

/** Names the orders that do not say what was ordered: with `--quiet` too, since a buyer may be missing. */
export async function noticeUnclear({ notice }: Session, { unclear }: ListNotes): Promise<void> {
  if (unclear.length === 0) return;
  const text = inNumber('{order does|orders do}', unclear.length);
  await notice(`Warning: ${formatCount(unclear.length)} ${text} not say what was ordered: ${firstIds(unclear)}.`);
}

/** Names the orders that are gone. */
export async function noticeGone({ notice }: Session, { gone }: ListNotes): Promise<void> {
  if (gone.length === 0) return;
  const text = inNumber('{order that baskets refer to is gone|orders that baskets refer to are gone}', gone.length);
  await notice(`${formatCount(gone.length)} ${text}: ${firstIds(gone)}.`);
}

const firstIds = (ids: readonly string[]): string =>
  `${ids.slice(0, 10).map(escapeText).join(', ')}${ids.length > 10 ? ' and others' : ''}`;
