import type { Member, Members } from './members.ts';
import { isBlank } from './members.ts';

/** The values of a body so far, by member. */
export type Answers = Readonly<Record<string, unknown>>;

/** What the answer to one question may be. */
export interface Rule {
  /** What would be right, as the end of "must be …". */
  readonly expects: string;
  /** The members that an answer gives, by name: more than one where people write two things as one; undefined when it is wrong. */
  read(text: string): Answers | undefined;
}

/** A body as it is asked for at a terminal, one question per member. What is asked, in which order and with which rules may depend on the answers so far. */
export interface Form {
  readonly members: Members;
  order(answers: Answers): readonly string[];
  isRequired(member: string, answers: Answers): boolean;
  rule(member: string, answers: Answers): Rule;
}

/** The form that follows from the members alone: their order, their kinds, the required ones. */
export function formOf(members: Members): Form {
  return {
    members,
    order: () => Object.keys(members),
    isRequired: (member) => members[member]?.isRequired === true,
    rule: (member) => kindRule(member, members[member]?.kind),
  };
}

function kindRule(member: string, kind: Member['kind'] | undefined): Rule {
  return {
    expects: kind?.expects ?? 'known',
    read(text) {
      const value = kind?.typed(text);
      return value === undefined ? undefined : { [member]: value };
    },
  };
}

/** What a question says of a member: its name, and what else there is to know about it. */
interface Wording {
  readonly title: string;
  readonly hint: string | undefined;
}

/** From what the help says of it: `postcode; only …` is asked as "Postcode", with the rest as a hint. */
export function wordingOf({ about }: Pick<Member, 'about'>): Wording {
  const [, name = about, rest = ''] = /^([^,;]+)(?:[,;] *(.*))?$/.exec(about) ?? [];
  return { title: `${name.charAt(0).toUpperCase()}${name.slice(1)}`, hint: rest === '' ? undefined : rest };
}

/**
 * What a store says of a member, for people: `btwNumber` is called what its question is called, "VAT number". Names that are words stay, since they
 * may be words there.
 */
export function inWords(said: string, member: string, definition: Pick<Member, 'about'>): string {
  return /^[a-z]+[A-Z]\w*$/.test(member)
    ? said.replace(new RegExp(`\\b${member}\\b`, 'g'), wordingOf(definition).title)
    : said;
}

/** A value as a person would type it. */
export function typedText({ kind }: Pick<Member, 'kind'>, value: unknown): string {
  return isBlank(value) ? '' : (kind.show(kind.send(value)) ?? '');
}

/** What becomes of the answer to a question: the members that it gives (none for an empty one), or a sentence's end that says what is wrong with it. */
type Outcome = { readonly ok: true; readonly values: Answers } | { readonly ok: false; readonly message: string };

/** The same form where the store has refused to do without these members too. */
export function demanding(form: Form, demanded: readonly string[]): Form {
  return { ...form, isRequired: (member, answers) => demanded.includes(member) || form.isRequired(member, answers) };
}

/** Reads one answer. Spaces around it do not count, but in a secret. */
export function readAnswer(form: Form, member: string, text: string, answers: Answers): Outcome {
  if (text.trim() === '') {
    return form.isRequired(member, answers)
      ? { ok: false, message: 'is required' }
      : { ok: true, values: { [member]: undefined } };
  }
  const rule = form.rule(member, answers);
  const values = rule.read(form.members[member]?.isSecret ? text : text.trim());
  return values ? { ok: true, values } : { ok: false, message: `must be ${rule.expects}` };
}

/** The answers that do not do: missing, or no longer right after another one was changed. */
export function faultyAnswers(form: Form, answers: Answers): readonly string[] {
  return form.order(answers).filter((member) => {
    const definition = form.members[member];
    return definition && !readAnswer(form, member, typedText(definition, answers[member]), answers).ok;
  });
}
