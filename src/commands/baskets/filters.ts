import type { Command } from 'commander';
import { CliError } from '../../errors.ts';
import { addOptions, option, type RawOptions, readOptions } from '../../input/options.ts';
import { orderOf } from '../../people/orders/orders.ts';
import type { Basket } from '../../resources/baskets.ts';
import { ageKind, idKind, wholeFrom } from '../../resources/kinds.ts';
import { whereToFind } from '../../resources/where-to-find.ts';
import { refuseTogether } from '../shared/exclusive.ts';

const filterOptions = {
  customer: option(idKind, 'only baskets of this customer', whereToFind.customer),
  olderThan: option(ageKind, 'only baskets unchanged for at least this long, such as 90d'),
  last: option(wholeFrom(1), 'only the newest baskets, newest first'),
};

/** Adds the options that choose among all baskets. */
export function addBasketFilters(command: Command): void {
  command.option('--open', 'only baskets without an order').option('--ordered', 'only baskets with an order');
  addOptions(command, filterOptions);
}

export interface BasketFilters {
  /** How many of the newest. */
  readonly last: number | undefined;
  /** The only customer whose baskets are wanted. */
  readonly customer: string | undefined;
  /** @param host of the store, for errors @throws CliError `refused` where it does not say what is ordered */
  readonly isWanted: (basket: Basket, host: string) => boolean;
}

/** Undefined where no filter was typed. @throws CliError `usage` */
export function readBasketFilters(raw: RawOptions, now: Date): BasketFilters | undefined {
  const { customer, olderThan, last } = readOptions(filterOptions, raw);
  const { open, ordered } = raw;
  if ([customer, olderThan, last, open, ordered].every((value) => value === undefined)) return undefined;
  refuseTogether(raw, 'open', 'ordered');
  for (const other of ['limit', 'all']) refuseTogether(raw, 'last', other);
  for (const other of ['offset', 'envelope'])
    if (raw[other] !== undefined)
      throw new CliError('usage', `Use either --${other} or filters, not both.`, { field: `--${other}` });
  const wantsOrdered = open === undefined ? ordered : false;
  const youngest = olderThan === undefined ? undefined : now.getTime() - olderThan;
  const isWanted = (basket: Basket, host: string): boolean => {
    const isOrdered = wantsOrdered === undefined ? undefined : orderOf(basket, host) !== undefined;
    return (
      isOrdered === wantsOrdered &&
      (customer === undefined || String(basket.customerId) === String(customer)) &&
      (youngest === undefined || changedAt(basket) < youngest)
    );
  };
  return { last, customer: customer === undefined ? undefined : String(customer), isWanted };
}

/**
 * When a basket was created or last changed, in milliseconds, at the latest: stores write no time zone, and in the last
 * one of all it is twelve hours later than in UTC. Infinite where the store does not say.
 */
function changedAt({ dateCreated, lastModified }: Basket): number {
  const times = [dateCreated, lastModified].map(utcOf).filter((time) => !Number.isNaN(time));
  return times.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...times) + lastZone;
}

const lastZone = 12 * 3_600_000;

/** `2026-01-31 12:00:00`; NaN for anything else, `0000-00-00 00:00:00` included. */
const utcOf = (text: unknown): number =>
  typeof text === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)
    ? Date.parse(`${text.replace(' ', 'T')}Z`)
    : Number.NaN;
