import type { Verb } from '../../cli/command.ts';
import { CliError } from '../../errors.ts';

/** A verb that users expect and the API does not have: it says so, and what there is instead. */
export function cannot(message: string, hint: string): Verb {
  return {
    summary: `${message} ${hint}`,
    isHidden: true,
    load: async () => ({
      examples: [],
      options: (command) => {
        command.allowUnknownOption().allowExcessArguments();
      },
      run: async () => {
        throw new CliError('usage', message, { hint });
      },
    }),
  };
}
