import type { Session } from '../../cli/session.ts';
import { pageLimit } from '../../client/changing-list.ts';
import type { Connection } from '../../client/connection.ts';
import { customerAt } from '../../client/endpoints/customers.ts';
import { getRecord } from '../../client/records.ts';
import { CliError, showsNothing } from '../../errors.ts';
import { type BasketList, readBaskets } from '../../people/orders/baskets.ts';
import { type CustomerBaskets, readKnownBaskets } from '../../people/orders/customer-baskets.ts';
import { formatCount } from '../../text/numbers.ts';
import { withProgress } from '../shared/list.ts';
import type { Paced } from '../shared/paced.ts';

/** Pages of baskets above which an index is worth naming. */
const manyPages = 20;

/** Does something with the baskets of customers: those that the index knows, or else all that the store lists. */
export async function withCustomerBaskets<T>(
  session: Session,
  paced: Paced,
  which: CustomerBaskets,
  work: (list: BasketList) => Promise<T>,
): Promise<T> {
  // Loaded here: most reads need no index.
  const { knownIdsOf } = await import('./index-place.ts');
  const ids = await knownIdsOf(session, paced.connection);
  const asOf = ids?.baskets.readAt;
  try {
    if (ids === undefined || asOf === undefined) return await work(await allBaskets(session, paced, which));
    return await work(
      await readKnownBaskets({
        ...which,
        connection: paced.connection,
        clock: session.context.clock,
        read: paced.reads.read,
        known: ids.baskets,
        asOf,
        shown: (pages) => withProgress(session, pages, { printsRows: false }),
      }),
    );
  } finally {
    ids?.close();
  }
}

/**
 * Tells a customer without any baskets from a customer who does not exist. A store that does not show the customer says
 * nothing.
 * @throws CliError `not-found` that says that there is no such customer
 */
export async function refuseNoCustomer(connection: Connection, customerId: string): Promise<void> {
  await getRecord(connection, customerAt(customerId)).catch((error: unknown) => {
    const isUnknown = error instanceof CliError && (showsNothing(error) || error.status === 403);
    if (!isUnknown) throw error;
  });
}

/** Says how the next time is faster, where it takes long. */
async function allBaskets(
  session: Session,
  { connection, reads }: Paced,
  { newestFirst }: CustomerBaskets,
): Promise<BasketList> {
  const list = await readBaskets({ connection, clock: session.context.clock, newestFirst, read: reads.read });
  if ((list.total ?? 0) > manyPages * pageLimit(connection) && session.options.quiet !== true)
    await session.notice(
      `Reading all ${formatCount(list.total ?? 0)} baskets. To read only new ones in future, run 'shop-cli customers find <name>' once: it makes an index.`,
    );
  return list;
}
