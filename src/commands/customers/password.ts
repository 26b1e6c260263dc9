import type { Command } from 'commander';
import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import { readAll } from '../../input/json-file.ts';
import type { RawOptions } from '../../input/options.ts';
import type { Checked } from '../../resources/draft-fields.ts';
import { maxSecret } from '../../resources/typed-secrets.ts';
import { formatCount } from '../../text/numbers.ts';

/** Adds `--password-stdin`; `--password` only says why it does not exist. */
export function addPasswordOptions(command: Command): void {
  command.option('--password-stdin', 'read the password from stdin');
  command.addOption(command.createOption('--password <value>').hideHelp());
}

/** The password as a field of the body, if there is one. */
export async function readPassword(
  { context, prompts }: Session,
  raw: RawOptions,
): Promise<Checked<{ readonly password?: string }>> {
  if (raw.password !== undefined)
    throw wrong('Passwords cannot be passed as arguments: every process could read them.', '--password', byPipe);
  if (raw.passwordStdin !== true) return { ok: true, value: {} };
  if (raw.body === '-') throw wrong('Use either --password-stdin or --body -, not both: they read stdin.');
  if (context.stdin.isTerminal) return { ok: true, value: { password: await askedPassword(prompts) } };
  const password = (await readAll(context.stdin.bytes())).replace(/\r?\n$/, '');
  if (password.length > maxSecret)
    throw wrong(`The password on stdin has more than ${formatCount(maxSecret)} characters.`);
  if (password === '') throw wrong('There is no password on stdin.');
  if (/[\r\n]/.test(password))
    throw wrong('There is more than one line on stdin; a password is one line.', '--password-stdin', byPipe);
  return { ok: true, value: { password } };
}

/** Typed standard input would be visible on the screen. */
async function askedPassword(prompts: Session['prompts']): Promise<string> {
  if (!prompts)
    throw wrong('Refusing to read the password from a terminal that would show it.', '--password-stdin', byPipe);
  const { askPassword } = await import('../../input/prompts/prompts.ts');
  const password = await askPassword(prompts, 'Password:');
  if (password === '') throw wrong('Missing password.');
  return password;
}

const byPipe = 'printf %s "$PASSWORD" | shop-cli customers create ... --password-stdin';

const wrong = (message: string, field = '--password-stdin', hint?: string): CliError =>
  new CliError('usage', message, { field, hint });
