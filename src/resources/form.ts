import { CliError } from '../errors.ts';
import { capitalized } from '../text/words.ts';
import { type DraftField, type DraftFields, isBlank } from './draft-fields.ts';

/** The values of a body so far, by field. */
export type Answers = Readonly<Record<string, unknown>>;

/** Which answers a question takes. */
export interface Rule {
  /** The end of "must be …". */
  readonly expects: string;
  /** The values by field: two for `12a`, a house number with its extension. Undefined for an invalid answer. */
  read(text: string): Answers | undefined;
}

/** The questions for a body, one per field. Order and rules may depend on the answers so far. */
export interface Form {
  readonly fields: DraftFields;
  order(answers: Answers): readonly string[];
  isRequired(field: string, answers: Answers): boolean;
  rule(field: string, answers: Answers): Rule;
}

/**
 * The form that follows from the fields: their order, their kinds, which are required. `changes` replaces parts of it.
 */
export function formOf(fields: DraftFields, changes: Partial<Form> = {}): Form {
  return {
    fields,
    order: () => Object.keys(fields),
    isRequired: (field) => fields[field]?.isRequired === true,
    rule: (field) => kindRule(field, fields[field]?.kind),
    ...changes,
  };
}

/** The order of a form that asks only for these fields; others that were given follow. */
export const onlyFields =
  (names: readonly string[]): Form['order'] =>
  (answers) => [...names, ...Object.keys(answers).filter((name) => !names.includes(name))];

function kindRule(field: string, kind: DraftField['kind'] | undefined): Rule {
  return {
    expects: kind?.expects ?? 'known',
    read(text) {
      const value = kind?.typed(kind.name === 'money' ? withPoint(text) : text);
      return value === undefined ? undefined : { [field]: value };
    },
  };
}

/** `12,50` is 12.50, as in a file; more digits after the comma may be thousands. */
const withPoint = (text: string): string => text.replace(/^(\d+),(\d\d?)$/, '$1.$2');

/** How a question names a field, and its hint. */
interface Wording {
  /** Within a sentence: `fax number`. */
  readonly name: string;
  readonly title: string;
  readonly hint: string | undefined;
}

/** The hint of a secret in an update: nobody can show it, so leaving it empty keeps it. */
export const unchangedIfEmpty = 'unchanged if empty';

/** From the text of the help: `postcode; only …` becomes "Postcode" with the rest as a hint. */
export function wordingOf({ about }: Pick<DraftField, 'about'>): Wording {
  const [, name = about, rest = '', bracketed = rest] = /^([^,;(]+?)(?:[,;] *(.*)| \((.*)\))?$/.exec(about) ?? [];
  return { name, title: capitalized(name), hint: bracketed === '' ? undefined : bracketed };
}

/**
 * A message of the store with the label of a field for its name: "VAT number" for `btwNumber`. A name that is also a
 * word, as `city`, stays.
 */
export function inWords(message: string, field: string, definition: Pick<DraftField, 'about'>): string {
  return /^[a-z]+[A-Z]\w*$/.test(field)
    ? message.replace(new RegExp(`\\b${field}\\b`, 'g'), wordingOf(definition).title)
    : message;
}

/**
 * The field because of which the store refused a write: in `field`, or by name in its message. Undefined where sending
 * again is not safe.
 */
export function refusedField(error: unknown, names: readonly string[]): string | undefined {
  if (!(error instanceof CliError) || error.kind !== 'refused' || error.status === undefined || error.retryable)
    return undefined;
  if (error.field !== undefined && names.includes(error.field)) return error.field;
  const words = new Set(error.message.split(/[^\w]+/));
  return names.find((name) => words.has(name));
}

/** Whether a field is asked for only after a question about all such fields. */
export const isRare = (form: Form, field: string, answers: Answers): boolean =>
  form.fields[field]?.isRare === true && !form.isRequired(field, answers);

/** A value as a person would type it. */
export function typedText({ kind }: Pick<DraftField, 'kind'>, value: unknown): string {
  return isBlank(value) ? '' : (kind.show(kind.send(value)) ?? '');
}

/** The same form where the store also requires these fields. */
export function requiring(form: Form, required: readonly string[]): Form {
  return { ...form, isRequired: (field, answers) => required.includes(field) || form.isRequired(field, answers) };
}

/** The values of an answer (none for an empty one), or the end of an error sentence. */
type AnswerResult = { readonly ok: true; readonly values: Answers } | { readonly ok: false; readonly message: string };

/** Reads one answer. Surrounding spaces count only in a secret. */
export function readAnswer(form: Form, field: string, text: string, answers: Answers): AnswerResult {
  if (text.trim() === '') {
    return form.isRequired(field, answers)
      ? { ok: false, message: 'is required' }
      : { ok: true, values: { [field]: undefined } };
  }
  const rule = form.rule(field, answers);
  const values = rule.read(form.fields[field]?.isSecret ? text : text.trim());
  return values ? { ok: true, values } : { ok: false, message: `must be ${rule.expects}` };
}

/** The fields whose answers are missing, or no longer valid because another answer changed. */
export function invalidAnswers(form: Form, answers: Answers): readonly string[] {
  return form.order(answers).filter((field) => {
    const definition = form.fields[field];
    return (
      definition &&
      definition.kind.name !== 'list' &&
      !readAnswer(form, field, typedText(definition, answers[field]), answers).ok
    );
  });
}
