import type { CommandDefinition } from '../../cli/command.ts';
import type { Session } from '../../cli/session.ts';
import { deleteRecord, getRecord, nameOfPlace, type Place } from '../../client/records.ts';
import type { RawOptions } from '../../input/options.ts';
import { defineRecord, type RecordDefinition } from '../../resources/record.ts';
import { type StoreRecord, text } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import { recordBefore } from './update.ts';

/** What a deletion prints. */
export const deletion = defineRecord(['deleted'], { deleted: text('Deleted') }, { isOwn: true });

/** How the records of one noun are deleted. */
interface Deleting extends Required<Pick<CommandDefinition, 'options' | 'seeAlso'>> {
  /** For the examples: `customers delete 104`. */
  readonly line: string;
  /** What the help says besides. */
  readonly details?: string;
  /** What a person should know before: a sentence. */
  readonly notice?: string;
  readonly record: RecordDefinition;
  /** Where the record is, which was typed or picked. */
  readonly find: (
    session: Session,
    raw: RawOptions,
    args: readonly string[],
  ) => Place<StoreRecord> | Promise<Place<StoreRecord>>;
  /** Of the record, for the question. */
  readonly nameOf: (record: StoreRecord) => string;
  /** `product 200 from basket KEY`, where the place says it otherwise. */
  readonly titleOf?: (at: Place) => string;
}

/** The command that deletes one record of a noun. */
export const deleting = (noun: Deleting): CommandDefinition => ({
  details: ['Asks for confirmation; scripts pass --yes.', noun.details ?? [], noun.notice ?? []].flat().join(' '),
  examples: [
    [`${noun.line} --yes`, 'Without confirmation'],
    [`${noun.line} --dry-run`, 'Show the request without sending it'],
  ],
  seeAlso: noun.seeAlso,
  result: deletion,
  isWrite: true,
  options: noun.options,
  run: async (session, raw, args) => await deleteOne(session, await noun.find(session, raw, args), noun),
});

/** Asks, deletes, and prints `{"deleted":"12"}` in JSON. `--dry-run` says to people what it would delete. */
async function deleteOne(session: Session, at: Place<StoreRecord>, noun: Deleting): Promise<undefined> {
  const title = (noun.titleOf ?? nameOfPlace)(at);
  const { settings, target } = session;
  const { dryRun, curl, quiet } = session.options;
  const subject = async (): Promise<string> => {
    const name = await foundName(session, at, noun);
    return `${title}${name && ` (${name})`} on ${session.storeLabel()}`;
  };
  const warning = [noun.notice ?? [], 'This cannot be undone.'].flat().join(' ');
  if (session.asksToConfirm) await session.confirm(`Delete ${await subject()}? ${warning}`);
  else await session.confirm(`Delete ${title}?`);
  if (dryRun && !curl && !quiet && settings.output === 'table' && settings.storeNamed)
    await session.notice(escapeText(`Would delete ${await subject()}. ${warning}`));
  await deleteRecord(await session.connect(), at);
  // At a terminal the closing line says it all.
  if (settings.output !== 'table' || quiet || target.width === undefined)
    await session.show(deletion, { deleted: at.id });
  await session.done(`Deleted ${title}`);
}

/** `Pieter Claes` */
async function foundName(session: Session, at: Place<StoreRecord>, { record, nameOf }: Deleting): Promise<string> {
  const connection = await session.connect();
  const found = await (session.options.dryRun ? recordBefore(session, connection, at) : getRecord(connection, at));
  return found ? nameOf(session.named(record, found)).slice(0, maxName) : '';
}

/** Keeps a long name from pushing the question off the screen. */
const maxName = 120;

/** The values of these fields as one text, without those that are objects. */
export const textOf = (record: StoreRecord, ...names: readonly string[]): string =>
  names
    .flatMap((name) => (typeof record[name] === 'object' ? [] : (record[name] ?? [])))
    .join(' ')
    .trim();
