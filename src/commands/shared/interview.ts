import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import type { Prompts } from '../../context.ts';
import { Cancelled, CliError } from '../../errors.ts';
import type { Flags } from '../../input/body-faults.ts';
import { flagOf } from '../../input/options.ts';
import { askWhich } from '../../input/prompts/prompts.ts';
import { askForm, changeAnswer, type FormPrompt, type Pickers } from '../../input/prompts/questions.ts';
import { card } from '../../output/card/card.ts';
import { countryNames } from '../../resources/countries/country-names.ts';
import { type DraftField, isBlank } from '../../resources/draft-fields.ts';
import { type Answers, type Form, inWords, requiring, typedText, wordingOf } from '../../resources/form.ts';
import type { Fields } from '../../resources/record-fields.ts';
import { escapeLines, escapeText, shellWord } from '../../text/escape.ts';

/** The subject of the questions. */
export interface Subject {
  /** `address` */
  readonly noun: string;
  /** What follows the noun and its ID: ` for customer 104`. */
  readonly detail?: string;
  /** Shown before it is sent at a terminal. */
  readonly note?: string;
  /** What the answers stand for in the store, shown below them. */
  readonly content?: (connection: Connection, answers: Answers) => Promise<string>;
  /** What a person should know of these values before they are sent, in a dry run too. */
  readonly caution?: (values: Answers) => string | undefined;
  /** The questions; loaded when they are asked. */
  readonly form: () => Promise<Form>;
  /** The command line without the fields and the store: `addresses create --customer 101`. */
  readonly command: readonly string[];
  readonly flags?: Flags;
  /** Likely answers, looked up before the first question. */
  readonly suggest?: (connection: Connection) => Promise<Answers>;
  /** Fields whose value is picked from a list of the store. */
  readonly pick?: Pickers;
}

/** The questions of one creation. */
export interface Interview {
  /**
   * Asks for missing answers, shows a summary, and lets answers be changed. @throws CliError `interrupted`, or
   * Cancelled after a no.
   */
  ask(initial: Answers): Promise<Answers>;
  /** Asks for a new value of a field that the store rejected. */
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
  const form = await subject.form();
  const start = [...subject.command, ...storeOptions(session)];
  const required: string[] = [];
  const lineOf = (answers: Answers): string => commandLine(start, form, answers, subject.flags);
  const prompt = { prompts, form, ...(subject.pick && { pick: subject.pick }) };
  return {
    async ask(initial) {
      const suggested = canSuggest(session) ? await subject.suggest?.(connection) : undefined;
      const withSuggestions = { ...prompt, ...(suggested && { suggested }) };
      return await orNothingCreated(subject, async () =>
        confirmAnswers(
          { session, connection, subject, prompt: withSuggestions, lineOf },
          await askForm(withSuggestions, initial),
        ),
      );
    },
    async askAgain(field, refusal, answers) {
      const definition = form.fields[field];
      await session.notice(escapeLines(definition ? inWords(refusal, field, definition) : refusal));
      if (isBlank(answers[field])) required.push(field);
      return await orNothingCreated(subject, () =>
        changeAnswer({ ...prompt, form: requiring(form, required) }, field, answers),
      );
    },
    showCommand: (answers) => session.notice(`\nThe complete command:\n${lineOf(answers)}\n`),
  };
}

/**
 * `--curl` and `--dry-run` would end at the first request; with `--mask-pii` suggestions must not show personal data.
 */
const canSuggest = ({ options: { curl, dryRun, maskPii } }: Session): boolean => !curl && !dryRun && !maskPii;

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

interface Confirmation {
  readonly session: Session;
  readonly connection: Connection;
  readonly subject: Subject;
  readonly prompt: FormPrompt;
  readonly lineOf: (answers: Answers) => string;
}

/** Shows the answers and the equivalent command, and asks what to do, until the answers are right. */
async function confirmAnswers(confirmation: Confirmation, first: Answers): Promise<Answers> {
  const { session, subject, prompt } = confirmation;
  const { noun, detail = '' } = subject;
  const { yes, dryRun, curl } = session.options;
  for (let answers = first; ; ) {
    await showAnswers(confirmation, answers);
    if (yes || dryRun || curl) return answers;
    const choice = await askWhich(prompt.prompts, `Create this ${noun}${detail} on ${session.storeLabel()}?`, [
      { value: 'send', label: 'Yes' },
      { value: 'change', label: 'Change an answer' },
      { value: 'stop', label: 'No, cancel' },
    ] as const);
    if (choice === 'send') return answers;
    if (choice === 'stop') throw new Cancelled('Cancelled. Nothing was created.');
    answers = await changeAnswer(prompt, await askWhichAnswer(prompt, answers), answers);
  }
}

async function showAnswers(
  { session, connection, subject: { content, note, caution }, prompt, lineOf }: Confirmation,
  answers: Answers,
): Promise<void> {
  const { dryRun, curl } = session.options;
  await session.notice(`\n${summaryCard(session, prompt.form, answers)}\n${lineOf(answers)}\n`);
  if (content && !curl) await session.notice(await content(connection, answers));
  await session.notice(caution?.(answers) ?? '');
  if (note && !dryRun && !curl) await session.notice(note);
}

function askWhichAnswer({ prompts, form }: FormPrompt, answers: Answers): Promise<string> {
  const choices = form.order(answers).map((field) => ({ value: field, label: answerLabel(form, field, answers) }));
  return askWhich(prompts, 'Which answer?', choices);
}

/** A question that was left names here what did not happen. */
async function orNothingCreated<T>({ noun }: Subject, ask: () => Promise<T>): Promise<T> {
  return await ask().catch((error: unknown) => {
    if (!(error instanceof CliError && error.kind === 'interrupted')) throw error;
    throw new CliError('interrupted', `Cancelled. No ${noun} was created.`, { cause: error });
  });
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

/** `First name: Jo`, to choose an answer from. */
function answerLabel({ fields }: Form, name: string, answers: Answers): string {
  const definition = fields[name];
  if (!definition) return name;
  const { title } = wordingOf(definition);
  return definition.isSecret ? title : `${title}: ${answerText(definition, answers[name]) || '—'}`;
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
