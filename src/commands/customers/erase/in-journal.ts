import type { Session } from '../../../cli/session.ts';
import type { Connection } from '../../../client/connection.ts';
import { CliError } from '../../../errors.ts';
import { markErased } from '../../../import/journal/erased.ts';
import { closedAfter, openJournal } from '../../../import/journal/journal.ts';
import { withSecretKeys } from '../../../import/journal/key-secret.ts';
import { journalPath } from '../../../import/journal/path.ts';
import { keysOf } from '../../../import/map/rows/key.ts';
import { reasonOf } from '../../../people/index/index-faults.ts';
import { importableCustomers } from '../../../resources/importable-customers.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
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
  const path = journalPath(undefined, storeId, context);
  try {
    if (!(await context.files.exists(path))) return undefined;
    const { noun } = withSecretKeys(importableCustomers, path, context);
    const key = record && keysOf(noun, record)[0];
    const opened = await openJournal(path, { lock: 0 }, context);
    const count = await closedAfter(opened, async (journal) => markErased(journal, noun.names[1], { id, key }));
    return count === 0 ? undefined : { result: 'deleted' };
  } catch (error) {
    const problem = error instanceof CliError ? error.message : `The journal cannot be used (${reasonOf(error)}).`;
    return { result: 'failed', problem };
  }
}
