import type { Context, LogEvent } from '../context.ts';
import type { Target } from '../output/view.ts';
import { type CommonOptions, type Settings, unlessUnusable, usesColor } from '../settings/settings.ts';
import { isProduction, storeLabel, storeName } from '../settings/store.ts';
import { escapeText } from '../text/escape.ts';
import { paints } from '../text/paint.ts';

/** How the texts of one command name the store. All throw CliError `usage` where no store is selected. */
export interface StoreTexts {
  /** `shop.example`, for messages. */
  readonly storeName: () => string;
  /** `shop.example (production)`, for what is about a write, and for footers. */
  readonly storeLabel: () => string;
  /**
   * ` on shop.example`, for the footer of a list. Only a table at a terminal has it: elsewhere the command says which
   * store it is.
   */
  readonly onStore: () => string;
  /** The footer of a card: `Store: shop.example`. */
  tellStore(): Promise<void>;
  /** The closing line of a write, on stderr: `Created customer 104` becomes `✓ Created customer 104 on shop.example.` */
  done(text: string): Promise<void>;
  /** One line for a person, on stderr. Escape text of the store. @param event what a JSON log has in its place */
  notice(text: string, event?: LogEvent): Promise<void>;
  /** The same text with a production store in red, for stderr. */
  readonly paintStore: (text: string) => string;
}

interface Setting {
  readonly context: Context;
  readonly settings: Settings;
  readonly options: CommonOptions;
  readonly target: Target;
}

export function storeTexts({ context: { stderr, env }, settings, options, target }: Setting): StoreTexts {
  const { bad } = paints(usesColor(options.color, env, stderr));
  const isTableAtTerminal =
    settings.output === 'table' && !options.quiet && target.width !== undefined && stderr.isTerminal;
  const label = (): string => storeLabel(settings.store());
  // Once: a sandbox notes each request, and finding out that no store is selected makes an error.
  let production: { readonly label: string | undefined } | undefined;
  const paintStore = (text: string): string => {
    production ??= { label: productionLabel(settings) };
    return production.label === undefined ? text : text.replaceAll(production.label, bad(production.label));
  };
  const notice = (text: string, event?: LogEvent): Promise<void> =>
    stderr.write(text === '' ? '' : `${paintStore(text)}\n`, event);
  return {
    storeName: () => storeName(settings.store()),
    storeLabel: label,
    onStore: () => (isTableAtTerminal ? ` on ${label()}` : ''),
    async tellStore() {
      if (isTableAtTerminal) await notice(`\n${escapeText(`Store: ${label()}`)}`);
    },
    async done(text) {
      if (!options.quiet) await notice(escapeText(`✓ ${text} on ${label()}.`), { event: 'done' });
    },
    notice,
    paintStore,
  };
}

/** What is red in texts for people: the label of a production store. */
export function productionLabel(settings: Settings): string | undefined {
  const store = unlessUnusable(settings.store);
  return store && isProduction(store) ? storeLabel(store) : undefined;
}
