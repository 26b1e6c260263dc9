import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import type { Prompts } from '../../context.ts';
import type { Flags } from '../../input/body-faults.ts';
import { askForm, changeAnswer, type Pickers } from '../../input/prompts/questions.ts';
import { isBlank } from '../../resources/draft-fields.ts';
import { type Answers, type Form, inWords, requiring } from '../../resources/form.ts';
import { safe } from '../../text/escape.ts';
import { askDecision, askWhichField, commandLine, storeOptions, summaryCard } from './summary.ts';

/** The subject of the questions. */
export interface Subject {
  /** What the answers stand for in the store, shown below them. */
  readonly content?: (connection: Connection, answers: Answers) => Promise<string>;
  /** The questions; loaded when they are asked. */
  readonly form: () => Promise<Form>;
  /** The command line without the fields and the store: `addresses create --customer 101`. */
  readonly command: readonly string[];
  readonly flags?: Flags;
  /** Fields whose value is picked from a list of the store. */
  readonly pick?: Pickers;
}

/** The questions of one creation. */
export interface Interview {
  /** Asks for missing answers, and shows them all with the command that gives them. @throws CliError `interrupted` */
  ask(initial: Answers): Promise<Answers>;
  /** Asks whether the answers are sent, or one of them changed before. @throws Cancelled after a no; CliError `interrupted` */
  decide(question: string, isLikely: boolean): Promise<'send' | 'change'>;
  /** Lets a person pick an answer and change it, and shows them all again. @throws CliError `interrupted` */
  change(answers: Answers): Promise<Answers>;
  /** Asks for a new value of a field that the store rejected. @throws CliError `interrupted` */
  askAgain(field: string, refusal: string, answers: Answers): Promise<Answers>;
  /** Shows the command that does the same without questions. */
  showCommand(answers: Answers): Promise<void>;
}

interface Setting {
  readonly session: Session;
  readonly prompts: Prompts;
  readonly connection: Connection;
  readonly subject: Subject;
}

/** Loads the form of the subject, without asking. */
export async function beginInterview({ session, prompts, connection, subject }: Setting): Promise<Interview> {
  const { content, command, flags, pick } = subject;
  const form = await subject.form();
  const start = [...command, ...storeOptions(session)];
  const required: string[] = [];
  const lineOf = (answers: Answers): string => commandLine(start, form, answers, { flags });
  const prompt = { prompts, form, ...(pick && { pick }) };
  const show = async (answers: Answers): Promise<Answers> => {
    await session.notice(`\n${summaryCard(session, form, answers)}\n${lineOf(answers)}\n`);
    if (content && !session.options.curl) await session.notice(await content(connection, answers));
    return answers;
  };
  return {
    ask: async (initial) => await show(await askForm(prompt, initial)),
    decide: (question, isLikely) =>
      askDecision(prompts, question, { isLikely, refusal: 'Cancelled. Nothing was created.' }),
    async change(before) {
      const field = await askWhichField(session, prompts, { form, answers: before }, { message: 'Which answer?' });
      return await show(await changeAnswer(prompt, field, before));
    },
    async askAgain(field, refusal, answers) {
      const definition = form.fields[field];
      await session.notice(safe`${definition ? inWords(refusal, field, definition) : refusal}`);
      if (isBlank(answers[field])) required.push(field);
      return await changeAnswer({ ...prompt, form: requiring(form, required) }, field, answers);
    },
    showCommand: (answers) => session.notice(`\nThe complete command:\n${lineOf(answers)}\n`),
  };
}
