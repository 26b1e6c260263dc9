import type { Prompts } from '../../context.ts';
import { type Answers, type Form, faultyAnswers, readAnswer, typedText, wordingOf } from '../../resources/form.ts';
import type { Member } from '../../resources/members.ts';
import { askFound, askSecret, askText } from './prompts.ts';

/** A form and somebody who fills it in. */
export interface Interview {
  readonly prompts: Prompts;
  readonly form: Form;
  /** What stands there already where a question is asked for the first time. */
  readonly suggested?: Answers;
}

/** Asks for every member that has no answer yet, in the form's order. An answer that was left empty is there, and undefined. */
export async function askForm(interview: Interview, given: Answers): Promise<Answers> {
  let answers = given;
  for (;;) {
    const next = interview.form.order(answers).find((member) => !Object.hasOwn(answers, member));
    if (next === undefined) return answers;
    answers = await askMember(interview, next, answers);
  }
}

/** Asks for one answer anew, and then for those that are no longer right because of it. */
export async function changeAnswer(interview: Interview, member: string, before: Answers): Promise<Answers> {
  let answers = await askMember(interview, member, before);
  for (const next of faultyAnswers(interview.form, answers)) answers = await askMember(interview, next, answers);
  return answers;
}

/** Asks for a password twice, until both are the same; '' for none. */
export async function askPassword(prompts: Prompts, message: string): Promise<string> {
  for (let question = message; ; question = `The two were not the same. ${message}`) {
    const first = await askSecret(prompts, question);
    if (first === '' || first === (await askSecret(prompts, 'The same again:'))) return first;
  }
}

/** The answers with that of one more member, and of others that came with it. */
async function askMember(interview: Interview, member: string, answers: Answers): Promise<Answers> {
  const definition = interview.form.members[member];
  if (!definition) return answers;
  const text = await askFor(interview, { member, definition, answers });
  const outcome = readAnswer(interview.form, member, text, answers);
  return outcome.ok ? { ...answers, ...outcome.values } : answers;
}

interface Asked {
  readonly member: string;
  readonly definition: Member;
  readonly answers: Answers;
}

async function askFor(
  { prompts, form, suggested = {} }: Interview,
  { member, definition, answers }: Asked,
): Promise<string> {
  const isRequired = form.isRequired(member, answers);
  const message = messageOf(definition, isRequired);
  const before = typedText(definition, answers[member] ?? suggested[member]);
  if (definition.isSecret) {
    const secret = await askPassword(prompts, message);
    if (secret === '') prompts.output.write(`${noneText(definition)}\n`);
    return secret;
  }
  if (definition.kind.name === 'country') return await askCountry(prompts, message, { before, isRequired });
  return await askText(prompts, {
    message,
    before,
    fault: (typed) => {
      const outcome = readAnswer(form, member, typed, answers);
      return outcome.ok ? undefined : `${wordingOf(definition).title} ${outcome.message}.`;
    },
  });
}

/** What it means that there is none of a secret: "Password: none, and without one …". */
function noneText(definition: Member): string {
  const { title, hint } = wordingOf(definition);
  return `  ${title}: none; ${hint ?? 'it was left out'}.`;
}

/** The question, with what may be left out and why, or with the few answers that there are. */
function messageOf(definition: Member, isRequired: boolean): string {
  const { title, hint } = wordingOf(definition);
  const { kind } = definition;
  const few = kind.placeholder.includes('|') ? kind.placeholder.replaceAll('|', ' or ') : undefined;
  const search = kind.name === 'country' ? 'type a name or a code' : undefined;
  const more = isRequired ? (few ?? search) : (hint ?? 'optional');
  return more === undefined ? `${title}:` : `${title} (${more}):`;
}

interface CountryQuestion {
  readonly before: string;
  readonly isRequired: boolean;
}

async function askCountry(prompts: Prompts, message: string, { before, isRequired }: CountryQuestion): Promise<string> {
  const { findCountries } = await import('../../resources/countries/country-search.ts');
  const none = isRequired ? [] : [{ value: '', label: 'none' }];
  // Enter alone must not mean the first of the alphabet.
  const likely = before === '' && isRequired ? 'NL' : before;
  const find = (typed: string) => [
    ...(typed === '' ? none : []),
    ...findCountries(typed).map(({ isoCode2, label }) => ({ value: isoCode2, label })),
  ];
  return await askFound(prompts, message, find, likely);
}
