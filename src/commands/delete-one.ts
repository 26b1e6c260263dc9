import type { Connection } from '../client/connection.ts';
import { type Received, type RecordDefinition, record, text } from '../resources/record.ts';
import type { Session } from './session.ts';

/** What a deletion prints. */
export const deletion = record(['deleted'], { deleted: text('Deleted') });

export interface Deletion {
  /** What is deleted, as the question names it: `customer 12`. */
  readonly what: string;
  readonly id: string;
  readonly definition: RecordDefinition;
  /** The record, so that the question can say who or what that is. */
  readonly look: (connection: Connection) => Promise<Received>;
  readonly nameOf: (record: Received) => string;
  readonly remove: (connection: Connection) => Promise<void>;
}

/** Asks, deletes, and says so: `{"deleted":"12"}` in JSON. */
export async function deleteOne(session: Session, { what, id, definition, look, nameOf, remove }: Deletion): Promise<number> {
  const name = isAsked(session) ? nameOf(session.named(definition, await look(await session.connect()))).slice(0, longestName) : '';
  await session.confirm(`Delete ${what}${name === '' ? '' : `, ${name}`}?`);
  await remove(await session.connect());
  await session.show(deletion, { deleted: id });
  return 0;
}

/** A name of any length must not push the question off the screen. */
const longestName = 120;

/** Without a question nothing is fetched. */
const isAsked = ({ context, options }: Session): boolean =>
  context.prompts !== undefined && options.input !== false && !options.json && !options.yes && !options.dryRun && !options.curl;
