import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { PersonChange } from '../../people/index/changed-people.ts';
import { reasonOf } from '../../people/index/index-faults.ts';
import {
  forgetIndex,
  type IndexPlace,
  makeIds,
  type OpenedIds,
  openIds,
  openKnownIndex,
  openPeopleIndex,
  passingIndex,
  type Renewal,
} from '../../people/index/open-index.ts';
import type { PeopleIndex, PersonId } from '../../people/index/people-index.ts';
import { peopleIndexFile } from '../../settings/directories.ts';
import { forgetPeopleKey, peopleKey } from '../../settings/people-key.ts';
import { escapeText, safe } from '../../text/escape.ts';

/**
 * Opens the index of people of the store, and says why it is made anew. Where it cannot be kept, it ends with this
 * command, and that is said.
 */
export async function openIndex(session: Session, { storeId }: Connection): Promise<PeopleIndex> {
  try {
    return await openKeptIndex(session, storeId);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    await session.notice(safe`${error.message} This search is not remembered.`);
    return await passingIndex(placeOf(session.context, storeId, session.context.randomHex(32)));
  }
}

/** @throws CliError where it cannot be kept */
async function openKeptIndex(session: Session, storeId: string): Promise<PeopleIndex> {
  const { context, notice } = session;
  const key = await peopleKey(context, { storeId, inKeychain: hasKeychain(session) });
  const { index, renewal } = await openPeopleIndex(placeOf(context, storeId, key), context.files);
  if (renewal !== undefined) await notice(`${renewals[renewal]}. Making a new index.`);
  return index;
}

/**
 * The index of a store as it is; undefined where there is none, or where the next search would make it anew.
 * @throws CliError where it cannot be used
 */
export async function openIndexAsIs(session: Session, storeId: string): Promise<PeopleIndex | undefined> {
  const { context } = session;
  const keyOf = (): Promise<string> => peopleKey(context, { storeId, inKeychain: hasKeychain(session) });
  return await openKnownIndex(idsAt(context, storeId), keyOf, context.files);
}

const placeOf = (context: Context, storeId: string, key: string): IndexPlace => ({ ...idsAt(context, storeId), key });

const idsAt = (context: Context, storeId: string): Omit<IndexPlace, 'key'> => ({
  path: peopleIndexFile(storeId, context),
  storeId,
  now: context.clock.now().getTime(),
});

const renewals: Readonly<Record<Renewal, string>> = {
  'lost key': 'The key of the index is lost',
  'other store': 'The index belongs to another store',
  'other version': 'The index was made by another version of shop-cli',
  foreign: 'Another program has changed the index',
  damaged: 'The index is damaged',
};

/** The key lies where the token lies. */
function hasKeychain({ settings }: Session): boolean {
  const store = settings.store();
  return store.kind === 'remote' && store.profile?.token === 'keychain';
}

/** Forgets everybody of the store, and says so. */
export async function forgetHere(session: Session, { storeId }: Connection): Promise<void> {
  const had = await forgetPeople(session.context, storeId, hasKeychain(session));
  await session.notice(
    escapeText(`${had ? 'Deleted the search index' : 'There is no search index'} of ${session.storeLabel()}.`),
  );
}

/** Whether the store has an index here. */
export const hasIndex = ({ context }: Session, { storeId }: Connection): boolean => hasIndexOf(context, storeId);

const hasIndexOf = (context: Context, storeId: string): boolean =>
  (context.files.fileId(peopleIndexFile(storeId, context))?.bytes ?? 0) > 0;

/** Says nothing where it cannot be kept: nobody has searched here yet. */
async function makeIdsHere(context: Context, storeId: string): Promise<void> {
  try {
    await makeIds(idsAt(context, storeId), context.files);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
  }
}

/** What became of a customer in a file on this machine. */
export type Forgetting =
  | { readonly result: 'deleted' | 'gone' }
  /** With a sentence that says why. */
  | { readonly result: 'failed'; readonly problem: string };

/**
 * Forgets a customer, and orders: an order that was read before its customer is an entry of its own. Undefined where
 * the store has no index. Never fails: an erasure tells it as one of its steps.
 */
export async function forgetCustomer(
  session: Session,
  connection: Connection,
  entries: readonly PersonId[],
): Promise<Forgetting | undefined> {
  try {
    if (!hasIndex(session, connection)) return undefined;
    const index = await openKeptIndex(session, connection.storeId);
    try {
      return forgetIn(index, entries);
    } finally {
      index.close();
    }
  } catch (error) {
    const problem = error instanceof CliError ? error.message : `The index cannot be used (${reasonOf(error)}).`;
    return { result: 'failed', problem };
  }
}

function forgetIn(index: PeopleIndex, entries: readonly PersonId[]): Forgetting {
  const known = entries.filter((entry) => index.forget(entry));
  const result = known.length > 0 ? 'deleted' : 'gone';
  if (index.fault === undefined) return { result };
  return { result: 'failed', problem: unwritten(index.fault) };
}

/**
 * Has the next search read again the customers a command has changed or created, by the ID of their store. Where there is
 * no index, one that knows IDs alone is made for whoever was created. Never fails: the writes were done.
 */
export async function noteChangedPeople(
  { context, notice }: Session,
  people: ReadonlyMap<string, ReadonlyMap<string, PersonChange>>,
): Promise<void> {
  for (const [storeId, changes] of people) {
    const problem = await noteChanges(context, storeId, changes);
    if (problem !== undefined)
      await notice(
        safe`${problem} Until it can be, pass --live to 'shop-cli customers find', because its index does not have this change.`,
      );
  }
}

/**
 * What the index of a store knows by IDs; undefined where there is none that can be used as it is.
 * @throws CliError `usage` where its file cannot be used
 */
const openKnownIds = (context: Context, storeId: string): Promise<OpenedIds | undefined> =>
  openIds({ path: peopleIndexFile(storeId, context), storeId }, context.files);

/** The same for what is known anyhow. Undefined without an index that can be used. */
export async function knownIdsOf({ context }: Session, { storeId }: Connection): Promise<OpenedIds | undefined> {
  try {
    return await openKnownIds(context, storeId);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return undefined;
  }
}

const unwritten = (fault: string | undefined): string => `The index cannot be written: ${fault}.`;

/** @returns a sentence that says why it cannot be noted */
async function noteChanges(
  context: Context,
  storeId: string,
  changes: ReadonlyMap<string, PersonChange>,
): Promise<string | undefined> {
  try {
    const hasCreated = [...changes.values()].includes('created');
    if (hasCreated && !hasIndexOf(context, storeId)) await makeIdsHere(context, storeId);
    const ids = await openKnownIds(context, storeId);
    if (ids === undefined) return undefined;
    ids.changed.add(changes, context.randomHex(8));
    ids.close();
    return ids.fault() && unwritten(ids.fault());
  } catch (error) {
    return error instanceof CliError ? error.message : unwritten(reasonOf(error));
  }
}

/** Forgets everybody of a store, and the key. Returns whether there was an index. */
export async function forgetPeople(context: Context, storeId: string, inKeychain: boolean): Promise<boolean> {
  const had = await forgetIndex(peopleIndexFile(storeId, context), context.files);
  await forgetPeopleKey(context, { storeId, inKeychain });
  return had;
}
