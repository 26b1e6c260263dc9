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
import type { beginInterview, Interview, Subject } from './interview.ts';
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
  if (!isInteractive) await warn(session, creation, initial, prompts !== undefined);
  const interview = prompts && (await interviewOf({ session, prompts, connection, subject: creation }));
  const record = interview
    ? await sendUntilAccepted(connection, creation, interview, isInteractive ? await interview.ask(initial) : initial)
    : await creation.send(connection, initial);
  await session.show(creation.record, record);
  await announce(session, creation, record);
  return { record, isInteractive };
}

/**
 * Says what a person should know before these values are sent, and asks if that is doubtful. @throws Cancelled after a
 * no
 */
async function warn<M extends DraftFields, R extends StoreRecord>(
  { options, notice, storeLabel, asksToConfirm, confirm }: Session,
  { noun, note, caution }: Creation<M, R>,
  values: Answers,
  canAsk: boolean,
): Promise<void> {
  const warning = caution?.(values);
  await notice(warning ?? '');
  // Whoever pipes it has decided; who only looks is to know it too.
  if (note && (options.dryRun || (canAsk && !options.curl))) await notice(note);
  if (warning && canAsk && asksToConfirm) await confirm(`Create this ${noun} on ${storeLabel()}?`, 'create');
}

/** Says what was created, and what a person should know of it. */
async function announce<M extends DraftFields, R extends StoreRecord>(
  { notice, done }: Session,
  { noun, record: definition, detail, origin, toFind, warning }: Creation<M, R>,
  created: R,
): Promise<void> {
  const id = definition.idOf(created);
  const hint = toFind ? ` To find it: ${toFind(created)}` : '';
  if (id === '') await notice(`The store created the ${noun} but did not return its ID.${hint}`);
  await notice(warning?.(created) ?? '');
  await done(`Created ${noun} ${id}${detail ?? origin?.(created) ?? ''}`.replaceAll('  ', ' ').trimEnd());
}

/** Loaded only where there is somebody to ask. */
const interviewOf: typeof beginInterview = async (setting) => (await import('./interview.ts')).beginInterview(setting);

/** Sends the answers; a field that the store rejects is asked for again. */
async function sendUntilAccepted<M extends DraftFields, R extends StoreRecord>(
  connection: Connection,
  { draft, send }: Creation<M, R>,
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
