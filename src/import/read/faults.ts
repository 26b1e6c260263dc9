import { CliError } from '../../errors.ts';

/** What is wrong with the file as a whole: the place and the problem as a sentence, and what to do about it as another. */
export interface FileFault {
  readonly problem: string;
  readonly remedy: string;
}

/** The error for one or more faults of the file: one fault has its remedy as the hint, several are listed, a line each. */
export function refusal(faults: readonly FileFault[]): CliError {
  const [first, ...more] = faults;
  if (first && more.length === 0) return new CliError('usage', first.problem, { hint: first.remedy });
  const lines = faults.map(({ problem, remedy }) => `- ${problem} ${remedy}`);
  return new CliError('usage', ['Cannot read the file:', ...lines].join('\n'));
}
