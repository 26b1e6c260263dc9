import type { Session } from '../../cli/session.ts';
import type { Prompts } from '../../context.ts';
import { Cancelled } from '../../errors.ts';
import type { Flags } from '../../input/body-faults.ts';
import { flagOf } from '../../input/options.ts';
import type { Choice } from '../../input/prompts/choice.ts';
import { askWhich } from '../../input/prompts/prompts.ts';
import { card } from '../../output/card/card.ts';
import { cut, widthOf } from '../../output/width.ts';
import { countryNames } from '../../resources/countries/country-names.ts';
import { type DraftField, isBlank } from '../../resources/draft-fields.ts';
import { type Answers, type Form, typedText, wordingOf } from '../../resources/form.ts';
import type { Fields } from '../../resources/record-fields.ts';
import { escapeText, shellWord } from '../../text/escape.ts';

/** What is about to be sent, as a card for stderr, without empty fields and secrets. */
export function summaryCard(
  { context: { stderr }, settings: { color } }: Session,
  form: Form,
  answers: Answers,
): string {
  const fields: Fields = Object.fromEntries(
    Object.entries(form.fields).map(([name, definition]) => [name, { label: wordingOf(definition).title }]),
  );
  const shown = form.order(answers).flatMap((name) => {
    const text = shownAnswer(form, name, answers);
    return text === undefined ? [] : [[name, text]];
  });
  return card({ fields, all: true, inOrder: true }, Object.fromEntries(shown), { width: stderr.columns, color });
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
export function commandLine(
  start: readonly string[],
  { fields }: Form,
  answers: Answers,
  { flags = {}, unset = [] }: { readonly flags?: Flags | undefined; readonly unset?: readonly string[] } = {},
): string {
  const flagNamed = (name: string): string => flags[name] ?? flagOf(name);
  const options = Object.entries(fields).flatMap(([name, definition]) => {
    if (isBlank(answers[name]) || definition.kind.name === 'list') return [];
    const flag = flagNamed(name);
    return definition.isSecret ? [`${flag}-stdin`] : [flag, shellWord(typedText(definition, answers[name]))];
  });
  const cleared = unset.flatMap((name) => ['--unset', flagNamed(name).slice(2)]);
  return escapeText(['shop-cli', ...start.map(shellWord), ...options, ...cleared].join(' '));
}

/** What names the store on the complete command, as it was typed, and what lets a script write to production. */
export function storeOptions({ options: { store, profile }, productionName }: Session): readonly string[] {
  // A dry run needs no store.
  const production = productionName();
  return [
    ...(store === undefined ? [] : ['--store', store]),
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(production === undefined ? [] : ['--confirm-store', production]),
  ];
}

/**
 * Asks whether the answers are sent, or one of them changed before.
 * @param isLikely whether Enter alone means yes
 * @param refusal what is said after a no: `Cancelled. Nothing was created.`
 * @throws Cancelled after a no; CliError `interrupted`
 */
export async function askDecision(
  prompts: Prompts,
  question: string,
  { isLikely, refusal }: { readonly isLikely: boolean; readonly refusal: string },
): Promise<'send' | 'change'> {
  const decision = await askWhich<'send' | 'change' | 'cancel'>(
    prompts,
    question,
    decisions,
    isLikely ? 'send' : 'cancel',
  );
  if (decision === 'cancel') throw new Cancelled(refusal);
  return decision;
}

const decisions = [
  { value: 'send', label: 'Yes' },
  { value: 'cancel', label: 'No' },
  { value: 'change', label: 'Change an answer' },
] as const;

interface FieldQuestion {
  readonly message: string;
  /** What is shown of these fields in place of their answers. */
  readonly insteadOf?: Readonly<Record<string, string>>;
  /** Choices before the fields. */
  readonly others?: readonly Choice<string>[];
  readonly initial?: string | undefined;
}

/** Lets a person pick one of the fields, each with its answer. */
export async function askWhichField(
  { context: { stderr } }: Pick<Session, 'context'>,
  prompts: Prompts,
  { form, answers }: { readonly form: Form; readonly answers: Answers },
  { message, insteadOf = {}, others = [], initial }: FieldQuestion,
): Promise<string> {
  const fields = form.order(answers).filter((name) => form.fields[name] && form.fields[name].kind.name !== 'list');
  const titles = fields.map((name) => wordingOf(form.fields[name] as DraftField).title);
  const widest = Math.max(...titles.map(widthOf));
  const room = Math.max(widest, stderr.columns - marginOfChoices);
  const choices = fields.map((value, at) => {
    const title = titles[at] ?? '';
    const answer = insteadOf[value] ?? shownAnswer(form, value, answers) ?? '—';
    const label = `${title}${' '.repeat(widest - widthOf(title))}  ${escapeText(answer)}`;
    return { value, label: cut(label, room), short: title };
  });
  return await askWhich(prompts, message, [...others, ...choices], initial);
}

/** The mark before a choice, and the last column, which some terminals wrap at. */
const marginOfChoices = 3;
