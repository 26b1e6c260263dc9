import type { ReadPerson } from '../../cli/read-people.ts';
import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import { learnShown } from '../../people/search/learned.ts';
import { openIndexAsIs } from './index-place.ts';

/**
 * Renews the entries of people whom a command has read, by the ID of their store: somebody may have moved or married, and
 * another machine written it. Never fails, and says nothing: what was asked for was shown, and the next search reads.
 */
export async function learnPeople(
  session: Session,
  people: ReadonlyMap<string, readonly ReadPerson[]>,
  since: number,
): Promise<void> {
  for (const [storeId, shown] of people)
    try {
      const index = await openIndexAsIs(session, storeId);
      if (index) learnShown(index, shown, since);
      index?.close();
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
    }
}
