import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import { CliError } from '../../errors.ts';
import { type BodySource, readDraft } from '../../input/body.ts';
import type { Draft, DraftOf } from '../../resources/draft.ts';
import type { Answers, Form } from '../../resources/form.ts';
import type { Fault, Members } from '../../resources/members.ts';
import type { Received } from '../../resources/record.ts';
import type { CreationInterview } from './interview.ts';

/** How one sort of record is created. */
export interface Creation<M extends Members, R extends Received = Received> {
  /** `customer`, as questions name it. */
  readonly what: string;
  readonly draft: Draft<M>;
  readonly source: BodySource;
  /** What is missing in a body that is complete otherwise. */
  readonly missing: (values: DraftOf<Draft<M>>) => readonly Fault[];
  /** How it is asked for; loaded when it is. */
  readonly form: () => Promise<Form>;
  /** The command line without the members: `addresses create --customer 101`. */
  readonly command: readonly string[];
  /** Looked up before the first question: what is likely, and stands there to be taken over. */
  readonly suggest?: (connection: Connection) => Promise<Answers>;
  readonly send: (connection: Connection, draft: DraftOf<Draft<M>>) => Promise<R>;
}

interface Created<R> {
  readonly record: R;
  /** Whether a person answered questions, and may answer more. */
  readonly wasAsked: boolean;
}

/**
 * Creates a record from the options. Where something required is missing, and somebody can be asked, every member without an option is asked for;
 * where the store then refuses because of one member, that question is asked again.
 * @throws CliError `usage` that names everything that is missing or wrong, where nobody can be asked.
 */
export async function createOne<M extends Members, R extends Received>(
  session: Session,
  creation: Creation<M, R>,
): Promise<Created<R>> {
  const { draft, source, missing, send } = creation;
  const prompts = source.raw.body === '-' ? undefined : session.prompts;
  const given = await readDraft(draft, source, prompts ? () => [] : missing);
  const connection = await session.connect();
  if (!prompts) return { record: await send(connection, given), wasAsked: false };
  const isIncomplete = missing(given).length > 0;
  const { beginInterview } = await import('./interview.ts');
  const interview = await beginInterview({ session, prompts, creation, connection });
  const answers = isIncomplete ? await interview.ask(given) : given;
  return { record: await sendUntilTaken(creation, { connection, interview, answers }), wasAsked: isIncomplete };
}

interface Sending {
  readonly connection: Connection;
  readonly interview: CreationInterview;
  readonly answers: Answers;
}

async function sendUntilTaken<M extends Members, R extends Received>(
  { draft, send }: Creation<M, R>,
  { connection, interview, answers: first }: Sending,
) {
  for (let answers = first; ; ) {
    try {
      const record = await send(connection, answers as DraftOf<Draft<M>>);
      if (answers !== first) await interview.tellCommand(answers);
      return record;
    } catch (error) {
      const member = refusedMember(error, draft.names);
      if (member === undefined) throw error;
      answers = await interview.askAgain(member, (error as CliError).message, answers);
    }
  }
}

/** The member because of which the store refused, if it says so: in `field`, or by name in its message. Only a refusal is safe to send again. */
export function refusedMember(error: unknown, names: readonly string[]): string | undefined {
  if (!(error instanceof CliError) || error.kind !== 'refused' || error.status === undefined || error.retryable)
    return undefined;
  if (error.field !== undefined && names.includes(error.field)) return error.field;
  const words = new Set(error.message.split(/[^\w]+/));
  return names.find((name) => words.has(name));
}
