import type { Context, FileWriter } from '../context.ts';
import { CliError } from '../errors.ts';
import { type FileFormat, traitsOf } from '../output/formats.ts';
import type { RecordDefinition } from '../resources/record.ts';
import { escapeText } from '../text/escape.ts';
import { formatCount } from '../text/numbers.ts';
import type { Invocation } from './options.ts';

/** The file for the result; undefined for standard output. */
export const createFile = async (
  { files }: Context,
  path = '-',
  result: RecordDefinition | undefined,
): Promise<FileWriter | undefined> =>
  path === '-' ? undefined : await files.create(path, { private: result !== undefined && mayHoldPersonal(result) });

/** Whether such a record may be about a person: what the API does not document may be, too. */
const mayHoldPersonal = ({ fields, isOpen }: Pick<RecordDefinition, 'fields' | 'isOpen'>): boolean =>
  isOpen ||
  Object.values(fields).some(
    ({ isPersonal, group = {} }) => isPersonal || mayHoldPersonal({ fields: group, isOpen: false }),
  );

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
  await context.stderr.write(`${escapeText(`Wrote ${what} to ${options.outputFile}.`)}\n`);
}

/** In place of what writes text, where the file is a workbook. */
export async function refuseText(): Promise<never> {
  throw new CliError('usage', 'This result is text, which a workbook cannot hold.', {
    field: '--output-file',
    hint: 'Write it to a .txt or .json file.',
  });
}
