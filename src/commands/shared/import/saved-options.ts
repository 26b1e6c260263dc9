import type { Session } from '../../../cli/session.ts';
import { choiceOf } from '../../../import/file/faults.ts';
import type { CheckedReading, ImportOptions } from '../../../import/options.ts';
import { type RawOptions, readOptions, typedOptions } from '../../../input/options.ts';
import type { FileTable } from '../../../resources/file-table.ts';
import type { AskedFile } from './choices.ts';
import { optionsFiles } from './file-options.ts';

/** The options of a command that reads a file of rows. */
export interface GivenOptions {
  /** All of them, as if they had been typed. */
  readonly raw: RawOptions;
  /** Those that are not from the file of `--options`. */
  readonly typed: RawOptions;
  /** Whether a person is asked for what the file leaves open. */
  readonly asksChoices: boolean;
  /** Those that a person was asked for, as they would be typed. */
  readonly answers: readonly string[];
}

/** Options that were all typed, for a command that asks nothing. */
export const asTyped = (raw: RawOptions): GivenOptions => ({ raw, typed: raw, asksChoices: false, answers: [] });

/**
 * Runs a command that reads a file, with the options of `--options`. At a terminal it asks for what the file leaves open,
 * and runs it again with each answer, as if it had been typed.
 * @throws CliError `usage`, and what the command throws
 */
export async function withAnswers(
  session: Session,
  file: AskedFile,
  run: (session: Session, given: GivenOptions) => Promise<number>,
): Promise<number> {
  const { noun, path } = file;
  // Standard input can be read once, and answers no question.
  const asksChoices = session.prompts !== undefined && path !== '-';
  const said = new Set<string>();
  const before = typedOptions(file.typed);
  let { typed } = file;
  for (;;) {
    try {
      const raw = await withSavedOptions(session, typed, noun);
      const answers = typedOptions(typed).filter((option) => !before.includes(option));
      return await run(sayingOnce(session, said), { raw, typed, asksChoices, answers });
    } catch (error) {
      const choice = choiceOf(error);
      if (!choice) throw error;
      const { answered } = await import('./choices.ts');
      typed = await answered(session, { error, choice }, { ...file, typed });
    }
  }
}

/** A session that does not repeat what was said before the last question. @param said what has been said so far */
function sayingOnce(session: Session, said: Set<string>): Session {
  const before = new Set(said);
  return {
    ...session,
    notice: async (text, event) => {
      said.add(text);
      if (!before.has(text)) await session.notice(text, event);
    },
  };
}

async function withSavedOptions({ context }: Session, typed: RawOptions, noun: FileTable): Promise<RawOptions> {
  const { options: path } = readOptions(optionsFiles, typed);
  if (path === undefined) return typed;
  // Only then: most imports have no such file.
  const { withOptionsFile } = await import('./options-file.ts');
  return await withOptionsFile(path, typed, noun, context);
}

interface OptionsFiles extends Pick<ImportOptions, 'optionsFile' | 'onChecked'> {
  readonly saveOptions: string | undefined;
}

/** The file that the options are from, and the one that they are written to once the file of rows is checked. */
export function readOptionsFiles(session: Session, noun: FileTable, given: GivenOptions, path: string): OptionsFiles {
  const { raw, answers } = given;
  const { options: optionsFile, saveOptions } = readOptions(optionsFiles, raw);
  const save = async ({ map, isRefused }: CheckedReading): Promise<void> => {
    const [{ saveAnswers, writeOptions }, { withColumns }] = await Promise.all([
      import('./choices.ts'),
      import('./options-file.ts'),
    ]);
    const typed = withColumns(raw, map);
    if (saveOptions !== undefined) await writeOptions(session, noun, typed, saveOptions);
    // Once the rows are corrected, the same file is read again.
    else await saveAnswers(session, { noun, path, typed }, { answers, isRefused });
  };
  return { optionsFile, saveOptions, onChecked: saveOptions !== undefined || answers.length > 0 ? save : undefined };
}
