import { CliError } from '../errors.ts';
import { isToken, keepSecret, tokenRule, withoutQuotes } from '../settings/token.ts';
import { agentIn } from '../settings/variables.ts';
import { escapeLines } from '../text/escape.ts';
import type { Invocation } from './options.ts';

/** Milliseconds that a token command may take where nobody is there to answer it. */
const patience = 30_000;

/**
 * The token that a command of the user prints, on the first line of its standard output. All that it prints there is a
 * secret from here on; what it prints to stderr is shown.
 * @param name what names the command, for errors: the command itself may hold a secret
 * @throws CliError `auth`
 */
export async function tokenOfCommand(
  command: string,
  name: string,
  { context, options }: Pick<Invocation, 'context' | 'options'>,
): Promise<string> {
  const { stdin, stderr, env, secrets, interrupted } = context;
  const isAttended = stderr.isTerminal && !env.CI && agentIn(env) === undefined && options.input !== false;
  const { out, messages, problem } = await context.runCommand({
    command,
    usesTerminal: isAttended,
    readsTerminal: isAttended && stdin.isTerminal,
    limit: isAttended ? undefined : patience,
  });
  const lines = out.split('\n');
  for (const line of lines) keepSecret(line, secrets);
  if (messages.trim() !== '') await stderr.write(`${escapeLines(messages.trimEnd())}\n`);
  if (interrupted.aborted) throw new CliError('interrupted', 'Stopped.');
  const token = lines[0]?.trim() ?? '';
  const fault = problem === undefined ? faultOf(token, out) : `failed: ${problem}`;
  if (fault === undefined) return token;
  throw new CliError('auth', `${name} ${fault}.`, { hint });
}

const hint = 'To see what it does, run it in a shell. The first line that it prints must be the token.';

/** Why the first line is no token, without repeating it. */
function faultOf(token: string, out: string): string | undefined {
  if (out.trim() === '') return 'printed nothing';
  if (token === '') return 'printed an empty first line';
  if (withoutQuotes(token) !== token) return 'printed quotes around the token';
  return isToken(token) ? undefined : `printed no token on its first line: ${tokenRule}`;
}
