import type { PeopleIndex } from '../index/people-index.ts';

/** How many records a live search reads: whom the index knows, with the addresses of each customer. */
export const countLive = (index: PeopleIndex): number => 2 * index.count('customer') + index.count('order');
