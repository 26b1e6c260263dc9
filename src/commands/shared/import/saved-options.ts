import type { Session } from '../../../cli/session.ts';
import type { ImportOptions } from '../../../import/options.ts';
import { type RawOptions, readOptions } from '../../../input/options.ts';
import type { FileTable } from '../../../resources/file-table.ts';
import { optionsFiles } from './file-options.ts';

/** The options as if those of the file of `--options` had been typed too. @throws CliError `usage` for what is wrong in it */
export async function withSavedOptions({ context }: Session, typed: RawOptions, noun: FileTable): Promise<RawOptions> {
  const { options: path } = readOptions(optionsFiles, typed);
  if (path === undefined) return typed;
  // Only then: most imports have no such file.
  const { withOptionsFile } = await import('./options-file.ts');
  return await withOptionsFile(path, typed, noun, context);
}

interface OptionsFiles extends Pick<ImportOptions, 'optionsFile' | 'onChecked'> {
  readonly saveOptions: string | undefined;
}

/** The file that the options are from, and the one that they are written to once the file of rows was read. */
export function readOptionsFiles(session: Session, raw: RawOptions, noun: FileTable): OptionsFiles {
  const { options: optionsFile, saveOptions } = readOptions(optionsFiles, raw);
  const onChecked = saveOptions === undefined ? undefined : () => writeOptions(session, raw, noun, saveOptions);
  return { optionsFile, saveOptions, onChecked };
}

async function writeOptions(session: Session, raw: RawOptions, noun: FileTable, path: string): Promise<void> {
  const { context, notice, options, writtenFile } = session;
  const { optionsFileText } = await import('./options-file.ts');
  const file = await context.files.create(path, { isOfPeople: noun.isOfPeople === true });
  try {
    await file.write(optionsFileText(raw, noun));
    await file.close();
  } catch (error) {
    await file.discard();
    throw error;
  }
  if (!options.quiet) await notice(`Wrote the options to ${writtenFile(path)}.`);
}
