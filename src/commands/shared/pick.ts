import { needed, type RecordArgument } from '../../cli/record-arguments.ts';
import type { Session } from '../../cli/session.ts';
import type { Prompts } from '../../context.ts';
import { CliError, missingError } from '../../errors.ts';
import type { RawOptions } from '../../input/options.ts';
import type { Choice } from '../../input/prompts/choice.ts';
import { invalidTitle, type Kind } from '../../resources/kind.ts';
import { capitalized } from '../../text/words.ts';

/** What a question needs of a session. */
type PromptSession = Pick<Session, 'prompts' | 'options'>;

/**
 * The terminal to ask at; undefined without one, where standard input is read, or where `--curl` would only show the
 * request for a list.
 */
export const promptsFor = (
  { prompts, options }: PromptSession,
  raw: RawOptions,
  needsList: boolean,
): Prompts | undefined =>
  (needsList && options.curl) || [raw.body, raw.productsFile].includes('-') ? undefined : prompts;

interface PickOptions {
  /** `Which basket?` */
  readonly question: string;
  /** The error where there is nothing to pick. */
  readonly none: string;
  readonly choices: readonly Choice<string>[];
  /** Where the store has more than these: a note, and how another one is read from what is typed. */
  readonly others?: { readonly note: string; readonly read: (typed: string) => string | undefined };
}

/**
 * Lets a person pick one of the choices, found by any part of its label. @throws CliError `not-found` without choices.
 */
export async function pick(prompts: Prompts, { question, none, choices, others }: PickOptions): Promise<string> {
  if (choices.length === 0) throw new CliError('not-found', none);
  const { askFound } = await import('../../input/prompts/prompts.ts');
  const message = others ? `${question} (${others.note})` : question;
  return await askFound(prompts, message, (typed) => {
    const found = matching(choices, typed);
    const other = found.length === 0 ? others?.read(typed) : undefined;
    return other === undefined ? found : [{ value: other, label: other }];
  });
}

/** The choices whose label contains every typed word, ignoring case. */
function matching<T>(choices: readonly Choice<T>[], typed: string): readonly Choice<T>[] {
  const words = typed.toLowerCase().split(/\s+/);
  return choices.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

interface IdQuestion {
  /** `customer ID` */
  readonly title: string;
  readonly kind: Pick<Kind<unknown>, 'typed' | 'expects'>;
  /** What Enter alone answers. */
  readonly suggestion?: string;
  /** Why an ID is asked for again, such as an ID that the store does not have. */
  readonly refusal?: (id: string) => Promise<string | undefined>;
}

/** The IDs as typed, or the ID that a person is asked for. @throws CliError `usage` without a terminal */
export async function idsOrAsk(
  asking: PromptSession,
  raw: RawOptions,
  typed: readonly string[],
  argument: RecordArgument,
): Promise<readonly string[]> {
  if (typed.length > 0) return typed;
  const { name, kind } = argument;
  const answer = await askId(asking, raw, { title: name.replace('-id', ' ID'), kind });
  if (answer === undefined) throw missingError([needed(argument)]);
  return [answer];
}

/** Asks for an ID that the API cannot list, so that it must be typed. Undefined without a terminal. */
export async function askId(
  asking: PromptSession,
  raw: RawOptions,
  { title, kind, suggestion, refusal }: IdQuestion,
): Promise<string | undefined> {
  const prompts = promptsFor(asking, raw, false);
  if (!prompts) return undefined;
  const { askText } = await import('../../input/prompts/prompts.ts');
  const fault = (text: string) =>
    text.trim() === '' || kind.typed(text.trim()) === undefined
      ? invalidTitle(title, '', kind.expects)
      : refusal?.(text.trim());
  const message = `${capitalized(title)}:`;
  return (await askText(prompts, { message, fault, ...(suggestion && { suggestion }) })).trim();
}
