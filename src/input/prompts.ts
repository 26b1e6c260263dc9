import { confirm } from '@inquirer/prompts';
import type { Prompts } from '../context.ts';
import { CliError } from '../errors.ts';

/** Asks a yes-or-no question at the terminal; no is what Enter alone means. @throws CliError `interrupted` on Ctrl-C. */
export async function askYesNo({ input, output, signal }: Prompts, message: string): Promise<boolean> {
  try {
    return await confirm({ message, default: false }, { input, output, signal });
  } catch (cause) {
    throw new CliError('interrupted', 'The question was not answered: nothing was done.', { cause });
  }
}
