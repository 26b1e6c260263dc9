import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { customerAt } from '../../client/endpoints/customers.ts';
import { getRecord } from '../../client/records.ts';
import { CliError } from '../../errors.ts';
import { idsOfKey } from '../../import/journal/ids-of-key.ts';
import { readJournal } from '../../import/journal/journal.ts';
import { withSecretKeys } from '../../import/journal/key-secret.ts';
import { journalPath } from '../../import/journal/path.ts';
import { keysOf } from '../../import/map/rows/key.ts';
import { importableCustomers } from '../../resources/importable-customers.ts';
import { foldedEmail } from '../../text/emails.ts';
import { safe } from '../../text/escape.ts';
import { openIndexAsIs } from './index-place.ts';

/** Customers that are read and named. */
const maxNamed = 3;

/**
 * Warnings of customers who have an e-mail address already, of those whom imports and searches on this machine know.
 * Warnings alone: the API lets a guest have several records, and no other machine would know.
 */
export async function warnOfKnownEmail(
  session: Session,
  connection: Connection,
  emailAddress: string,
): Promise<readonly string[]> {
  const known = [
    ...(await importedWith(session, connection, emailAddress)),
    ...(await foundWith(session, connection, emailAddress)),
  ];
  const ids = [...new Set(known)].slice(0, maxNamed);
  return (await Promise.all(ids.map((id) => warningOf(connection, id, emailAddress)))).flat();
}

/** Nobody who has another address by now, or is gone. */
async function warningOf(connection: Connection, id: string, emailAddress: string): Promise<readonly string[]> {
  const verb = await getRecord(connection, customerAt(id)).then(
    (found) =>
      foldedEmail(String(found.emailAddress ?? '')) === foldedEmail(emailAddress) ? 'already has' : undefined,
    unlessFailed,
  );
  if (verb === undefined) return [];
  return [
    safe`Warning: Customer ${id} ${verb} this e-mail address, and this creates another record. To see it: shop-cli customers get ${id}`,
  ];
}

/** A customer who cannot be read may have it. */
function unlessFailed(error: unknown): 'may have' | undefined {
  if (!(error instanceof CliError) || error.kind === 'interrupted') throw error;
  return error.kind === 'not-found' ? undefined : 'may have';
}

async function importedWith(
  { context }: Session,
  { storeId }: Connection,
  emailAddress: string,
): Promise<readonly string[]> {
  const path = journalPath(undefined, storeId, context);
  return await orNobody(() =>
    readJournal(path, context, async (journal) => {
      if (!journal) return [];
      const { noun } = withSecretKeys(importableCustomers, path, context);
      return keysOf(noun, { emailAddress }).flatMap((key) => idsOfKey(journal, noun.names[1], key));
    }),
  );
}

async function foundWith(session: Session, { storeId }: Connection, emailAddress: string): Promise<readonly string[]> {
  return await orNobody(async () => {
    const index = await openIndexAsIs(session, storeId);
    const alternatives = [[`email:${foldedEmail(emailAddress)}`]] as const;
    const people = index?.find({ alternatives }) ?? [];
    index?.close();
    return people.flatMap((person) => ('customerId' in person ? [person.customerId] : []));
  });
}

/** What cannot be used here is no reason to create nobody. */
async function orNobody(look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  return await look().catch((error: unknown) => {
    if (error instanceof CliError) return [];
    throw error;
  });
}
