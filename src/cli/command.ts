import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { optionOf, type RawOptions } from '../input/options.ts';
import { suggestAt } from '../input/suggestions.ts';
import { oneOf } from '../resources/kinds.ts';
import type { RecordDefinition } from '../resources/record.ts';
import { type CommonOptions, outputFormats } from '../settings/settings.ts';
import type { Session } from './session.ts';

/** One command: its help, its arguments and options, its work. */
export interface CommandDefinition {
  /** Rules and behaviour, as paragraphs: for `docs/commands.md`. The help has the summary alone. */
  readonly details?: string;
  /** Command lines without `shop-cli`, each with what it does. They work as they stand, with `--store sandbox`. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  /** Exit codes that mean something special for this command, with what they mean. */
  readonly exitCodes?: Readonly<Record<number, string>>;
  /** Related commands, without `shop-cli`: `products export`. */
  readonly seeAlso?: readonly string[];
  /** What it prints, which may depend on its options: `--fields` is held against it before anything is sent. */
  readonly result?: RecordDefinition | ((options: RawOptions) => RecordDefinition);
  /** Ends with a write to the store: refused before anything is asked where the store is read-only. */
  readonly isWrite?: true;
  /** Adds its own arguments and options. */
  readonly options?: (command: Command) => void;
  /** Does the work; returns the exit code. Failures are thrown. */
  readonly run: (session: Session, options: RawOptions, args: readonly string[]) => Promise<number>;
}

/** A command in its place in the tree. Its code is loaded when it is used. */
export interface Verb {
  /** What it does, in one imperative line without a full stop: the help shows it. */
  readonly summary: string;
  readonly aliases?: readonly string[];
  /** Not in the help of its noun. */
  readonly isHidden?: true;
  readonly load: () => Promise<CommandDefinition>;
}

/** A noun with its verbs. */
export interface Group {
  readonly summary: string;
  readonly verbs: Tree;
}

export type Tree = Readonly<Record<string, Verb | Group>>;

const curlShells = ['posix', 'powershell', 'cmd'] as const;
export type CurlShell = (typeof curlShells)[number];

/** An option of its own: a value of --curl could not be told from an argument. */
const curlFor = {
  flag: '--curl-for',
  kind: oneOf(curlShells, 'shell'),
  about: `the same as --curl, for ${curlShells.join(', ')}`,
} as const;

/** The shell of `--curl`: as asked, else the usual one of the system. */
export const curlShell = ({ curlFor: asked }: CommonOptions, platform: Context['platform']): CurlShell =>
  curlFor.kind.typed(asked ?? '') ?? (platform === 'win32' ? 'powershell' : 'posix');

/** The heading of the options that every command has. */
export const globalOptions = 'Global options:';

/** The options that every command has. They may stand before the noun, before the verb, or after it; the last place wins. */
export function addCommonOptions(command: Command): Command {
  command
    .optionsGroup(globalOptions)
    .option('--store <url>', "store URL, or 'sandbox' for the embedded store")
    .option('-o, --output <format>', `${outputFormats.join(', ')} (default table)`)
    .option('--json', 'same as --output json')
    .option('--fields <names>', 'show only these fields, such as id,country.title')
    .option('--all-fields', 'show empty and zero fields too')
    .option('--mask-pii', 'hide personal data, such as names and e-mail addresses')
    .option('-q, --quiet', 'print only IDs, one per line')
    .option('--output-file <file>', 'write the result to a file')
    .option('--dry-run', 'show the request without sending it')
    .option('--curl', 'print the equivalent curl command and send nothing')
    .addOption(optionOf(command, curlFor))
    .option('-y, --yes', 'skip confirmations')
    .option('--no-input', 'disable prompts')
    .option('--timeout <duration>', 'time limit for one request (default 30s)')
    .option('--retries <n>', 'retries for reads (default 2)')
    .option('--ca-file <file>', 'also trust the certificates in this PEM file')
    .option('--allow-http', 'allow the token to be sent over unencrypted HTTP')
    .option('--no-color', 'disable color')
    .option('-v, --verbose', 'print each request to stderr, without the token');
  suggestAt(command, '--store', { texts: () => [['sandbox', 'the embedded store']] });
  suggestAt(command, '--output', { texts: () => outputFormats.map((format) => [format]) });
  return command;
}

/** The options that were typed, on the command or on a command above it; the nearest place wins. */
export function givenOptions(command: Command): RawOptions {
  const above = command.parent ? givenOptions(command.parent) : {};
  const own = Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli');
  return { ...above, ...Object.fromEntries(own) };
}
