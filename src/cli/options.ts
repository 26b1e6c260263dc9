import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { option, optionOf, type RawOptions, suggestAt } from '../input/options.ts';
import { defaultFormat, outputFormats, traitsOf } from '../output/formats.ts';
import { oneOf } from '../resources/kinds.ts';
import { type CommonOptions, logFormats, type Settings } from '../settings/settings.ts';
import { either } from '../text/words.ts';

/** What a command runs with. */
export interface Invocation {
  readonly context: Context;
  readonly settings: Settings;
  readonly options: CommonOptions;
}

const curlShells = ['posix', 'powershell', 'cmd'] as const;
export type CurlShell = (typeof curlShells)[number];

/** Not a value of --curl: a value that may be absent looks like an argument. */
const curlFor = option(oneOf(curlShells, 'shell'), 'same as --curl, for posix, powershell or cmd');

/** The shell of `--curl`: the given one, or the default of the system. */
export const curlShell = ({ curlFor: typed }: CommonOptions, platform: Context['platform']): CurlShell =>
  curlFor.kind.typed(typed ?? '') ?? (platform === 'win32' ? 'powershell' : 'posix');

/** The heading of the options that every command has. */
export const globalOptions = 'Global options:';

/**
 * Adds the options that every command has. They may precede the noun or the verb, or follow it; the last place wins.
 */
export function addCommonOptions(command: Command): Command {
  // A command may have fields of its own: those that it compares.
  const hasFields = command.options.some(({ long }) => long === '--fields');
  command
    .optionsGroup(globalOptions)
    .option('--store <url>', "store URL, or 'sandbox' for the embedded store")
    .option('--profile <name>', "profile stored with 'shop-cli auth login'")
    .option('-o, --output <format>', `${either(outputFormats)} (default ${defaultFormat})`)
    .option('--json', 'same as --output json');
  if (!hasFields) command.option('--fields <names>', 'show only these fields, such as id,country.title');
  command
    .option('--all-fields', 'show empty and zero fields too')
    .option('--mask-pii', 'hide personal data, but not in --results and --rejected')
    .option('-q, --quiet', 'print only IDs, one per line')
    .option('--output-file <file>', 'write the result to a file; its extension sets the format')
    .option('--dry-run', 'show the request without sending it')
    .option('--curl', 'print the equivalent curl command and send nothing')
    .addOption(optionOf(command, '--curl-for', curlFor))
    .option('-y, --yes', 'skip confirmations')
    .option('--confirm-store <name>', 'fail on any other store; confirms writes to production')
    .option('--no-input', 'disable prompts')
    .option('--timeout <duration>', 'time limit for one request (default 30s)')
    .option('--retries <n>', 'retries for reads (default 2)')
    .option('--ca-file <file>', 'also trust the certificates in this PEM file')
    .option('--allow-http', 'allow the token to be sent over unencrypted HTTP')
    .option('--no-color', 'disable colour')
    .option('--no-pager', 'disable the pager for long lists')
    .option('-v, --verbose', 'print each request to stderr, without the token')
    .option('--log-format <format>', 'messages on stderr: text or json (default text)');
  suggestAt(command, '--store', { texts: () => [['sandbox', 'the embedded store']] });
  suggestAt(command, '--profile', 'profiles');
  suggestAt(command, '--output', { texts: () => outputFormats.map((format) => [format]), isClosed: true });
  suggestAt(command, '--log-format', { texts: () => logFormats.map((format) => [format]), isClosed: true });
  return command;
}

/**
 * The format of the log, and whether the result is JSON, as far as they show before the command line is read: its faults
 * are reported in them too.
 */
export function firstFormats(
  argv: readonly string[],
  { SHOP_LOG_FORMAT, SHOP_OUTPUT }: Context['env'],
): { readonly log: string | undefined; readonly isJson: boolean; readonly isVerbose: boolean } {
  const words = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined);
  const typed = (option: RegExp): string | undefined => {
    const at = words.findLastIndex((word) => option.test(word));
    return at < 0 ? undefined : (words[at]?.split('=')[1] ?? words[at + 1]);
  };
  const has = (...options: readonly string[]): boolean => options.some((option) => words.includes(option));
  return {
    log: typed(/^--log-format(=|$)/) ?? SHOP_LOG_FORMAT,
    isJson: has('--json') || traitsOf(typed(/^(-o|--output(=.*)?)$/) ?? SHOP_OUTPUT).isJson === true,
    isVerbose: has('-v', '--verbose'),
  };
}

/** The options that were typed, on the command or on a command above it; the nearest place wins. */
export function commandLineOptions(command: Command): RawOptions {
  const above = command.parent ? commandLineOptions(command.parent) : {};
  const own = Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli');
  return { ...above, ...Object.fromEntries(own) };
}
