import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { LogEvent } from '../context.ts';
import { linked } from '../output/terminal.ts';
import type { Target } from '../output/view.ts';
import { type Settings, unlessUnusable, usesColor } from '../settings/settings.ts';
import { isProduction, type SelectedStore, storeLabel, storeName, storeValue } from '../settings/store.ts';
import { escapeText } from '../text/escape.ts';
import { paints } from '../text/paint.ts';
import type { Invocation } from './options.ts';

/** How the texts of one command name the store. All throw CliError `usage` where no store is selected. */
export interface StoreTexts {
  /** `shop.example`, for messages. */
  readonly storeName: () => string;
  /** The same in JSON and other output for programs: `sandbox` is what `--store` takes. */
  readonly storeValue: () => string;
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
  /** The path of a file that was written, escaped; a link to it where the terminal shows links. */
  readonly writtenFile: (path: string) => string;
  /** One line for a person, on stderr. Escape text of the store. @param event what a JSON log has in its place */
  notice(text: string, event?: LogEvent): Promise<void>;
  /** Says what to do next. A failure has it as its hint, where the result is JSON. @param said what precedes it */
  advise(step: string, said?: string): Promise<void>;
  /** What `--confirm-store` takes: the name of a production store. Undefined for another store, and without one. */
  readonly productionName: () => string | undefined;
  /** The same text with a production store in red, for stderr. */
  readonly paintStore: (text: string) => string;
  /** What a person hoped to read, in green, for stderr. */
  readonly paintGood: (text: string) => string;
}

export function storeTexts(
  { context: { stderr, env, cwd }, settings, options }: Invocation,
  { width, links }: Target,
): StoreTexts {
  const { bad, good } = paints(usesColor(options.color, env, stderr));
  const isTableAtTerminal = settings.output === 'table' && !options.quiet && width !== undefined && stderr.isTerminal;
  const label = (): string => storeLabel(settings.store());
  // Once: a sandbox notes each request, and finding out that no store is selected makes an error.
  let production: { readonly label: string | undefined } | undefined;
  const paintStore = (text: string): string => {
    production ??= { label: productionLabel(settings) };
    return production.label === undefined ? text : text.replaceAll(production.label, bad(production.label));
  };
  const notice = async (text: string, event?: LogEvent): Promise<void> =>
    await stderr.write(text === '' ? '' : `${paintStore(text).replace(/^✓/, good)}\n`, event);
  return {
    storeName: () => storeName(settings.store()),
    storeValue: () => storeValue(settings.store()),
    storeLabel: label,
    productionName: () => ifProduction(settings, storeName),
    onStore: () => (isTableAtTerminal ? ` on ${label()}` : ''),
    async tellStore() {
      if (isTableAtTerminal) await notice(`\n${escapeText(`Store: ${label()}`)}`);
    },
    async done(text) {
      if (!options.quiet) await notice(escapeText(`✓ ${text} on ${label()}.`), { event: 'done' });
    },
    writtenFile(path) {
      const text = escapeText(path);
      return isTableAtTerminal && links !== undefined ? linked(text, pathToFileURL(resolve(cwd, path))) : text;
    },
    notice,
    paintGood: good,
    async advise(step, said) {
      stderr.advise(step);
      await notice([said, step].filter((part) => part !== undefined).join(' '));
    },
    paintStore,
  };
}

/** What is red in texts for people: the label of a production store. */
export const productionLabel = (settings: Settings): string | undefined => ifProduction(settings, storeLabel);

function ifProduction(settings: Settings, textOf: (store: SelectedStore) => string): string | undefined {
  const store = unlessUnusable(settings.store);
  return store && isProduction(store) ? textOf(store) : undefined;
}
