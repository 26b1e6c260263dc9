/** What says how old a basket is. */
export interface BasketAge {
  readonly id?: unknown;
  readonly dateCreated?: unknown;
}

/** Below 0 if the first is the older one. One without a date counts as older than any with one. */
export function compareAge(left: BasketAge, right: BasketAge): number {
  const one = createdAt(left);
  const other = createdAt(right);
  if (one !== other) return one < other ? -1 : 1;
  return (Number(left.id) || 0) - (Number(right.id) || 0);
}

/**
 * How long after its creation a basket is read again, since it may have been ordered, in milliseconds. Stores write no
 * time zone, which is half a day.
 */
export const settledAfter = 2 * 24 * 3_600_000;

/** Of a page, the baskets that came last: a date that is out of order among so many others ends no reading. */
const lastOfPage = 1 / 4;

/** Whether a page ends with baskets that were created before a time, so that all behind it were. @param page the newest first */
export const endsOlder = (page: readonly BasketAge[], since: number): boolean =>
  page.slice(-Math.ceil(page.length * lastOfPage)).every((basket) => isOlder(basket, since));

/** Whether a basket was created before a time, in milliseconds since 1970. One without a date was not. */
const isOlder = (basket: BasketAge, since: number): boolean =>
  Date.parse(`${createdAt(basket).replace(' ', 'T')}Z`) < since;

/** When a basket was created, as the store writes it; empty where it does not say. */
export const createdAt = ({ dateCreated }: BasketAge): string => (typeof dateCreated === 'string' ? dateCreated : '');
