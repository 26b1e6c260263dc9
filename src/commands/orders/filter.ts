import type { Command } from 'commander';
import { addOptions, option, type RawOptions, readOptions } from '../../input/options.ts';
import { codeKind, idKind, wholeFrom } from '../../resources/kinds.ts';
import { dayKind } from '../../resources/shop-kinds.ts';
import { whereToFind } from '../../resources/where-to-find.ts';
import { refuseTogether } from '../shared/exclusive.ts';
import { refuseReversed } from './period.ts';

/** For `03/04/2026`. */
const dayHint = 'With slashes it is not clear which number is the day: type 2026-01-31 or 31-01-2026.';

const listOptions = {
  customer: option(idKind, 'only orders of this customer', whereToFind.customer),
  since: option(dayKind, 'only orders from this day on, such as yesterday or 7d', dayHint),
  until: option(dayKind, 'only orders up to this day', dayHint),
  product: option({ ...codeKind, placeholder: 'sku' }, 'only orders with this product'),
  last: option(wholeFrom(1), 'only orders of the newest baskets, newest first'),
  limit: option(wholeFrom(1), 'maximum number of results (default 20)'),
};

const usualLimit = 20;

/** Adds the options that choose among the orders. */
export function addOrderFilters(command: Command): void {
  addOptions(command, listOptions);
  command.option('--all', 'fetch all results (without --customer, this reads every basket)');
}

/** Which orders are listed. */
export interface OrderFilter {
  readonly customer: number | undefined;
  /** As typed. */
  readonly since: string | undefined;
  readonly until: string | undefined;
  /** The SKU of a product. */
  readonly product: string | undefined;
  readonly last: number | undefined;
  readonly limit: number;
  readonly isAll: boolean;
  /** Whether only the orders themselves say which of them are wanted. */
  readonly isCompared: boolean;
  readonly isNewestFirst: boolean;
}

/**
 * Of one customer, a person sees the newest orders first; a script gets the order of the list, as without a customer.
 * @throws CliError `usage` for options that contradict each other
 */
export function readWanted(raw: RawOptions, { isTable }: { readonly isTable: boolean }): OrderFilter {
  const { customer, since, until, product, last, limit } = readOptions(listOptions, raw);
  refuseTogether(raw, 'all', 'limit');
  refuseTogether(raw, 'last', 'limit');
  refuseTogether(raw, 'last', 'all');
  refuseReversed({ since, until });
  const isAll = raw.all === true;
  const isCompared = [since, until, product].some((value) => value !== undefined);
  return {
    customer,
    since,
    until,
    product,
    last,
    limit: isAll ? Number.POSITIVE_INFINITY : (last ?? limit ?? usualLimit),
    isAll,
    isCompared,
    isNewestFirst: isCompared || last !== undefined || (customer !== undefined && isTable),
  };
}
