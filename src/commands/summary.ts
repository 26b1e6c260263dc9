import { flagOf } from '../input/options.ts';
import { card } from '../output/card.ts';
import { countryNames } from '../resources/country-names.ts';
import type { Member } from '../resources/draft.ts';
import { type Answers, type Form, typedText, wordingOf } from '../resources/form.ts';
import { isBlank } from '../resources/members.ts';
import type { Fields } from '../resources/record.ts';
import { escapeText } from '../text/escape.ts';
import { shellWord } from '../text/shell.ts';
import type { Session } from './session.ts';

/** What is about to be sent, as a card for stderr: what was left empty is not in it, and no secret. */
export function summaryCard({ context: { stderr }, settings: { color } }: Session, form: Form, answers: Answers): string {
  const fields: Fields = Object.fromEntries(
    Object.entries(form.members).map(([name, member]) => [name, { label: wordingOf(member).title }]),
  );
  const shown = form.order(answers).flatMap((name) => {
    const text = shownAnswer(form, name, answers);
    return text === undefined ? [] : [[name, text]];
  });
  return card(fields, Object.fromEntries(shown), { width: stderr.columns, color });
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
