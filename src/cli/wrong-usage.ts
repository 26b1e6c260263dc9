import type { Command, CommanderError } from 'commander';
import { CliError } from '../errors.ts';
import { shellQuoted } from '../text/escape.ts';

/** Turns an error of commander into ours: its sentence, a suggestion, and the help page. */
export function wrongUsage({ code, message }: CommanderError, command: Command, path: string): CliError {
  const help = `Run '${path} --help' for usage.`;
  const text = sentences(code === 'commander.unknownOption' ? withoutValue(message) : message);
  if (code === 'commander.unknownOption') return new CliError('usage', withCompletions(text, command), { hint: help });
  const search = code === 'commander.excessArguments' ? searchFor(command) : undefined;
  return new CliError('usage', text, { hint: search ? `To search, use ${search}.\n${help}` : help });
}

/** `unknown option '--tokn=x'` without the value, which may be a secret under a mistyped name. */
const withoutValue = (message: string): string => {
  const at = message.indexOf('=');
  return at === -1 ? message : `${message.slice(0, at)}'`;
};

/** Suggests options that begin as typed, before those that commander finds similar. */
function withCompletions(text: string, command: Command): string {
  const [, typed = ''] = /^Unknown option '(--[\w-]{2,})'/.exec(text) ?? [];
  const completions = typed === '' ? [] : longOptions(command).filter((long) => long.startsWith(typed));
  const [only, ...more] = completions;
  if (only === undefined) return text;
  const list = more.length === 0 ? only : `one of ${completions.join(', ')}`;
  return `Unknown option '${typed}'\n(Did you mean ${list}?)`;
}

const longOptions = (command: Command): readonly string[] =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long ?? []);

/** `products list lamp`: words behind a command that takes none, but can search. */
function searchFor({ options, args, registeredArguments }: Command): string | undefined {
  if (registeredArguments.length > 0 || !options.some(({ long }) => long === '--search')) return undefined;
  const pattern = `*${args.join(' ').replace(/^\*|\*$/g, '')}*`;
  return `--search ${/^[\p{L}\p{N} *._-]+$/u.test(pattern) ? `"${pattern}"` : shellQuoted(pattern)}`;
}

/** Commander's message in our style: `error: unknown option '--x'` becomes `Unknown option '--x'.` */
function sentences(message: string): string {
  const [, text = message] = /^(?:error: )?([\s\S]*?)\.?$/.exec(message) ?? [];
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[?)]$/.test(text) ? '' : '.'}`;
}
