import type { Session } from '../../cli/session.ts';
import { type Connection, hostOf } from '../../client/connection.ts';
import { notAsAsked, type Place } from '../../client/records.ts';
import { CliError } from '../../errors.ts';
import { type BodySource, readDraft } from '../../input/body.ts';
import type { HintedFault } from '../../input/body-faults.ts';
import type { Draft, DraftOf } from '../../resources/draft.ts';
import type { DraftFields } from '../../resources/draft-fields.ts';
import { type Answers, refusedField } from '../../resources/form.ts';
import { nothingBefore, notKept, type SentFields } from '../../resources/kept-fields.ts';
import type { RecordDefinition } from '../../resources/record.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { escapeText } from '../../text/escape.ts';
import type { beginInterview, Interview, Subject } from './interview.ts';
import { promptsFor } from './pick.ts';

/** Why something is not created, and what to do. */
export interface Objection {
  /** `SKU "MUG-01" exists on shop.example: product 7 (Mug).` */
  readonly problem: string;
  /** `--sku` */
  readonly option: string;
  /** `To create it anyway, pass --allow-duplicate.` */
  readonly advice: string;
}

/** The error of what is not created. */
const refused = ({ problem, option, advice }: Objection): CliError =>
  new CliError('usage', `${problem} Nothing was created.`, { field: option, hint: advice });

/** How one noun is created. */
interface Creation<M extends DraftFields, R extends StoreRecord = StoreRecord> extends Subject {
  /** `address` */
  readonly noun: string;
  /** What follows the noun and its ID: ` for customer 104`. */
  readonly detail?: string;
  /** What the question adds to that: ` (Jan de Vries)`. */
  readonly about?: () => string;
  /** Done before the first question. */
  readonly begin?: () => Promise<void>;
  readonly draft: Draft<M>;
  readonly record: RecordDefinition;
  readonly source: BodySource;
  /** What a body without further answers still needs. */
  readonly missing: (values: DraftOf<Draft<M>>) => readonly HintedFault[];
  /** Whether to ask at a terminal; by default where something is missing. */
  readonly isIncomplete?: (values: DraftOf<Draft<M>>) => boolean;
  /** Said before it is sent, at a terminal and in a dry run. */
  readonly note?: string;
  /** Whether the API can neither change nor delete what is created: then Enter alone creates nothing. */
  readonly isPermanent?: true;
  /** What a person should know of these values before they are sent, in a dry run too. */
  readonly caution?: (values: Answers, connection: Connection) => Promise<readonly string[]>;
  /** Why `send` would create nothing. A person is told before the question, and can change the answer. */
  readonly objection?: (connection: Connection, values: Answers) => Promise<Objection | undefined>;
  /** What follows the ID in the closing line: ` from basket KEY`. */
  readonly origin?: (record: R) => string;
  /** What a person should know of the answer, composed by `safe`, before the closing line. */
  readonly warning?: (record: R) => string | undefined;
  /** The fields that the warning is about. */
  readonly warnsOf?: readonly string[];
  /** Where the record is, once it has an ID. */
  readonly at: (id: string) => Place;
  /** Where the record has the fields that are sent, if not under their own names. */
  readonly places?: SentFields['places'];
  /** What is sent in place of the answers. */
  readonly prepare?: (connection: Connection, draft: DraftOf<Draft<M>>) => Promise<DraftOf<Draft<M>>>;
  readonly send: (connection: Connection, draft: DraftOf<Draft<M>>) => Promise<R>;
}

/**
 * Creates a record from the options, and shows it. At a terminal an incomplete command line is completed by questions,
 * and a field that the store rejects is asked for again.
 * @throws CliError `usage` that names everything missing or invalid, without a terminal; Cancelled after a no
 */
export async function createOne<M extends DraftFields, R extends StoreRecord>(
  session: Session,
  creation: Creation<M, R>,
): Promise<void> {
  const { draft, source, missing, isIncomplete = (values) => missing(values).length > 0 } = creation;
  const prompts = promptsFor(session, source.raw, creation.pick !== undefined);
  const initial = await readDraft(draft, source, (values) => (prompts ? [] : missing(values)));
  const isAsked = prompts !== undefined && isIncomplete(initial);
  const connection = await session.connect();
  const interview = prompts && (await interviewOf({ session, prompts, connection, subject: creation }));
  const answers = await orNothingCreated(creation, async () => {
    const asked = isAsked ? interview : undefined;
    if (asked) await creation.begin?.();
    let values = asked ? await asked.ask(initial) : initial;
    const asking = { connection, canAsk: prompts !== undefined, asked };
    while ((await decisionOn(session, creation, values, asking)) === 'change')
      values = (await asked?.change(values)) ?? values;
    return values;
  });
  const { record, sent } = await sendUntilAccepted(connection, creation, interview, { answers, isAsked });
  const otherwise = refuseOtherwise(connection, creation, sent, record);
  await session.show(creation.record, record);
  await session.notice(otherwise.length > 0 ? notKeptText(otherwise) : '');
  await announce(session, creation, record);
}

/**
 * @returns the fields that the store has set otherwise, and may
 * @throws CliError `outcome-unknown` for a record that is not what was asked for
 */
function refuseOtherwise<M extends DraftFields, R extends StoreRecord>(
  connection: Connection,
  { noun, draft, record: definition, at, places, warnsOf = [] }: Creation<M, R>,
  sent: DraftOf<Draft<M>>,
  created: R,
): readonly string[] {
  const id = definition.idOf(created);
  const place = at(id);
  const body = { ...draft.toJson(sent), ...place.belongsTo };
  const { wrong, otherwise } = notKept(
    { fields: definition.fields, drafts: draft.fields, body, places },
    created,
    nothingBefore,
  );
  if (wrong.length === 0) return otherwise.filter((name) => !warnsOf.includes(name));
  const message = `${hostOf(connection)} created ${noun} ${id}, but not as requested: ${wrong.join(', ')}.`;
  throw notAsAsked(connection, place, { message, fields: wrong });
}

/** Names only: values may be personal. The record that is shown has them. */
export const notKeptText = (names: readonly string[]): string =>
  `Warning: The store did not keep what was sent for ${names.join(', ')}: check the values that it returned.`;

interface Asking {
  readonly connection: Connection;
  readonly canAsk: boolean;
  /** The interview whose answers the values are. */
  readonly asked: Interview | undefined;
}

/** Says what a person should know before these values are sent; asks about answers, and if something is doubtful. */
async function decisionOn<M extends DraftFields, R extends StoreRecord>(
  { options, notice, storeLabel, asksToConfirm, confirm }: Session,
  creation: Creation<M, R>,
  values: Answers,
  { connection, canAsk, asked }: Asking,
): Promise<'send' | 'change'> {
  const { noun, detail = '', about, note, isPermanent } = creation;
  const isDoubtful = await warn(notice, creation, values, { connection, asked });
  // A person who pipes it has decided; a person who only looks is to know it too.
  if (note && (options.dryRun || (canAsk && !options.curl))) await notice(note);
  if (!canAsk || !asksToConfirm) return 'send';
  const question = `Create this ${noun}${detail}${about?.() ?? ''} on ${storeLabel()}?`;
  if (asked) return await asked.decide(question, !isPermanent);
  if (isDoubtful) await confirm(question, 'create');
  return 'send';
}

/**
 * Says what is doubtful in these values, and then what the store says to them.
 * @returns whether something is
 * @throws CliError `usage` for what would not be created, where nobody answered questions
 */
async function warn<M extends DraftFields, R extends StoreRecord>(
  notice: Session['notice'],
  { caution, objection: objectionTo }: Creation<M, R>,
  values: Answers,
  { connection, asked }: Pick<Asking, 'connection' | 'asked'>,
): Promise<boolean> {
  const warnings = (await caution?.(values, connection)) ?? [];
  for (const warning of warnings) await notice(escapeText(warning));
  const objection = await objectionTo?.(connection, values);
  if (objection && !asked) throw refused(objection);
  if (objection) await notice(escapeText(warningOf(objection)));
  return objection !== undefined || warnings.length > 0;
}

const warningOf = ({ problem, advice }: Objection): string => `Warning: ${problem} ${advice}`;

/** Says what was created, and what a person should know of it. */
async function announce<M extends DraftFields, R extends StoreRecord>(
  { notice, done }: Session,
  { noun, record: definition, detail, origin, warning }: Creation<M, R>,
  created: R,
): Promise<void> {
  const id = definition.idOf(created);
  if (id === '') await notice(`The store created the ${noun} but did not return its ID.`);
  await notice(warning?.(created) ?? '');
  await done(`Created ${noun} ${id}${detail ?? origin?.(created) ?? ''}`.replaceAll('  ', ' ').trimEnd());
}

/** Loaded only where there is somebody to ask. */
const interviewOf: typeof beginInterview = async (setting) => (await import('./interview.ts')).beginInterview(setting);

/** A question that was left names here what did not happen. */
async function orNothingCreated<T>({ noun }: { readonly noun: string }, ask: () => Promise<T>): Promise<T> {
  return await ask().catch((error: unknown) => {
    if (!(error instanceof CliError && error.kind === 'interrupted')) throw error;
    throw new CliError('interrupted', `Cancelled. No ${noun} was created.`, { cause: error });
  });
}

/** Sends the answers; a field that the store rejects is asked for again. */
async function sendUntilAccepted<M extends DraftFields, R extends StoreRecord>(
  connection: Connection,
  creation: Creation<M, R>,
  interview: Interview | undefined,
  { answers: first, isAsked }: { readonly answers: Answers; readonly isAsked: boolean },
): Promise<{ readonly record: R; readonly sent: DraftOf<Draft<M>> }> {
  const { draft, prepare = async (_, values) => values } = creation;
  const askable = draft.names.filter((name) => draft.fields[name]?.kind.name !== 'list');
  for (let answers = first; ; ) {
    try {
      if (isAsked || answers !== first) await refuseAgain(connection, creation, answers);
      const sent = await prepare(connection, answers as DraftOf<Draft<M>>);
      const record = await creation.send(connection, sent);
      if (answers !== first) await interview?.showCommand(answers);
      return { record, sent };
    } catch (error) {
      const field = refusedField(error, askable);
      if (field === undefined || !interview) throw error;
      const before = answers;
      const { message } = error as CliError;
      answers = await orNothingCreated(creation, () => interview.askAgain(field, message, before));
    }
  }
}

/** Answers take their time: somebody else may have created the same. */
async function refuseAgain<M extends DraftFields, R extends StoreRecord>(
  connection: Connection,
  { objection: objectionTo }: Creation<M, R>,
  answers: Answers,
): Promise<void> {
  const objection = await objectionTo?.(connection, answers);
  if (objection) throw refused(objection);
}
