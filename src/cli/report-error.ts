import type { Command, CommanderError } from 'commander';
import type { Context, LogEvent } from '../context.ts';
import { CliError } from '../errors.ts';
import type { RawOptions } from '../input/options.ts';
import { usesColor } from '../settings/settings.ts';
import { escapeJson, escapeLines, shellQuoted } from '../text/escape.ts';
import { capitalized } from '../text/words.ts';

/** Reports an error on stderr: the message, the hint and, in a JSON format, one JSON object. Returns the exit code. */
export async function reportError(error: unknown, context: Context, options: RawOptions): Promise<number> {
  if (context.interrupted.aborted && !(error instanceof CliError && error.kind === 'outcome-unknown')) {
    await context.stderr.write('Stopped.\n', { event: 'interrupted', level: 'warn' });
    return 130;
  }
  const failure = error instanceof CliError ? error : await faultOf(error, context);
  const shown = options.maskPii === true ? await withoutPersonal(failure) : failure;
  const prefix = await prefixOf(failure, context, options);
  const hint = shown.hint === undefined ? '' : `\n${escapeLines(shown.hint)}`;
  const text = `${prefix}${escapeLines(shown.message)}${hint}\n`;
  await context.stderr.write(text, { ...eventOf(failure), message: shown.message, ...errorOf(shown) });
  if (context.stderr.isJson) return failure.exitCode;
  if (options.json === true || options.output === 'json' || options.output === 'ndjson')
    await context.stderr.write(`${escapeJson(JSON.stringify(errorOf(shown)))}\n`);
  return failure.exitCode;
}

/** A bug: what is known of it goes before the message. */
async function faultOf(error: unknown, { stderr }: Context): Promise<CliError> {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  await stderr.write(`${escapeLines(stack)}\n`, { event: 'stack', level: 'error' });
  return new CliError('fault', 'Internal error in shop-cli.', { hint: 'Please report it, with the lines above.' });
}

/** `Error: `, but not after a question that a person left: that is a decision. */
async function prefixOf({ kind }: CliError, { env, stderr }: Context, { color }: RawOptions): Promise<string> {
  if (kind === 'interrupted') return '';
  const { paints } = await import('../text/paint.ts');
  return `${paints(usesColor(color, env, stderr)).failure('Error:')} `;
}

/** For `--mask-pii`: a store may repeat what it was sent. */
async function withoutPersonal(failure: CliError): Promise<CliError> {
  const { withoutEmails } = await import('../resources/personal.ts');
  const { message, hint } = failure;
  return failure.reworded({ message: withoutEmails(message), ...(hint && { hint: withoutEmails(hint) }) });
}

/** A question that a person left is no error. */
const eventOf = ({ kind, exitCode }: CliError): LogEvent =>
  kind === 'interrupted' ? { event: 'interrupted', level: 'warn' } : { event: 'error', level: 'error', exitCode };

const errorOf = ({ kind, message, status, field, hint, retryable }: CliError) => ({
  error: { code: kind, message, status: status ?? null, field: field ?? null, hint: hint ?? null, retryable },
});

/** Turns an error of commander into ours: its sentence, a suggestion, and the help page. */
export function wrongUsage({ code, message }: CommanderError, command: Command, path: string): CliError {
  const help = `Run '${path} --help' for usage.`;
  const text = sentences(code === 'commander.unknownOption' ? withoutValue(message) : message);
  if (code === 'commander.unknownOption') return new CliError('usage', withCompletions(text, command), { hint: help });
  if (code === 'commander.optionMissingArgument') {
    const [option = ''] = /--[\w-]+/.exec(message) ?? [];
    return new CliError('usage', `Missing value for ${option}.`, { field: option, hint: help });
  }
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
  return `${capitalized(text)}${/[?)]$/.test(text) ? '' : '.'}`;
}
