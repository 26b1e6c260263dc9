import type { CommandOutcome, Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { beginsWithRelativePath } from '../settings/relative-command.ts';
import { inTokenCommand, keepSecret, tokenCommandMark, tokenFault, withoutQuotes } from '../settings/token.ts';
import { agentIn } from '../settings/variables.ts';
import { escapeLines } from '../text/escape.ts';
import type { Invocation } from './options.ts';

/** Milliseconds that a token command may take where nobody is there to answer it. */
const patience = 30_000;

interface TokenCommand {
  readonly command: string;
  /** What names it, for errors: the command itself may hold a secret. */
  readonly name: string;
  /** What to do where a command of a profile begins with a relative path; undefined for one of the environment. */
  readonly remedy?: string;
}

/**
 * The token that a command of the user prints, on the first line of its standard output. All that it prints there is a
 * secret from here on; what it prints to stderr is shown. A command of a profile is used in every folder, so it runs in
 * the home directory: a clone of a repository may have a program of any name. One of the environment is the word of this
 * shell, and runs where that is.
 * @throws CliError `auth`; `usage` for a command of a profile that begins with a relative path
 */
export async function tokenOfCommand(
  stated: TokenCommand,
  invocation: Pick<Invocation, 'context' | 'options'>,
): Promise<string> {
  const { stderr, secrets, interrupted } = invocation.context;
  refuseToRun(stated, invocation.context);
  const { out, messages, problem } = await runCommand(stated, invocation);
  const lines = out.split('\n');
  for (const line of lines) keepSecret(line, secrets);
  if (messages.trim() !== '') await stderr.write(`${escapeLines(messages.trimEnd())}\n`);
  if (interrupted.aborted) throw new CliError('interrupted', 'Stopped.');
  const token = lines[0]?.trim() ?? '';
  const fault = problem === undefined ? faultOf(token, out) : `failed: ${problem}`;
  if (fault === undefined) return token;
  const place = stated.remedy === undefined ? 'a shell' : 'a shell, in your home directory';
  throw new CliError('auth', `${stated.name} ${fault}.`, {
    hint: `To see what it does, run it in ${place}. The first line that it prints must be the token.`,
  });
}

function refuseToRun({ command, name, remedy }: TokenCommand, { platform, env }: Context): void {
  if (remedy !== undefined && beginsWithRelativePath(command, platform))
    throw new CliError('usage', `${name} begins with a relative path.`, { field: '--token-command', hint: remedy });
  if (env[tokenCommandMark]) throw inTokenCommand(`${name} was not run.`);
}

async function runCommand(
  { command, remedy }: TokenCommand,
  { context, options }: Pick<Invocation, 'context' | 'options'>,
): Promise<CommandOutcome> {
  const { stdin, stderr, env } = context;
  const isAttended = stderr.isTerminal && !env.CI && agentIn(env) === undefined && options.input !== false;
  return await context.runCommand({
    command,
    cwd: remedy === undefined ? context.cwd : context.home,
    variables: { [tokenCommandMark]: '1' },
    usesTerminal: isAttended,
    readsTerminal: isAttended && stdin.isTerminal,
    limit: isAttended ? undefined : patience,
  });
}

/** Why the first line is no token, without repeating it. */
function faultOf(token: string, out: string): string | undefined {
  if (out.trim() === '') return 'printed nothing';
  if (token === '') return 'printed an empty first line';
  if (withoutQuotes(token) !== token) return 'printed quotes around the token';
  const problem = tokenFault(token);
  return problem === undefined ? undefined : `printed no token on its first line: ${problem}`;
}
