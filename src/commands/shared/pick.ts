import type { Session } from '../../cli/session.ts';
import type { Prompts } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { RawOptions } from '../../input/options.ts';
import type { Choice } from '../../input/prompts/prompts.ts';

/** What may be picked: all that the store lists, and what they are called. */
interface Choices {
  /** The question: `Which basket?` */
  readonly question: string;
  /** What is said where there is nothing to choose from. */
  readonly none: string;
  readonly choices: readonly Choice<string>[];
  /** Where the store has more than these: what is said of that, and how another one is read from what is typed. */
  readonly others?: { readonly note: string; readonly read: (typed: string) => string | undefined };
}

/** Who can pick; undefined where nobody is to be asked, or the list would not be fetched but only shown (`--curl`). */
export const pickerOf = ({ prompts, options }: Session, raw: RawOptions): Prompts | undefined =>
  options.curl || [raw.body, raw.productsFile].includes('-') ? undefined : prompts;

/** Lets a person pick one of what the store lists, found by any part of its label. @throws CliError `not-found` where there is nothing. */
export async function pick(prompts: Prompts, { question, none, choices, others }: Choices): Promise<string> {
  if (choices.length === 0) throw new CliError('not-found', none);
  const { askFound } = await import('../../input/prompts/prompts.ts');
  const message = others ? `${question} (${others.note})` : question;
  return await askFound(prompts, message, (typed) => {
    const found = matching(choices, typed);
    const other = found.length === 0 ? others?.read(typed) : undefined;
    return other === undefined ? found : [{ value: other, label: other }];
  });
}

/** The choices whose label holds every typed word, in either case. */
function matching<T>(choices: readonly Choice<T>[], typed: string): readonly Choice<T>[] {
  const words = typed.toLowerCase().split(/\s+/);
  return choices.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}

/** An argument or option that has to be there. */
interface Needed {
  /** `--customer` or `<key>` */
  readonly name: string;
  /** Why, or where to find it. */
  readonly why: string;
}

/** The error that names everything that is missing. */
export function missingOf(needed: readonly Needed[]): CliError {
  return new CliError('usage', needed.map(({ name, why }) => `${name} is required: ${why}.`).join('\n'), {
    field: needed[0]?.name,
  });
}
