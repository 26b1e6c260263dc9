import type { Connection } from '../client/connection.ts';
import { record, text } from '../resources/record.ts';
import type { Session } from './session.ts';

/** What a deletion prints. */
export const deletion = record(['deleted'], { deleted: text('Deleted') });

export interface Deletion {
  /** What is deleted, as the question names it: `customer 12`. */
  readonly what: string;
  readonly id: string;
  readonly remove: (connection: Connection) => Promise<void>;
}

/** Asks, deletes, and says so: `{"deleted":"12"}` in JSON. */
export async function deleteOne(session: Session, { what, id, remove }: Deletion): Promise<number> {
  await session.confirm(`Delete ${what}?`);
  await remove(await session.connect());
  await session.show(deletion, { deleted: id });
  return 0;
}
