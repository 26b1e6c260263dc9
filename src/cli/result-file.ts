import type { Context, FileWriter } from '../context.ts';
import { CliError } from '../errors.ts';
import { type FileFormat, traitsOf } from '../output/formats.ts';
import type { CommonOptions } from '../settings/settings.ts';
import { escapeText } from '../text/escape.ts';
import { formatCount } from '../text/numbers.ts';
import type { Invocation } from './options.ts';

/** The file for the result; undefined for standard output. @param isOfPeople whether the command may print people */
export const createFile = async (
  { files }: Context,
  { outputFile: path = '-', quiet, dryRun, curl }: CommonOptions,
  isOfPeople: boolean,
): Promise<FileWriter | undefined> => {
  if (path === '-') return undefined;
  const isOnlyIds = Boolean(quiet && !dryRun && !curl);
  return await files.create(path, { isOfPeople: isOfPeople && !isOnlyIds });
};

/** Closes the file, and says to people where the result is. */
export async function closeFile(
  file: FileWriter | undefined,
  { context, settings, options }: Invocation,
  { records, fileFormat }: { readonly records: number; readonly fileFormat: FileFormat | undefined },
): Promise<void> {
  await file?.close();
  // Where an option asks for JSON, a program reads stderr too.
  const isForProgram = fileFormat === undefined && traitsOf(settings.output).isJson;
  if (!file || records === 0 || options.quiet || isForProgram) return;
  const what = `${formatCount(records)} ${records === 1 ? 'record' : 'records'}`;
  await context.stderr.write(`${escapeText(`Wrote ${what} to ${file.instead ?? options.outputFile}.`)}\n`);
}

/** In place of what writes text, where the file is a workbook. */
export async function refuseText(): Promise<never> {
  throw new CliError('usage', 'This result is text, which a workbook cannot hold.', {
    field: '--output-file',
    hint: 'Write it to a .txt or .json file.',
  });
}
