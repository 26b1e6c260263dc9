import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import type { CliError } from '../../errors.ts';
import { type BodySource, readDraft } from '../../input/body.ts';
import type { HintedFault } from '../../input/body-faults.ts';
import type { Draft, DraftOf } from '../../resources/draft.ts';
import type { DraftFields } from '../../resources/draft-fields.ts';
import { type Answers, refusedField } from '../../resources/form.ts';
import type { RecordDefinition } from '../../resources/record.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import type { Interview, Subject } from './interview.ts';
import { promptsFor } from './pick.ts';

/** How one noun is created. */
interface Creation<M extends DraftFields, R extends StoreRecord = StoreRecord> extends Subject {
  readonly draft: Draft<M>;
  readonly record: RecordDefinition;
  readonly source: BodySource;
  /** What a body without further answers still needs. */
  readonly missing: (values: DraftOf<Draft<M>>) => readonly HintedFault[];
  /** Whether to ask at a terminal; by default where something is missing. */
  readonly isIncomplete?: (values: DraftOf<Draft<M>>) => boolean;
  /** What follows the ID in the closing line: ` from basket KEY`. */
  readonly origin?: (record: R) => string;
  /** What a person should know of the answer, before the closing line. */
  readonly warning?: (record: R) => string | undefined;
  /** The command that finds it, where the store does not return its ID. */
  readonly toFind?: (record: R) => string;
  readonly send: (connection: Connection, draft: DraftOf<Draft<M>>) => Promise<R>;
}

interface Created<R> {
  readonly record: R;
  /** Whether a person answered questions, and may answer more. */
  readonly isInteractive: boolean;
}

/**
 * Creates a record from the options, and shows it. At a terminal an incomplete command line is completed by questions,
 * and a field that the store rejects is asked for again.
 * @throws CliError `usage` that names everything missing or invalid, without a terminal.
 */
export async function createOne<M extends DraftFields, R extends StoreRecord>(
  session: Session,
  creation: Creation<M, R>,
): Promise<Created<R>> {
  const { draft, source, missing, isIncomplete = (values) => missing(values).length > 0 } = creation;
  const prompts = promptsFor(session, source.raw, creation.pick !== undefined);
  const initial = await readDraft(draft, source, (values) => (prompts ? [] : missing(values)));
  const isInteractive = prompts !== undefined && isIncomplete(initial);
  const connection = await session.connect();
  const { curl, dryRun } = session.options;
  if (!isInteractive) await session.notice(creation.caution?.(initial) ?? '');
  if (prompts && !isInteractive && creation.note && !curl && !dryRun) await session.notice(creation.note);
  const record = prompts
    ? await interviewAndSend({ session, prompts, connection, creation }, initial, isInteractive)
    : await creation.send(connection, initial);
  await session.show(creation.record, record);
  const id = creation.record.idOf(record);
  if (id === '') {
    const hint = creation.toFind ? ` To find it: ${creation.toFind(record)}` : '';
    await session.notice(`The store created the ${creation.noun} but did not return its ID.${hint}`);
  }
  const warning = creation.warning?.(record);
  if (warning !== undefined) await session.notice(warning);
  await session.done(
    `Created ${creation.noun} ${id}${creation.detail ?? creation.origin?.(record) ?? ''}`
      .replaceAll('  ', ' ')
      .trimEnd(),
  );
  return { record, isInteractive };
}

interface Sending<M extends DraftFields, R extends StoreRecord> {
  readonly session: Session;
  readonly prompts: NonNullable<Session['prompts']>;
  readonly connection: Connection;
  readonly creation: Creation<M, R>;
}

async function interviewAndSend<M extends DraftFields, R extends StoreRecord>(
  sending: Sending<M, R>,
  initial: Answers,
  isInteractive: boolean,
): Promise<R> {
  const { beginInterview } = await import('./interview.ts');
  const interview = await beginInterview({ ...sending, subject: sending.creation });
  return await sendUntilAccepted(sending, interview, isInteractive ? await interview.ask(initial) : initial);
}

async function sendUntilAccepted<M extends DraftFields, R extends StoreRecord>(
  { connection, creation: { draft, send } }: Sending<M, R>,
  interview: Interview,
  first: Answers,
): Promise<R> {
  const askable = draft.names.filter((name) => draft.fields[name]?.kind.name !== 'list');
  for (let answers = first; ; ) {
    try {
      const record = await send(connection, answers as DraftOf<Draft<M>>);
      if (answers !== first) await interview.showCommand(answers);
      return record;
    } catch (error) {
      const field = refusedField(error, askable);
      if (field === undefined) throw error;
      answers = await interview.askAgain(field, (error as CliError).message, answers);
    }
  }
}
