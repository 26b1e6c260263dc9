import type { Session } from '../../cli/session.ts';
import { getRecord, nameOfPlace, type Place } from '../../client/records.ts';
import type { Prompts } from '../../context.ts';
import { Cancelled, CliError } from '../../errors.ts';
import { typedInAdvance } from '../../input/prompts/prompts.ts';
import { changeAnswer } from '../../input/prompts/questions.ts';
import type { Changes, ChangesOf } from '../../resources/draft.ts';
import { type DraftField, type DraftFields, isBlank } from '../../resources/draft-fields.ts';
import { type Answers, type Form, requiring, typedText, unchangedIfEmpty, wordingOf } from '../../resources/form.ts';
import type { RecordDefinition } from '../../resources/record.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { safe } from '../../text/escape.ts';
import { isObject } from '../../text/json.ts';
import { capitalized, cut } from '../../text/words.ts';
import { askDecision, askWhichField, commandLine, storeOptions } from './summary.ts';
import { noticeChanges, type StayingFields } from './update.ts';

/** A record that a person changes by answering questions. */
interface Revision<M, R> {
  readonly changes: Changes<M>;
  readonly record: RecordDefinition;
  readonly at: Place<R>;
  /** The questions; loaded when they are asked. */
  readonly form: () => Promise<Form>;
  /** The command line without the fields and the store: `customers update 112`. */
  readonly command: readonly string[];
  /** Of the record, for questions. */
  readonly nameOf: (record: StoreRecord) => string;
  /** Fields that stay, and that a person sees among the changes. */
  readonly stays?: StayingFields;
  /** What a person may not expect of the record that this makes, composed by `safe`. */
  readonly unexpected?: (body: StoreRecord, record: StoreRecord) => string | undefined;
}

/**
 * Lets a person pick fields of a record and answer them again, today's values first, and shows what changes.
 * @returns the fields that have changed
 * @throws Cancelled where none has, and after a no; CliError `not-found`, `interrupted`
 */
export async function askChanges<M extends DraftFields, R extends StoreRecord>(
  session: Session,
  prompts: Prompts,
  revision: Revision<M, R>,
): Promise<ChangesOf<Changes<M>>> {
  const { changes, at, record: definition, nameOf, command, stays, unexpected } = revision;
  const record = await getRecord(await session.connect(), at);
  const form = revisedForm(await revision.form());
  const before = answersOf(form, record);
  const title = `${nameOfPlace(at)}${inBrackets(nameOf(record))}`;
  await session.notice(safe`${capitalized(title)} on ${session.storeLabel()}`);
  let answers = before;
  return await orNothingChanged(async () => {
    for (;;) {
      answers = await askFields(session, prompts, { form, before, answers, record });
      const changed = changedFields(form, before, answers);
      if (isEmpty(changed)) throw new Cancelled('Nothing changed. Nothing was sent.');
      const body = changes.toJson(changed as ChangesOf<Changes<M>>);
      const heading = '\nChanges:';
      await noticeChanges(session, definition, { before: record, after: body, body, stays, heading, isPlanned: true });
      await session.notice(`\n${lineOf([...command, ...storeOptions(session)], form, changed)}\n`);
      await session.notice(unexpected?.(body, { ...record, ...body }) ?? '');
      const question = `Update ${title} on ${session.storeLabel()}?`;
      const refusal = 'Cancelled. Nothing was changed.';
      if (!session.asksToConfirm || (await askDecision(prompts, question, { isLikely: true, refusal })) === 'send')
        return changed as ChangesOf<Changes<M>>;
    }
  });
}

const inBrackets = (name: string): string => (name === '' ? '' : ` (${cut(name, maxName)})`);

/** Keeps a long name from pushing the question off the screen. */
const maxName = 60;

/** A question that was left names here what did not happen. */
async function orNothingChanged<T>(ask: () => Promise<T>): Promise<T> {
  return await ask().catch((error: unknown) => {
    if (!(error instanceof CliError && error.kind === 'interrupted')) throw error;
    throw new CliError('interrupted', 'Cancelled. Nothing was changed.', { cause: error });
  });
}

/** What a creation requires can be changed, but not cleared. No secret is known: an empty answer keeps it. */
function revisedForm(form: Form): Form {
  const fields = Object.fromEntries(
    Object.entries(form.fields).map(([name, field]): [string, DraftField] => [
      name,
      field.isSecret ? { ...field, about: `${wordingOf(field).name}; ${unchangedIfEmpty}` } : field,
    ]),
  );
  const required = Object.keys(fields).filter((name) => fields[name]?.isRequired);
  return requiring({ ...form, fields }, required);
}

/** Today's values, as answers: none of secrets, and of what no answer could be. */
function answersOf({ fields }: Form, record: StoreRecord): Answers {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind, isSecret }]) => {
      const value = isSecret ? undefined : kind.wire(codeOf(record[name]));
      return isBlank(value) ? [] : [[name, value]];
    }),
  );
}

/** A country comes back as a record of its own. */
const codeOf = (value: unknown): unknown => (isObject(value) ? (value.isoCode2 ?? value.isoCode3) : value);

interface RevisedRecord {
  readonly form: Form;
  readonly before: Answers;
  readonly answers: Answers;
  readonly record: StoreRecord;
}

/** Asks for one field after the other, until no more is to be changed. */
async function askFields(
  session: Session,
  prompts: Prompts,
  { form, before, record, ...first }: RevisedRecord,
): Promise<Answers> {
  let { answers } = first;
  let initial = isEmpty(changedFields(form, before, answers)) ? form.order(answers)[0] : done;
  for (;;) {
    const field = await askWhichField(
      session,
      prompts,
      { form, answers },
      {
        message: 'Which field do you want to change?',
        insteadOf: otherTexts(form, record, answers),
        others: [{ value: done, label: 'Done' }],
        initial,
      },
    );
    if (field === done) return answers;
    answers = await changeAnswer({ prompts, form }, field, answers);
    initial = done;
  }
}

/** The choice that ends the changes: no field is called so. */
const done = '';

/** What is shown of fields without an answer: that a secret is not shown, and what the store has that no answer could be. */
function otherTexts({ fields }: Form, record: StoreRecord, answers: Answers): Readonly<Record<string, string>> {
  const open = Object.entries(fields).filter(([name]) => isBlank(answers[name]));
  return Object.fromEntries(
    open.flatMap(([name, { kind, isSecret }]) => {
      if (isSecret) return [[name, '(not shown)']];
      const text = Object.hasOwn(answers, name) ? '' : textOf(codeOf(record[name]));
      return text === '' || (kind.name === 'id' && text === '0') ? [] : [[name, text]];
    }),
  );
}

const textOf = (value: unknown): string => (typeof value === 'object' ? '' : String(value ?? ''));

/** The fields whose answer differs from today's value; `null` for an answer that was removed. */
function changedFields({ fields }: Form, before: Answers, answers: Answers): Answers {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const [old, now] = [before, answers].map((all) => typedInAdvance(typedText(field, all[name])).trim());
      return old === now ? [] : [[name, isBlank(answers[name]) ? null : answers[name]]];
    }),
  );
}

const isEmpty = (fields: object): boolean => Object.keys(fields).length === 0;

function lineOf(start: readonly string[], form: Form, changed: Answers): string {
  return commandLine(start, form, changed, { unset: Object.keys(changed).filter((name) => changed[name] === null) });
}
