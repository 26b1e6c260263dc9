import type { Command } from 'commander';
import type { RawOptions } from '../input/options.ts';
import type { Session } from './session.ts';

/** One command: its help, its arguments and options, its work. */
export interface CommandDefinition {
  /** Rules and behaviour, as paragraphs. */
  readonly description: string;
  /** Command lines without `shop-cli`, each with what it does. They work as they stand, with `--store sandbox`. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  /** Adds its own arguments and options. */
  readonly options?: (command: Command) => void;
  /** Does the work; returns the exit code. Failures are thrown. */
  readonly run: (session: Session, options: RawOptions, args: readonly string[]) => Promise<number>;
}

/** A command in its place in the tree. Its code is loaded when it is used. */
export interface Verb {
  readonly summary: string;
  readonly aliases?: readonly string[];
  readonly load: () => Promise<CommandDefinition>;
}

/** A noun with its verbs. */
export interface Group {
  readonly summary: string;
  readonly verbs: Tree;
}

export type Tree = Readonly<Record<string, Verb | Group>>;

/** The options that every command has. They may stand before the noun, before the verb, or after it; the last place wins. */
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

/** The options that were typed, on the command or on a command above it; the nearest place wins. */
export function givenOptions(command: Command): RawOptions {
  const above = command.parent ? givenOptions(command.parent) : {};
  const own = Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli');
  return { ...above, ...Object.fromEntries(own) };
}
