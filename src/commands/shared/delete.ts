import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { defineRecord, type RecordDefinition } from '../../resources/record.ts';
import { type StoreRecord, text } from '../../resources/record-fields.ts';

/** What a deletion prints. */
export const deletion = defineRecord(['deleted'], { deleted: text('Deleted') }, { own: {} });

interface Deletion {
  /** `customer 12` */
  readonly what: string;
  readonly id: string;
  readonly definition: RecordDefinition;
  /** Fetches the record, so that the question can name it. */
  readonly fetch: (connection: Connection) => Promise<StoreRecord>;
  readonly nameOf: (record: StoreRecord) => string;
  readonly remove: (connection: Connection) => Promise<void>;
}

/** Asks, deletes, and prints `{"deleted":"12"}` in JSON. */
export async function deleteOne(
  session: Session,
  { what, id, definition, fetch, nameOf, remove }: Deletion,
): Promise<number> {
  if (session.asksToConfirm) {
    const name = nameOf(session.named(definition, await fetch(await session.connect()))).slice(0, longestName);
    await session.confirm(`Delete ${what}${name === '' ? '' : ` (${name})`} on ${session.storeLabel()}?`);
  } else await session.confirm(`Delete ${what}?`);
  await remove(await session.connect());
  await session.show(deletion, { deleted: id });
  await session.done(`Deleted ${what}`);
  return 0;
}

/** Keeps a long name from pushing the question off the screen. */
const longestName = 120;

/** The values of these fields as one text, without those that are objects. */
export const textOf = (record: StoreRecord, ...names: readonly string[]): string =>
  names
    .flatMap((name) => (typeof record[name] === 'object' ? [] : (record[name] ?? [])))
    .join(' ')
    .trim();
