import type { Session } from '../../../cli/session.ts';
import type { Connection } from '../../../client/connection.ts';
import { markErased } from '../../../import/journal/erased.ts';
import { withSecretKeys } from '../../../import/journal/key-secret.ts';
import { keysOf } from '../../../import/map/rows/key.ts';
import { importableCustomers } from '../../../resources/importable-customers.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
import { inStoreJournal } from '../../shared/store-journal.ts';
import type { Forgetting } from '../index-place.ts';

/** A customer who was erased, and what the store had. */
export interface ErasedCustomer {
  readonly id: string;
  /** Undefined where it was gone before. */
  readonly record: StoreRecord | undefined;
  /** Of the orders that its baskets named. */
  readonly orderIds: readonly string[];
}

/**
 * Notes in the journal of the store that a customer was erased, so that no import sends or believes the row. Undefined where
 * there is no journal, or it has no row of the customer. Never fails: an erasure tells it as one of its steps.
 */
export async function markInJournal(
  { context }: Session,
  { storeId }: Connection,
  { id, record }: Omit<ErasedCustomer, 'orderIds'>,
): Promise<Forgetting | undefined> {
  const marked = await inStoreJournal(context, storeId, (journal) => {
    const { noun } = withSecretKeys(importableCustomers, journal.path, context);
    const key = record && keysOf(noun, record)[0];
    return markErased(journal, noun.names[1], { id, key });
  });
  if (marked && 'problem' in marked) return { result: 'failed', problem: marked.problem };
  return !marked || marked.done === 0 ? undefined : { result: 'deleted' };
}
