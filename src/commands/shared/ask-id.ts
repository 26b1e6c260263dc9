import type { Session } from '../../cli/session.ts';
import type { RawOptions } from '../../input/options.ts';
import type { Kind } from '../../resources/kind.ts';
import { promptsFor } from './pick.ts';

interface IdQuestion {
  /** `customer ID` */
  readonly title: string;
  readonly kind: Pick<Kind<unknown>, 'typed' | 'expects'>;
}

/** An ID that no list of the API shows, as it is typed at a terminal; undefined without one. */
export async function askId(
  session: Session,
  raw: RawOptions,
  { title, kind }: IdQuestion,
): Promise<string | undefined> {
  const prompts = promptsFor(session, raw, false);
  if (!prompts) return undefined;
  const { askText } = await import('../../input/prompts/prompts.ts');
  const fault = (text: string) =>
    text.trim() === '' || kind.typed(text.trim()) === undefined
      ? `Invalid ${title}: expected ${kind.expects}.`
      : undefined;
  const message = `${title.charAt(0).toUpperCase()}${title.slice(1)}:`;
  return (await askText(prompts, { message, fault })).trim();
}
