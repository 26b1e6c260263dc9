import type { Session } from '../../cli/session.ts';
import type { Flags } from '../../input/body.ts';
import { flagOf } from '../../input/options.ts';
import { card } from '../../output/card.ts';
import { countryNames } from '../../resources/countries/country-names.ts';
import { type Answers, type Form, typedText, wordingOf } from '../../resources/form.ts';
import type { Member } from '../../resources/members.ts';
import { isBlank } from '../../resources/members.ts';
import type { Fields } from '../../resources/record.ts';
import { escapeText, shellWord } from '../../text/escape.ts';

/** What is about to be sent, as a card for stderr, without empty fields and secrets. */
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
  if (member.isSecret) return isEmpty ? `none (${wordingOf(member).hint})` : '(not shown)';
  return isEmpty || member.kind.name === 'list' ? undefined : answerText(member, answers[name]);
}

/** `First name: Jo`, to choose an answer from. */
export function answerLabel({ members }: Form, name: string, answers: Answers): string {
  const member = members[name];
  if (!member) return name;
  const { title } = wordingOf(member);
  return member.isSecret ? title : `${title}: ${answerText(member, answers[name]) || '—'}`;
}

/** An answer as a person reads it: a country with its name. */
function answerText(member: Member, value: unknown): string {
  const text = typedText(member, value);
  const [, name] = (member.kind.name === 'country' && countryNames().find(([code]) => code === text)) || [];
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
export function commandLine({ command, flags = {} }: Line, { members }: Form, answers: Answers): string {
  const options = Object.entries(members).flatMap(([name, member]) => {
    if (isBlank(answers[name]) || member.kind.name === 'list') return [];
    const flag = flags[name] ?? flagOf(name);
    return member.isSecret ? [`${flag}-stdin`] : [flag, shellWord(typedText(member, answers[name]))];
  });
  return escapeText(['shop-cli', ...command.map(shellWord), ...options].join(' '));
}
