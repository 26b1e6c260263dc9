import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import type { Prompts } from '../../context.ts';
import type { Flags } from '../../input/body-faults.ts';
import { flagOf } from '../../input/options.ts';
import { askForm, changeAnswer, type Pickers } from '../../input/prompts/questions.ts';
import { card } from '../../output/card/card.ts';
import { countryNames } from '../../resources/countries/country-names.ts';
import { type DraftField, isBlank } from '../../resources/draft-fields.ts';
import { type Answers, type Form, inWords, requiring, typedText, wordingOf } from '../../resources/form.ts';
import type { Fields } from '../../resources/record-fields.ts';
import { escapeLines, escapeText, shellWord } from '../../text/escape.ts';

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
  const lineOf = (answers: Answers): string => commandLine(start, form, answers, flags);
  const prompt = { prompts, form, ...(pick && { pick }) };
  return {
    async ask(initial) {
      const answers = await askForm(prompt, initial);
      await session.notice(`\n${summaryCard(session, form, answers)}\n${lineOf(answers)}\n`);
      if (content && !session.options.curl) await session.notice(await content(connection, answers));
      return answers;
    },
    async askAgain(field, refusal, answers) {
      const definition = form.fields[field];
      await session.notice(escapeLines(definition ? inWords(refusal, field, definition) : refusal));
      if (isBlank(answers[field])) required.push(field);
      return await changeAnswer({ ...prompt, form: requiring(form, required) }, field, answers);
    },
    showCommand: (answers) => session.notice(`\nThe complete command:\n${lineOf(answers)}\n`),
  };
}

/** What names the store on the complete command, as it was typed, and what lets a script write to production. */
function storeOptions({ options: { store, profile }, productionName }: Session): readonly string[] {
  // A dry run needs no store.
  const production = productionName();
  return [
    ...(store === undefined ? [] : ['--store', store]),
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(production === undefined ? [] : ['--confirm-store', production]),
  ];
}

/** What is about to be sent, as a card for stderr, without empty fields and secrets. */
function summaryCard({ context: { stderr }, settings: { color } }: Session, form: Form, answers: Answers): string {
  const fields: Fields = Object.fromEntries(
    Object.entries(form.fields).map(([name, definition]) => [name, { label: wordingOf(definition).title }]),
  );
  const shown = form.order(answers).flatMap((name) => {
    const text = shownAnswer(form, name, answers);
    return text === undefined ? [] : [[name, text]];
  });
  return card({ fields, all: true }, Object.fromEntries(shown), { width: stderr.columns, color });
}

function shownAnswer({ fields }: Form, name: string, answers: Answers): string | undefined {
  const definition = fields[name];
  if (!definition) return undefined;
  const isEmpty = isBlank(answers[name]);
  if (definition.isSecret) return isEmpty ? `none (${wordingOf(definition).hint})` : '(not shown)';
  return isEmpty || definition.kind.name === 'list' ? undefined : answerText(definition, answers[name]);
}

/** An answer as a person reads it: a country with its name. */
function answerText(definition: DraftField, value: unknown): string {
  const text = typedText(definition, value);
  const [, name] = (definition.kind.name === 'country' && countryNames().find(([code]) => code === text)) || [];
  return name === undefined ? text : `${name} (${text})`;
}

/**
 * The command line that does the same without questions, for a POSIX shell. A secret comes by standard input; lists
 * have options of their own, which are part of the start.
 * @param start what precedes the fields: `addresses create --customer 101`
 */
function commandLine(start: readonly string[], { fields }: Form, answers: Answers, flags: Flags = {}): string {
  const options = Object.entries(fields).flatMap(([name, definition]) => {
    if (isBlank(answers[name]) || definition.kind.name === 'list') return [];
    const flag = flags[name] ?? flagOf(name);
    return definition.isSecret ? [`${flag}-stdin`] : [flag, shellWord(typedText(definition, answers[name]))];
  });
  return escapeText(['shop-cli', ...start.map(shellWord), ...options].join(' '));
}
