import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { CliError } from '../../errors.ts';
import type { PeopleIndex } from '../../people/index/people-index.ts';
import { KnownProducts } from '../../people/orders/known-products.ts';
import type { OrderFilter } from './filter.ts';

/**
 * Does something with what the index knows of the products of orders, where they are listed by one. With `--all` it says
 * nothing, and only learns: a recall must miss nobody.
 */
export async function withKnownProducts<T>(
  session: Session,
  connection: Connection,
  { product: sku, isAll }: OrderFilter,
  work: (products: KnownProducts | undefined) => Promise<T>,
): Promise<T> {
  if (sku === undefined) return await work(undefined);
  const index = await indexOf(session, connection);
  try {
    return await work(index && new KnownProducts({ index, sku, readsAll: isAll }));
  } finally {
    index?.close();
  }
}

/** Undefined without an index that can be used: then every order is read. */
async function indexOf(session: Session, connection: Connection): Promise<PeopleIndex | undefined> {
  // Loaded here: most lists need no index.
  const { hasIndex, openIndexAsIs } = await import('../customers/index-place.ts');
  try {
    return hasIndex(session, connection) ? await openIndexAsIs(session, connection.storeId) : undefined;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return undefined;
  }
}
