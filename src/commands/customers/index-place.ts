import { join } from 'node:path';
import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { forgetIndex, type IndexPlace, openPeopleIndex, passingIndex, type Renewal } from '../../people/open-index.ts';
import type { PeopleIndex, PersonId } from '../../people/people-index.ts';
import { storeDirectory } from '../../settings/directories.ts';
import { forgetPeopleKey, peopleKey } from '../../settings/people-key.ts';
import { escapeText } from '../../text/escape.ts';

/** The file of the index of people of a store. */
const indexPath = (storeId: string, context: Context): string => join(storeDirectory(storeId, context), 'people.db');

/**
 * Opens the index of people of the store, and says why it is made anew. Where it cannot be kept, it ends with this
 * command, and that is said.
 */
export async function openIndex(session: Session, { storeId }: Connection): Promise<PeopleIndex> {
  const { context, notice } = session;
  const passing: IndexPlace = {
    path: indexPath(storeId, context),
    storeId,
    key: context.randomHex(32),
    now: context.clock.now().getTime(),
  };
  try {
    const key = await peopleKey(context, { storeId, inKeychain: hasKeychain(session) });
    const { index, renewal } = await openPeopleIndex({ ...passing, key }, context.files);
    if (renewal !== undefined) await notice(`${renewals[renewal]}. Making a new index.`);
    return index;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    await notice(`${error.message} This search is not remembered.`);
    return await passingIndex(passing);
  }
}

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
  await session.notice(escapeText(`${had ? 'Forgot the index' : 'There is no index'} of ${session.storeLabel()}.`));
}

/** Whether the store has an index here. */
export const hasIndex = ({ context }: Session, { storeId }: Connection): boolean =>
  (context.files.fileId(indexPath(storeId, context))?.bytes ?? 0) > 0;

/** Forgets one person, where the store has an index. */
export async function forgetPerson(session: Session, connection: Connection, person: PersonId): Promise<void> {
  if (!hasIndex(session, connection)) return;
  const index = await openIndex(session, connection);
  try {
    index.remove(person);
    if (index.fault !== undefined) await session.notice(`${stillKnown(index.fault)} ${howToForget}`);
  } finally {
    index.close();
  }
}

const stillKnown = (fault: string): string => `The index still has the person: it cannot be written (${fault}).`;
const howToForget = 'To forget everybody: shop-cli customers find --forget';

/** Forgets everybody of a store, and the key. Returns whether there was an index. */
export async function forgetPeople(context: Context, storeId: string, inKeychain: boolean): Promise<boolean> {
  const had = await forgetIndex(indexPath(storeId, context), context.files);
  await forgetPeopleKey(context, { storeId, inKeychain });
  return had;
}
