import type { Command } from 'commander';
import type { Context } from '../context.ts';
import type { RawOptions } from '../input/options.ts';
import type { CommonOptions } from '../settings/settings.ts';
import type { Session } from './session.ts';

/** Called with the exit code when a command has done its work. */
export type Finish = (code: number) => void;

/** The options that every command has. They may stand before the group, before the verb, or after it; the last place wins. */
export function addCommonOptions(command: Command): Command {
  return command
    .optionsGroup('Options of every command:')
    .option('--store <url>', 'the store: https://shop.example, or sandbox for the embedded one')
    .option('-o, --output <format>', 'table, json, ndjson or csv')
    .option('--json', 'short for --output json')
    .option('--timeout <duration>', 'how long one request may take (30s)')
    .option('--retries <n>', 'how often a read is tried again after the first time (2)')
    .option('--no-color', 'no colour, also at a terminal')
    .option('--allow-http', 'send the token over plain http, to any host')
    .option('-v, --verbose', 'one line per request on stderr, the token hidden');
}

export interface CommandText {
  readonly summary: string;
  /** Rules and behaviour, as paragraphs. */
  readonly description: string;
  /** Command lines without `shop-cli`, each with what it does. They work as they stand, with `--store sandbox`. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  readonly aliases?: readonly string[];
}

/** Adds a verb to its group, with its help. Its own options and arguments come next, then `runs`. */
export function addVerb(group: Command, name: string, text: CommandText): Command {
  const verb = group.command(name).aliases([...(text.aliases ?? [])]);
  return describe(verb, text);
}

/** Gives a command its help. */
export function describe(command: Command, { summary, description, examples }: CommandText): Command {
  const lines = examples.map(([line, purpose]) => `  # ${purpose}\n  shop-cli ${line}`).join('\n');
  return command.summary(summary).description(description).addHelpText('after', `\nExamples:\n${lines}`).optionsGroup('Options:');
}

/** Makes `work` the command's action: opens a session from its options, closes it afterwards, and passes on the exit code. */
export function runs(
  command: Command,
  context: Context,
  finish: Finish,
  work: (session: Session, options: RawOptions, args: readonly string[]) => Promise<number>,
): void {
  addCommonOptions(command);
  command.action(async () => {
    const options = givenOptions(command);
    // Only now: the help needs neither the client nor the renderers.
    const { openSession } = await import('./session.ts');
    const session = await openSession(context, options as CommonOptions);
    try {
      finish(await work(session, options, command.args));
    } finally {
      await session.close();
    }
  });
}

/** The options that were typed, on the command or on a command above it; the nearest place wins. */
export function givenOptions(command: Command): RawOptions {
  const above = command.parent ? givenOptions(command.parent) : {};
  const own = Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli');
  return { ...above, ...Object.fromEntries(own) };
}
