import { CliError } from '../../errors.ts';

/** A fault of the file as a whole: the problem and the remedy, a sentence each. */
export interface FileFault {
  readonly problem: string;
  readonly remedy: string;
  /** What a person can choose, where an option is the remedy. */
  readonly choice?: FileChoice | undefined;
}

/** What a file leaves open. A terminal asks it, and the remedy of the fault has the same options. */
export interface FileChoice {
  readonly question: string;
  readonly answers: readonly FileAnswer[];
}

export interface FileAnswer {
  readonly label: string;
  /** Some cells of the file, as this answer takes them; none where cells are not shown. */
  readonly cells: readonly string[];
  /** The option that says it, by its name, and its value as it would be typed. Without a value it is asked for. */
  readonly option: readonly [name: string, value?: string | true];
}

/** `--map price="Net price"` */
export function optionText({ option: [name, value = '<value>'] }: FileAnswer): string {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (value === true) return flag;
  const [, field, heading = ''] = /^([^=]+=)(.*)$/s.exec(value) ?? [];
  return field === undefined || heading === 'none' ? `${flag} ${value}` : `${flag} ${field}${JSON.stringify(heading)}`;
}

/** A failure that is about the file, whose name its reader does not know. */
class FileError extends CliError {
  readonly choice: FileChoice | undefined;
  /** What the choice is about: of several faults, the first. */
  readonly problem: string;

  constructor(message: string, hint: string | undefined, choice: FileChoice | undefined, problem = message) {
    super('usage', message, { hint });
    this.choice = choice;
    this.problem = problem;
  }
}

/** The same failure with the name of the file, if it is about the file and has one. */
export const namingFile = (error: unknown, path: string): unknown =>
  error instanceof FileError && path !== '-'
    ? new FileError(`${path}: ${error.message}`, error.hint, error.choice, `${path}: ${error.problem}`)
    : error;

/** What to choose, so that the file can be read; undefined where something else is wrong as well. */
export const choiceOf = (error: unknown): FileChoice | undefined =>
  error instanceof FileError ? error.choice : undefined;

/** What its choice is about, without the options that would answer it and what is asked later. */
export const problemOf = (error: CliError): string => (error instanceof FileError ? error.problem : error.message);

/** What to choose first; undefined where something else is wrong as well. */
export const commonChoice = (faults: readonly FileFault[]): FileChoice | undefined =>
  faults.every(({ choice }) => choice) ? faults[0]?.choice : undefined;

/**
 * The error for one or more faults of the file: the remedy of a single fault is the hint; several are listed, one per line.
 */
export function refusal(faults: readonly FileFault[], choice = commonChoice(faults)): CliError {
  const [first, ...more] = faults;
  if (first && more.length === 0) return new FileError(first.problem, first.remedy, choice);
  const lines = faults.map(({ problem, remedy }) => `- ${problem} ${remedy}`.trimEnd());
  return new FileError(['Cannot read the file:', ...lines].join('\n'), undefined, choice, first?.problem);
}

/** The error for a workbook that Excel would not write. @param reason without a full stop */
export const damagedWorkbook = (reason: string): CliError =>
  refusal([
    {
      problem: `Cannot read the Excel workbook: ${reason}.`,
      remedy: 'Open it in Excel, save it again, and import that file.',
    },
  ]);
