import { CliError } from '../../errors.ts';

/** A fault of the file as a whole: the problem and the remedy, a sentence each. */
export interface FileFault {
  readonly problem: string;
  readonly remedy: string;
}

/** A failure that is about the file, whose name its reader does not know. */
class FileError extends CliError {}

/** The same failure with the name of the file, if it is about the file and has one. */
export const namingFile = (error: unknown, path: string): unknown =>
  error instanceof FileError && path !== '-' ? error.reworded({ message: `${path}: ${error.message}` }) : error;

/**
 * The error for one or more faults of the file: the remedy of a single fault is the hint; several are listed, one per line.
 */
export function refusal(faults: readonly FileFault[]): CliError {
  const [first, ...more] = faults;
  if (first && more.length === 0) return new FileError('usage', first.problem, { hint: first.remedy });
  const lines = faults.map(({ problem, remedy }) => `- ${problem} ${remedy}`.trimEnd());
  return new FileError('usage', ['Cannot read the file:', ...lines].join('\n'));
}

/** The error for a workbook that Excel would not write. @param reason without a full stop */
export const damagedWorkbook = (reason: string): CliError =>
  refusal([
    {
      problem: `Cannot read the Excel workbook: ${reason}.`,
      remedy: 'Open it in Excel, save it again, and import that file.',
    },
  ]);
