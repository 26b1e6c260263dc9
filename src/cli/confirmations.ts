import type { Context, Prompts } from '../context.ts';
import { Cancelled, CliError } from '../errors.ts';
import type { CommonOptions, Settings } from '../settings/settings.ts';
import { storeName } from '../settings/store.ts';
import { escapeText } from '../text/escape.ts';

/** What `confirm` asks about, with its past participle for the message after a no. */
const actions = { delete: 'deleted', order: 'ordered' } as const;

/** What a person confirms, and what is said at the end of a write. */
export interface Confirmations {
  /** How questions and messages name the store: `shop.example`. @throws CliError `usage` where no store is selected. */
  readonly storeName: () => string;
  /** Whether `confirm` will ask. */
  readonly asksToConfirm: boolean;
  /**
   * Asks before something is deleted or ordered, unless `--yes` is given.
   * @throws Cancelled after a no; CliError `usage` without a terminal.
   */
  confirm(question: string, action?: keyof typeof actions): Promise<void>;
  /**
   * The closing line of a write, on stderr: `Created customer 104` becomes `✓ Created customer 104 on shop.example.`
   */
  done(text: string): Promise<void>;
}

interface Setting {
  readonly context: Context;
  readonly settings: Settings;
  readonly options: CommonOptions;
  readonly prompts: Prompts | undefined;
}

/** The confirmations of one command. */
export function confirmations({ context, settings, options, prompts }: Setting): Confirmations {
  const { yes, dryRun, curl, quiet } = options;
  const name = (): string => storeName(settings.store());
  // A request that is only shown needs no confirmation.
  const isConfirmed = Boolean(yes || dryRun || curl);
  return {
    storeName: name,
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
    async done(text) {
      if (!quiet) await context.stderr.write(`${escapeText(`✓ ${text} on ${name()}.`)}\n`);
    },
  };
}
