import type { Prompts } from '../../context.ts';
import type { DraftField } from '../../resources/draft-fields.ts';
import {
  type Answers,
  type Form,
  invalidAnswers,
  isRare,
  readAnswer,
  typedText,
  unchangedIfEmpty,
  wordingOf,
} from '../../resources/form.ts';
import { exampleOnly } from '../../resources/kind.ts';
import type { Choice } from './choice.ts';
import { askFound, askPassword, askText, askWhich, askYesNo } from './prompts.ts';

/** Fields whose value is picked from a list of the store, with the question for each. */
export type Pickers = Readonly<Record<string, () => Promise<string>>>;

/** A form, and the terminal at which it is filled in. */
interface FormPrompt {
  readonly prompts: Prompts;
  readonly form: Form;
  readonly pick?: Pickers;
}

/**
 * Asks for every field without an answer, in the order of the form, the rare ones last and only if they are wanted. The
 * answer to an empty field is undefined.
 */
export async function askForm(prompt: FormPrompt, initial: Answers): Promise<Answers> {
  const { form } = prompt;
  let answers = initial;
  for (;;) {
    const open = form.order(answers).filter((field) => !Object.hasOwn(answers, field));
    const next = open.find((field) => !isRare(form, field, answers));
    if (next === undefined) return await askRare(prompt, open, answers);
    answers = await askField(prompt, next, answers);
  }
}

/** Asks for these fields, after one question if they are several. */
async function askRare(prompt: FormPrompt, fields: readonly string[], before: Answers): Promise<Answers> {
  const names = fields.flatMap((field) => prompt.form.fields[field] ?? []).map((field) => wordingOf(field).name);
  const areAsked = fields.length < 2 || (await askYesNo(prompt.prompts, `More fields (${names.join(', ')})?`));
  let answers = before;
  for (const field of fields)
    answers = areAsked ? await askField(prompt, field, answers) : { ...answers, [field]: undefined };
  return answers;
}

/** Asks for one answer again, and then for those that it invalidates. */
export async function changeAnswer(prompt: FormPrompt, field: string, before: Answers): Promise<Answers> {
  const invalidBefore = invalidAnswers(prompt.form, before);
  let answers = await askField(prompt, field, before);
  const invalid = invalidAnswers(prompt.form, answers).filter((other) => !invalidBefore.includes(other));
  for (const next of invalid) answers = await askField(prompt, next, answers);
  return answers;
}

/** The answers with that of one more field. */
async function askField(prompt: FormPrompt, field: string, answers: Answers): Promise<Answers> {
  const definition = prompt.form.fields[field];
  if (!definition) return answers;
  const text = (await prompt.pick?.[field]?.()) ?? (await askTextOf(prompt, { field, definition, answers }));
  const outcome = readAnswer(prompt.form, field, text, answers);
  return outcome.ok ? { ...answers, ...outcome.values } : answers;
}

interface Question {
  readonly field: string;
  readonly definition: DraftField;
  readonly answers: Answers;
}

async function askTextOf({ prompts, form }: FormPrompt, { field, definition, answers }: Question): Promise<string> {
  const isRequired = form.isRequired(field, answers);
  const message = messageOf(definition, isRequired);
  const initial = typedText(definition, answers[field]);
  if (definition.isSecret) return await askPassword(prompts, message, noneText(definition));
  if (definition.kind.name === 'country') return await askCountry(prompts, message, { initial, isRequired });
  const choices = choicesOf(definition);
  if (choices)
    return await askWhich(
      prompts,
      `${wordingOf(definition).title}:`,
      [...(isRequired ? [] : [{ value: '', label: noneOf(definition) }]), ...choices],
      initial || undefined,
    );
  return await askText(prompts, {
    message,
    initial,
    fault: (typed) => {
      const outcome = readAnswer(form, field, typed, answers);
      return outcome.ok ? undefined : faultText(wordingOf(definition).title, outcome.message);
    },
  });
}

/** "Gender must be m or f.", and for a title that says it already "Invalid e-mail address. Example: jo@example.com" */
const faultText = (title: string, message: string): string =>
  exampleOnly(title, '', message.replace(/^must be /, '')) ?? `${title} ${message}.`;

/** What a choice is without an answer, which the store then makes; a gender is none. */
const noneOf = ({ kind }: DraftField): string => (kind.name === 'choice' ? 'the store decides' : 'none');

/** The values of a field that takes no others, where these are few: a list shows them all. */
function choicesOf({ kind: { isClosed, suggestions } }: DraftField): readonly Choice<string>[] | undefined {
  const known = isClosed ? suggestions?.() : undefined;
  return Array.isArray(known) && known.length <= 10 ? known.map(([value]) => ({ value, label: value })) : undefined;
}

/** "none (without one a guest account is created)", and of a password that stays as it is "unchanged" */
function noneText(definition: DraftField): string {
  const { hint = 'optional' } = wordingOf(definition);
  return hint === unchangedIfEmpty ? 'unchanged' : `none (${hint})`;
}

/** The question, with a hint: when it may be left empty. */
function messageOf(definition: DraftField, isRequired: boolean): string {
  const { title, hint } = wordingOf(definition);
  const { kind } = definition;
  const search = kind.name === 'country' ? 'type a name or code' : undefined;
  const note = isRequired ? search : (hint ?? 'optional');
  return note === undefined ? `${title}:` : `${title} (${note}):`;
}

interface CountryQuestion {
  readonly initial: string;
  readonly isRequired: boolean;
}

async function askCountry(
  prompts: Prompts,
  message: string,
  { initial, isRequired }: CountryQuestion,
): Promise<string> {
  const { findCountries } = await import('../../resources/countries/country-search.ts');
  const none = isRequired ? [] : [{ value: '', label: 'none' }];
  // Enter alone must not pick the first country of the alphabet.
  const likely = initial === '' && isRequired ? 'NL' : initial;
  const find = (typed: string) => [
    ...(typed === '' ? none : []),
    ...findCountries(typed).map(({ isoCode2, label }) => ({ value: isoCode2, label })),
  ];
  return await askFound(prompts, message, find, likely);
}
