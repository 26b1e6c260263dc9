import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import type { Prompts } from '../../context.ts';
import { Cancelled, CliError } from '../../errors.ts';
import { flagOf } from '../../input/options.ts';
import { askWhich } from '../../input/prompts/prompts.ts';
import { askForm, changeAnswer, type Interview } from '../../input/prompts/questions.ts';
import { card } from '../../output/card.ts';
import { countryNames } from '../../resources/countries/country-names.ts';
import { type Answers, demanding, type Form, inWords, typedText, wordingOf } from '../../resources/form.ts';
import type { Member } from '../../resources/members.ts';
import { isBlank } from '../../resources/members.ts';
import type { Fields } from '../../resources/record.ts';
import { escapeLines, escapeText, shellWord } from '../../text/escape.ts';
import type { Creation } from './create.ts';

/** The questions of one creation. */
export interface CreationInterview {
  /** Asks for everything that was not given, shows it, and lets it be corrected. @throws CliError `interrupted` or `usage` when it is not to be sent. */
  ask(given: Answers): Promise<Answers>;
  /** Asks again for what the store refused, in its words. */
  askAgain(member: string, refusal: string, answers: Answers): Promise<Answers>;
  /** Says the command that does what was done, where what was typed or shown before was not all of it. */
  tellCommand(answers: Answers): Promise<void>;
}

/** What an interview needs of a creation. */
type Subject = Pick<Creation<never>, 'what' | 'command' | 'form' | 'suggest'>;

export interface Setting {
  readonly session: Session;
  readonly prompts: Prompts;
  readonly creation: Subject;
  readonly connection: Connection;
}

/** Makes ready to ask. */
export async function beginInterview({ session, prompts, creation, connection }: Setting): Promise<CreationInterview> {
  const form = await creation.form();
  const demanded: string[] = [];
  const { curl, dryRun, maskPii } = session.options;
  // Nothing is read from the store where requests are only shown: the first of them would end the command. What is masked stands nowhere.
  const suggestsNothing = Boolean(curl || dryRun || maskPii);
  return {
    async ask(given) {
      const suggested = suggestsNothing ? undefined : await creation.suggest?.(connection);
      const interview = { prompts, form, ...(suggested && { suggested }) };
      const answers = await notCreated(creation, () => askForm(interview, given));
      return await notCreated(creation, () => agree(session, interview, creation, answers));
    },
    async askAgain(member, refusal, answers) {
      const definition = form.members[member];
      await session.notice(escapeLines(definition ? inWords(refusal, member, definition) : refusal));
      if (isBlank(answers[member])) demanded.push(member);
      return await notCreated(creation, () =>
        changeAnswer({ prompts, form: demanding(form, demanded) }, member, answers),
      );
    },
    tellCommand: (answers) => session.notice(`\nThe whole command:\n${commandLine(creation.command, form, answers)}\n`),
  };
}

/** Shows the answers and the command that says the same, and asks what to do, until they are to be sent. */
async function agree(
  session: Session,
  interview: Interview,
  { what, command }: Subject,
  first: Answers,
): Promise<Answers> {
  const { yes, dryRun, curl } = session.options;
  for (let answers = first; ; ) {
    await session.notice(
      `\n${summaryCard(session, interview.form, answers)}\n${commandLine(command, interview.form, answers)}\n`,
    );
    if (yes || dryRun || curl) return answers;
    const choice = await askWhich(interview.prompts, `Create this ${what}?`, [
      { value: 'send', label: 'Yes, create it' },
      { value: 'change', label: 'Change an answer' },
      { value: 'stop', label: 'No, create nothing' },
    ] as const);
    if (choice === 'send') return answers;
    if (choice === 'stop') throw new Cancelled('Cancelled. Nothing was created.');
    answers = await changeAnswer(interview, await askWhichAnswer(interview, answers), answers);
  }
}

function askWhichAnswer({ prompts, form }: Interview, answers: Answers): Promise<string> {
  const choices = form.order(answers).map((member) => ({ value: member, label: labelOf(form, member, answers) }));
  return askWhich(prompts, 'Which one?', choices);
}

function labelOf({ members }: Form, member: string, answers: Answers): string {
  const definition = members[member];
  if (!definition) return member;
  const { title } = wordingOf(definition);
  return definition.isSecret ? title : `${title}: ${answerText(definition, answers[member]) || '—'}`;
}

/** A question without an answer says here what that means. */
async function notCreated<T>({ what }: Subject, ask: () => Promise<T>): Promise<T> {
  return await ask().catch((error: unknown) => {
    if (!(error instanceof CliError && error.kind === 'interrupted')) throw error;
    throw new CliError('interrupted', `Stopped: no ${what} was created.`, { cause: error });
  });
}

/** What is about to be sent, as a card for stderr: what was left empty is not in it, and no secret. */
export function summaryCard(
  { context: { stderr }, settings: { color } }: Session,
  form: Form,
  answers: Answers,
): string {
  const fields: Fields = Object.fromEntries(
    Object.entries(form.members).map(([name, member]) => [name, { label: wordingOf(member).title }]),
  );
  const shown = form.order(answers).flatMap((name) => {
    const text = shownAnswer(form, name, answers);
    return text === undefined ? [] : [[name, text]];
  });
  return card({ fields, all: true }, Object.fromEntries(shown), { width: stderr.columns, color });
}

function shownAnswer({ members }: Form, name: string, answers: Answers): string | undefined {
  const member = members[name];
  if (!member) return undefined;
  const isEmpty = isBlank(answers[name]);
  if (member.isSecret) return isEmpty ? `none: ${wordingOf(member).hint}` : '(not shown)';
  return isEmpty ? undefined : answerText(member, answers[name]);
}

/** An answer as a person reads it: of a country its name too. */
export function answerText(member: Member, value: unknown): string {
  const text = typedText(member, value);
  const [, name] = (member.kind.name === 'country' && countryNames().find(([code]) => code === text)) || [];
  return name === undefined ? text : `${name} (${text})`;
}

/**
 * The command line that does the same without a question, for a POSIX shell. A secret is never in it: it comes by standard input.
 * @param command what stands before the members
 */
export function commandLine(command: readonly string[], { members }: Form, answers: Answers): string {
  const options = Object.entries(members).flatMap(([name, member]) => {
    if (isBlank(answers[name])) return [];
    return member.isSecret ? [`${flagOf(name)}-stdin`] : [flagOf(name), shellWord(typedText(member, answers[name]))];
  });
  return escapeText(['shop-cli', ...command.map(shellWord), ...options].join(' '));
}
