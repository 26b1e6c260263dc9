import type { Session } from '../../cli/session.ts';
import type { Flags } from '../../input/body-faults.ts';
import { flagOf } from '../../input/options.ts';
import { card } from '../../output/card/card.ts';
import { countryNames } from '../../resources/countries/country-names.ts';
import type { DraftField } from '../../resources/draft-fields.ts';
import { isBlank } from '../../resources/draft-values.ts';
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
export function answerLabel({ fields }: Form, name: string, answers: Answers): string {
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

interface Line {
  /** What precedes the fields: `addresses create --customer 101`. */
  readonly command: readonly string[];
  readonly flags?: Flags;
}

/**
 * The command line that does the same without questions, for a POSIX shell. A secret comes by standard input; lists
 * have options of their own, which are part of `command`.
 */
export function commandLine({ command, flags = {} }: Line, { fields }: Form, answers: Answers): string {
  const options = Object.entries(fields).flatMap(([name, definition]) => {
    if (isBlank(answers[name]) || definition.kind.name === 'list') return [];
    const flag = flags[name] ?? flagOf(name);
    return definition.isSecret ? [`${flag}-stdin`] : [flag, shellWord(typedText(definition, answers[name]))];
  });
  return escapeText(['shop-cli', ...command.map(shellWord), ...options].join(' '));
}
