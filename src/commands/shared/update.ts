import { RequestShown } from '../../cli/preview.ts';
import type { Session } from '../../cli/session.ts';
import { type Connection, hostOf } from '../../client/connection.ts';
import { getRecord, nameOfPlace, notAsAsked, type Place, updateRecord } from '../../client/records.ts';
import type { Prompts } from '../../context.ts';
import { CliError, showsNothing } from '../../errors.ts';
import { type BodySource, isGiven } from '../../input/body.ts';
import { changesText, type Update } from '../../output/changes.ts';
import type { Changes } from '../../resources/draft.ts';
import type { DraftFields } from '../../resources/draft-fields.ts';
import { emptiedFields, fieldsNotKept, isAnswered, type NotKept, notKept } from '../../resources/kept-fields.ts';
import type { Json } from '../../resources/kind.ts';
import type { RecordDefinition } from '../../resources/record.ts';
import { isSecretField, type StoreRecord } from '../../resources/record-fields.ts';
import { notKeptText } from './create.ts';
import { promptsFor } from './pick.ts';

/**
 * The terminal at which a person says what to change, where the command line does not. Undefined without one, with
 * `--yes`, and where today's values cannot be read or shown.
 */
export function promptsForChanges<M extends DraftFields>(
  session: Session,
  changes: Changes<M>,
  source: BodySource,
): Prompts | undefined {
  const { yes, curl, quiet, maskPii, dryRun } = session.options;
  const isOutOfReach = Boolean(yes || curl || quiet || maskPii || (dryRun && !session.settings.storeNamed));
  return isOutOfReach || isGiven(changes, source) ? undefined : promptsFor(session, source.raw, true);
}

/** The fields that a change of others leaves as they are, where a person may not expect that. */
export type StayingFields = (body: StoreRecord, record: StoreRecord) => readonly string[];

interface RecordUpdate<R> {
  readonly record: RecordDefinition;
  readonly changes: { readonly fields: DraftFields };
  /** What is sent. */
  readonly body: Readonly<Record<string, Json>>;
  /**
   * Fields that are cleared with what is sent: a person sees that before it is sent.
   * @param record as the store has it; undefined where it is not read
   */
  readonly cleared?: (body: StoreRecord, record: StoreRecord | undefined) => readonly string[];
  /** Fields that stay, and that a person sees among the changes. */
  readonly stays?: StayingFields | undefined;
  /** The closing line, where that is not `Updated customer 101`. */
  readonly done?: string;
  /** What a person may not expect of the record that this makes, composed by `safe`. A dry run says it too. */
  readonly unexpected?: (body: StoreRecord, record: StoreRecord) => string | undefined;
  /** What else a person should know of a change: a sentence. */
  readonly about?: (connection: Connection) => Promise<string>;
  /** A warning about the answer, composed by `safe`, printed before the closing line. */
  readonly warning?: (record: R) => string | undefined;
  /** The fields that the warning is about. */
  readonly warnsOf?: readonly string[];
}

/**
 * Updates a record, shows it, and says to people what changed. `--dry-run` says what would. What the record was before shows
 * whether the store has done it.
 * @throws CliError `outcome-unknown` where it has not
 */
export async function updateOne<R extends StoreRecord>(
  session: Session,
  at: Place<R>,
  typed: RecordUpdate<R>,
): Promise<void> {
  const connection = await session.connect();
  const before = await readBefore(session, connection, at, typed);
  const update = { ...typed, body: withCleared(typed.body, typed.cleared?.(typed.body, before)) };
  const { record: definition, body, done = `Updated ${nameOfPlace(at)}`, warning, warnsOf = [] } = update;
  const isUnchanged = before !== undefined && isAsBefore(update, before);
  const { tell, remind } = tellingOf(session, { connection, before, isUnchanged }, update);
  const isDone = (after: StoreRecord): boolean => isAnswered(keptOf(update, before, after));
  const isToldBefore = !session.options.dryRun && Object.keys(body).length > Object.keys(typed.body).length;
  if (isToldBefore) await tell(body);
  const { record: updated } = await updateRecord(connection, at, body, isDone).catch(async (error: unknown) => {
    if (error instanceof RequestShown) {
      await tell(body);
      await remind({ ...before, ...body });
    }
    throw error;
  });
  const otherwise = refuseIgnored(connection, at, update, { before, after: updated });
  await session.show(definition, updated, at.id);
  if (!isToldBefore) await tell({ ...body, ...updated });
  await remind(updated);
  const warned = otherwise.filter((name) => !warnsOf.includes(name));
  if (warned.length > 0) await session.notice(notKeptText(warned));
  await session.notice(before ? emptiedText(emptied(update, before, updated)) : '');
  await session.notice(warning?.(updated) ?? '');
  await session.done(isUnchanged ? `Unchanged: ${nameOfPlace(at)}` : done);
}

/** The record as it was, for people, for what is cleared, and to know whether the store has done the update. */
async function readBefore<R extends StoreRecord>(
  session: Session,
  connection: Connection,
  at: Place<R>,
  { body, cleared }: Pick<RecordUpdate<R>, 'body' | 'cleared'>,
): Promise<R | undefined> {
  const { dryRun, curl } = session.options;
  const mayClear = (cleared?.(body, undefined) ?? []).length > 0;
  const isRead = !curl && (!dryRun || mayClear || isForPeople(session));
  return isRead ? await recordBefore(session, connection, at) : undefined;
}

/** Whether a person reads what is printed. */
export const isForPeople = ({ settings, options: { quiet, curl } }: Session): boolean =>
  settings.output === 'table' && !quiet && !curl;

/** What is sent, with fields that are cleared with it. */
export const withCleared = <V>(body: Readonly<Record<string, V>>, names: readonly string[] = []) => ({
  ...body,
  ...Object.fromEntries(names.map((name) => [name, ''])),
});

interface UpdateStart {
  readonly connection: Connection;
  readonly before: StoreRecord | undefined;
  readonly isUnchanged: boolean;
}

/** Says what changes, and what else a person should know of it. */
function tellingOf<R>(
  session: Session,
  { connection, before, isUnchanged }: UpdateStart,
  { record, body, stays, unexpected, about }: RecordUpdate<R>,
) {
  const isPlanned = session.options.dryRun === true;
  return {
    async tell(after: StoreRecord): Promise<void> {
      if (!before || !isForPeople(session)) return;
      const heading = isPlanned ? `Would change on ${session.storeLabel()}:` : 'Changes:';
      await noticeChanges(session, record, { before, after, body, stays, heading, isPlanned });
    },
    async remind(after: StoreRecord): Promise<void> {
      await session.notice(unexpected?.(body, after) ?? '');
      if (about && !isUnchanged && isForPeople(session)) await session.notice(await about(connection));
    },
  };
}

interface BeforeAndAfter {
  /** Undefined if it could not be read. */
  readonly before: StoreRecord | undefined;
  readonly after: StoreRecord;
}

/** @returns the fields that the store has set otherwise, and may */
function refuseIgnored<R>(
  connection: Connection,
  at: Place<R>,
  update: Pick<RecordUpdate<R>, 'record' | 'changes' | 'body'>,
  { before, after }: BeforeAndAfter,
): readonly string[] {
  const { wrong, otherwise } = keptOf(update, before, after);
  if (wrong.length === 0) return otherwise;
  const message = `${hostOf(connection)} answered the update of ${nameOfPlace(at)}, but did not carry it out as requested: ${wrong.join(', ')}.`;
  throw notAsAsked(connection, at, { message, fields: wrong });
}

const keptOf = <R>(
  { record, changes, body }: Pick<RecordUpdate<R>, 'record' | 'changes' | 'body'>,
  before: StoreRecord | undefined,
  after: StoreRecord,
): NotKept => notKept({ fields: record.fields, drafts: changes.fields, body }, after, before);

const emptied = <R>(
  { changes, body }: Pick<RecordUpdate<R>, 'changes' | 'body'>,
  before: StoreRecord,
  after: StoreRecord,
): readonly string[] => emptiedFields(Object.keys(changes.fields), body, before, after);

const emptiedText = (names: readonly string[]): string =>
  names.length === 0 ? '' : `Warning: The store emptied fields that were not sent: ${names.join(', ')}.`;

/** Whether the record had already all that is sent. */
const isAsBefore = <R>({ record, body }: Pick<RecordUpdate<R>, 'record' | 'body'>, before: StoreRecord): boolean =>
  Object.keys(body).every((name) => !isSecretField(name) && !Array.isArray(body[name]) && before[name] !== undefined) &&
  fieldsNotKept(record.fields, body, before).length === 0;

/**
 * A store that does not show the record can still change it, so the update does not depend on this. Undefined without
 * the record.
 */
export async function recordBefore<R>(
  { options }: Session,
  connection: Connection,
  at: Place<R>,
): Promise<R | undefined> {
  try {
    return await getRecord(connection, at);
  } catch (error) {
    const isTolerated =
      error instanceof CliError &&
      !error.isOtherRecord &&
      (showsNothing(error) || (options.dryRun ? error.kind === 'unreachable' : error.kind === 'not-found'));
    if (!isTolerated) throw error;
    return undefined;
  }
}

/** Secrets are in no record: they are only said to be new. */
function compared(
  before: StoreRecord,
  after: StoreRecord,
  body: StoreRecord,
): Pick<Update, 'before' | 'after' | 'sent'> {
  const secrets = Object.keys(body).filter(isSecretField);
  const hidden = Object.fromEntries(secrets.map((name) => [name, '(not shown)']));
  const renewed = Object.fromEntries(secrets.map((name) => [name, body[name] === '' ? '' : '(new)']));
  return { before: { ...before, ...hidden }, after: { ...after, ...renewed }, sent: Object.keys(body) };
}

interface ChangedRecord extends Pick<Update, 'before' | 'after' | 'heading' | 'isPlanned'> {
  /** What is sent. */
  readonly body: StoreRecord;
  readonly stays?: StayingFields | undefined;
}

/** Shows old and new values of what is sent. */
export async function noticeChanges(
  { context: { stderr }, settings: { color }, notice, named }: Session,
  definition: RecordDefinition,
  { before, after, body, stays, ...more }: ChangedRecord,
): Promise<void> {
  const width = stderr.isTerminal ? stderr.columns : undefined;
  const mask = (record: StoreRecord): StoreRecord => named(definition, record);
  const beside = Object.fromEntries((stays?.(body, before) ?? []).map((name) => [name, before[name]]));
  const shown = compared(before, { ...beside, ...after }, { ...body, ...beside });
  const text = changesText(definition.fields, { ...shown, ...more, mask }, { width, color });
  if (text !== '') await notice(text.trimEnd());
}
