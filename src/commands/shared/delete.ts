import type { CommandDefinition } from '../../cli/command.ts';
import { needed, type RecordArgument, recordArguments } from '../../cli/record-arguments.ts';
import type { Session } from '../../cli/session.ts';
import { deleteRecord } from '../../client/deletion.ts';
import { getRecord, nameOfPlace, type Place, unlessMissing } from '../../client/records.ts';
import { CliError, missingError } from '../../errors.ts';
import type { RawOptions } from '../../input/options.ts';
import type { OutcomeEvidence } from '../../resources/evidence.ts';
import type { RecordDefinition } from '../../resources/record.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { safe } from '../../text/escape.ts';
import { spacedLine } from '../../text/words.ts';
import { deleteSeveral, type NoteGone } from './delete-many.ts';
import { recordDeletion } from './deletion.ts';
import { addFromOption, idsFrom, listOf } from './ids-from.ts';
import type { TakingBack } from './take-back.ts';
import { recordBefore } from './update.ts';

/** How the records of one noun are deleted. */
interface Deleting extends Required<Pick<CommandDefinition, 'options' | 'seeAlso'>> {
  /** For the examples: `customers delete 104`. */
  readonly line: string;
  /** What the help says besides. */
  readonly details?: string;
  /** What a person should know before, for the help: a sentence. */
  readonly notice?: string;
  /** The same of these records, for the question. */
  readonly noticeOf?: (session: Session, ids: readonly string[]) => Promise<string>;
  readonly record: RecordDefinition;
  /** Where the record is, which was typed or picked. */
  readonly find: (
    session: Session,
    raw: RawOptions,
    args: readonly string[],
  ) => Place<StoreRecord> | Promise<Place<StoreRecord>>;
  /** The argument that is the ID. Others, as the key of a basket, come before it. */
  readonly argument: RecordArgument;
  /** Where the record with an ID is, beside the other arguments; for several of them. @throws CliError `usage` */
  readonly placeOf: (id: string, raw: RawOptions, before: readonly string[]) => Place<StoreRecord>;
  /** The arguments as they are sent, where they may be typed shorter. */
  readonly wholeArguments?: (session: Session, args: readonly string[]) => Promise<readonly string[]>;
  /** How many arguments come before the IDs. */
  readonly before?: number;
  /** Of the record, for the question. */
  readonly nameOf: (record: StoreRecord) => string;
  /** How what an import created is taken back, for nouns of which the API deletes what it imports. */
  readonly takingBack?: TakingBack;
  /** `product 200 from basket KEY`, where the place says it otherwise. */
  readonly titleOf?: (at: Place) => string;
}

/** The command that deletes records of a noun: one, or several at once. */
export const deleting = (noun: Deleting): CommandDefinition => ({
  ...(noun.notice === undefined ? {} : { caution: noun.notice }),
  details: detailsOf(noun),
  examples: examplesOf(noun),
  exitCodes: {
    7: 'some of several records could not be deleted',
    10: 'the outcome is unknown, or the record is still there',
  },
  seeAlso: noun.seeAlso,
  result: recordDeletion,
  prints: 'each',
  isWrite: true,
  options: (command) => {
    noun.options(command);
    addFromOption(command);
  },
  async run(session, raw, typed) {
    const { before = 0, argument } = noun;
    const args = (await noun.wholeArguments?.(session, typed)) ?? typed;
    const ids = args.slice(before);
    if (raw.from === undefined && ids.length <= 1)
      return await deleteOne(session, await noun.find(session, raw, args), noun);
    refuseQuestion(session, raw);
    const nameOf = async (at: Place<StoreRecord>): Promise<string> =>
      (await unlessMissing(foundName(session, at, noun))) ?? 'gone already';
    const noteGone = notingGone(session, noun);
    const list = await listOf(session.context, raw);
    if (noun.takingBack && list?.isOfResults) {
      refuseBeside(raw, ids);
      const { takeBack } = await import('./take-back.ts');
      return await takeBack(session, { ...list, nameOf, noteGone }, noun.takingBack);
    }
    const all = await idsFrom({ ...session.context, ...list }, raw, ids, argument);
    const places = all.map((id) => noun.placeOf(id, raw, args.slice(0, before)));
    return await deleteSeveral(session, {
      places,
      nameOf,
      warning: () => warningOf(session, noun, all),
      noteGone,
    });
  },
});

const howItIsKnown =
  'If the store does not confirm the deletion, shop-cli reads the record at once and, if it still exists, again after 5 seconds. If it exists even then, the exit code is 10.';

const aboutSeveral =
  'To delete several at once, pass their IDs, or a file of them with --from. shop-cli reads and checks all IDs first, and asks once. ' +
  'Plain numbers could be the IDs of anything, so with --yes, pass a list that has a heading or that you have checked. ' +
  'It skips records that are already gone, so you can repeat the command. If it cannot delete some records, it still deletes the others, and the exit code is 7.';

const detailsOf = (noun: Deleting): string =>
  [
    ['Asks for confirmation; scripts pass --yes.', noun.details ?? []].flat().join(' '),
    howItIsKnown,
    aboutSeveral,
    noun.takingBack ? aboutResults(noun) : [],
  ]
    .flat()
    .join('\n\n');

const examplesOf = (noun: Deleting): CommandDefinition['examples'] => [
  [`${noun.line} --yes`, 'Without confirmation'],
  [`${noun.line} --dry-run`, 'Show the request without sending it'],
  ...(noun.takingBack ? [[`${commandOf(noun)} --from results.csv --dry-run`, 'Undo an import'] as const] : []),
];

/** `customers delete` */
const commandOf = ({ line }: Deleting): string => line.split(' ').slice(0, 2).join(' ');

const aboutResults = ({ line, argument }: Deleting): string => {
  const [noun = ''] = line.split(' ');
  const addresses = argument.name === recordArguments.customer.name ? ', if it has addresses,' : '';
  return (
    `To undo an import, pass the file that '${noun} import --results' wrote, as CSV or an Excel workbook. ` +
    'Only rows with the outcome created count, and all of them must be from this store. ' +
    `shop-cli reads each record first. It keeps the record if its key differs from that of its row${addresses} or if a basket refers to one of its orders. ` +
    'It lists what it keeps, and the exit code is 7.'
  );
};

/** @throws CliError `usage` for what results do not go with */
function refuseBeside({ customer }: RawOptions, ids: readonly string[]): void {
  const beside = ids.length > 0 ? 'IDs' : customer === undefined ? undefined : '--customer';
  if (beside !== undefined)
    throw new CliError(
      'usage',
      `Use either ${beside} or the results of an import, which have IDs already. Nothing was deleted.`,
      {
        field: '--from',
      },
    );
}

/** Standard input that is a list of IDs answers no question. @throws CliError `usage` */
export function refuseQuestion({ asksToConfirm }: Session, { from }: RawOptions): void {
  if (from === '-' && asksToConfirm)
    throw new CliError('usage', 'Refusing to delete without confirmation: standard input is the list.', {
      field: '--yes',
      hint: 'Pass --yes, or a file.',
    });
}

const warningOf = async (session: Session, { notice, noticeOf }: Deleting, ids: readonly string[]): Promise<string> =>
  [(noticeOf ? await noticeOf(session, ids) : notice) ?? [], 'This cannot be undone.'].flat().join(' ');

/** Asks, deletes, and prints `{"deleted":"12"}` in JSON. `--dry-run` says to people what it would delete. */
async function deleteOne(session: Session, at: Place<StoreRecord>, noun: Deleting): Promise<undefined> {
  const title = (noun.titleOf ?? nameOfPlace)(at);
  const { settings, target } = session;
  const { dryRun, curl, quiet } = session.options;
  const subject = async (): Promise<string> => {
    const name = await foundName(session, at, noun);
    return safe`${title}${name && ` (${name})`} on ${session.storeLabel()}`;
  };
  const warning = () => warningOf(session, noun, [at.id ?? '']);
  if (session.asksToConfirm) await session.confirm(safe`Delete ${await subject()}? ${await warning()}`);
  else await session.confirm(`Delete ${title}?`);
  if (dryRun && !curl && !quiet && settings.output === 'table' && settings.storeNamed)
    await session.notice(safe`Would delete ${await subject()}. ${await warning()}`);
  const evidence = await deletedOne(session, at, noun);
  // At a terminal the closing line says it all.
  if (settings.output !== 'table' || quiet || target.width === undefined)
    await session.show(recordDeletion, { deleted: at.id, evidence });
  await session.done(`Deleted ${title}`);
}

/** A record that is gone already is noted too: what deletes it again may have been cut off before. */
async function deletedOne(session: Session, at: Place<StoreRecord>, noun: Deleting): Promise<OutcomeEvidence> {
  const connection = await session.connect();
  const note = async (): Promise<void> => await notingGone(session, noun)?.(connection, [at]);
  try {
    const evidence = await deleteRecord(connection, at);
    await note();
    return evidence;
  } catch (error) {
    if (error instanceof CliError && error.kind === 'not-found' && !error.isOtherRecord) await note();
    throw error;
  }
}

/** How it is noted which records are gone, of a noun that is imported. */
const notingGone = (session: Session, { takingBack }: Deleting): NoteGone | undefined =>
  takingBack &&
  (async (connection, places) => {
    const { noteGoneInJournal } = await import('./gone-in-journal.ts');
    await noteGoneInJournal(session, connection, { places, deletesWith: takingBack.deletesWith });
  });

/** `Pieter Claes` */
async function foundName(session: Session, at: Place<StoreRecord>, { record, nameOf }: Deleting): Promise<string> {
  const connection = await session.connect();
  const found = await (session.options.dryRun ? recordBefore(session, connection, at) : getRecord(connection, at));
  return found ? nameOf(session.named(record, found)).slice(0, maxName) : '';
}

/** Keeps a long name from pushing the question off the screen. */
const maxName = 120;

/** The only ID. @throws CliError `usage` that says where to find one */
export function required(id: string | undefined, argument: RecordArgument): string {
  if (id === undefined) throw missingError([needed(argument)]);
  return id;
}

/** The values of these fields as one text, without those that are objects. */
export const textOf = (record: StoreRecord, ...names: readonly string[]): string =>
  spacedLine(names.map((name) => (typeof record[name] === 'object' ? '' : String(record[name] ?? '')))).trim();
