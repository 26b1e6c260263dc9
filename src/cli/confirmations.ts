import type { Prompts } from '../context.ts';
import { Cancelled, CliError } from '../errors.ts';
import type { CommonOptions } from '../settings/settings.ts';

/** What `confirm` asks about, with its past participle for the message after a no. */
const actions = { delete: 'deleted', order: 'ordered' } as const;

/** What a person confirms before a write. */
export interface Confirmations {
  /** Whether `confirm` will ask. */
  readonly asksToConfirm: boolean;
  /**
   * Asks before something is deleted or ordered, unless `--yes` is given.
   * @throws Cancelled after a no; CliError `usage` without a terminal.
   */
  confirm(question: string, action?: keyof typeof actions): Promise<void>;
}

interface Setting {
  readonly options: CommonOptions;
  readonly prompts: Prompts | undefined;
}

/** The confirmations of one command. */
export function confirmations({ options, prompts }: Setting): Confirmations {
  const { yes, dryRun, curl } = options;
  // A request that is only shown needs no confirmation.
  const isConfirmed = Boolean(yes || dryRun || curl);
  return {
    asksToConfirm: prompts !== undefined && !isConfirmed,
    async confirm(question, action = 'delete') {
      if (isConfirmed) return;
      if (!prompts) {
        throw new CliError('usage', `Refusing to ${action} without confirmation.`, {
          field: '--yes',
          hint: 'Pass --yes.',
        });
      }
      const { askYesNo } = await import('../input/prompts/prompts.ts');
      if (!(await askYesNo(prompts, question))) throw new Cancelled(`Cancelled. Nothing was ${actions[action]}.`);
    },
  };
}
