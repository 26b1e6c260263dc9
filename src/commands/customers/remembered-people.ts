import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import type { Remembered } from '../../import/options.ts';
import { foldedEmail } from '../../text/emails.ts';
import { hasIndex, openIndex } from './index-place.ts';

/** The people searches have found in the store, by e-mail address; undefined where none was made. */
export async function rememberedPeople(session: Session, connection: Connection): Promise<Remembered | undefined> {
  if (!hasIndex(session, connection)) return undefined;
  const index = await openIndex(session, connection);
  // Where this import is killed, its journal alone has the IDs.
  index.marks.hasImports = false;
  return {
    idsOf: ({ emailAddress }) => {
      const alternatives = [[`email:${foldedEmail(String(emailAddress ?? ''))}`]] as const;
      return index.find({ alternatives }).flatMap((person) => ('customerId' in person ? [person.customerId] : []));
    },
    close: () => index.close(),
  };
}
