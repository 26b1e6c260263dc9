import type { Session } from '../../cli/session.ts';
import { deleteRecord, getRecord, type Place } from '../../client/records.ts';
import { defineRecord, type RecordDefinition } from '../../resources/record.ts';
import { type StoreRecord, text } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { recordBefore } from './update.ts';

/** What a deletion prints. */
export const deletion = defineRecord(['deleted'], { deleted: text('Deleted') }, { isOwn: true });

interface Deletion {
  /** `customer 12` */
  readonly what: string;
  readonly id: string;
  readonly definition: RecordDefinition;
  readonly at: Place<StoreRecord>;
  /** Of the record, for the question. */
  readonly nameOf: (record: StoreRecord) => string;
}

/** Asks, deletes, and prints `{"deleted":"12"}` in JSON. `--dry-run` says to people what it would delete. */
export async function deleteOne(session: Session, record: Deletion): Promise<undefined> {
  const { what, id, at } = record;
  const { settings, target } = session;
  const { dryRun, curl, quiet } = session.options;
  if (session.asksToConfirm)
    await session.confirm(`Delete ${await named(session, record)} on ${session.storeLabel()}? ${warning}`);
  else await session.confirm(`Delete ${what}?`);
  if (dryRun && !curl && !quiet && settings.output === 'table' && settings.storeNamed)
    await session.notice(
      escapeText(`Would delete ${await named(session, record)} on ${session.storeLabel()}. ${warning}`),
    );
  await deleteRecord(await session.connect(), at);
  // At a terminal the closing line says it all.
  if (settings.output !== 'table' || quiet || target.width === undefined) await session.show(deletion, { deleted: id });
  await session.done(`Deleted ${what}`);
}

const warning = 'This cannot be undone.';

/** `customer 102 (Pieter Claes)` */
async function named(session: Session, { what, definition, at, nameOf }: Deletion): Promise<string> {
  const connection = await session.connect();
  const record = await (session.options.dryRun ? recordBefore(session, connection, at) : getRecord(connection, at));
  const name = record ? nameOf(session.named(definition, record)).slice(0, maxName) : '';
  return name === '' ? what : `${what} (${name})`;
}

/** Keeps a long name from pushing the question off the screen. */
const maxName = 120;

/** The values of these fields as one text, without those that are objects. */
export const textOf = (record: StoreRecord, ...names: readonly string[]): string =>
  names
    .flatMap((name) => (typeof record[name] === 'object' ? [] : (record[name] ?? [])))
    .join(' ')
    .trim();
