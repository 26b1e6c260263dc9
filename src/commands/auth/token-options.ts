import type { Session } from '../../cli/session.ts';
import { CliError } from '../../errors.ts';
import { readAll } from '../../input/json-file.ts';
import type { RawOptions } from '../../input/options.ts';
import { isToken, tokenRule } from '../../settings/token.ts';

/** A token from `--token-stdin` or `--token-file`; undefined where it is to be asked for. @throws CliError `usage` */
export async function tokenFromOptions({ context, prompts }: Session, raw: RawOptions): Promise<string | undefined> {
  if (raw.token !== undefined)
    throw refused('Tokens cannot be passed as arguments: every process could read them.', '--token');
  if (raw.tokenStdin === true && raw.tokenFile !== undefined) {
    throw new CliError('usage', 'Use either --token-stdin or --token-file, not both.', { field: '--token-file' });
  }
  if (typeof raw.tokenFile === 'string') {
    const text = await context.files.readText(raw.tokenFile);
    if (text === undefined) throw new CliError('usage', `File not found: ${raw.tokenFile}.`, { field: '--token-file' });
    return checked(text, '--token-file');
  }
  // Typed standard input would be visible on the screen.
  if (raw.tokenStdin === true && !context.stdin.isTerminal)
    return checked(await readAll(context.stdin.bytes()), '--token-stdin');
  if (!prompts) throw refused('Missing token.', '--token-stdin');
  return undefined;
}

function checked(text: string, option: string): string {
  const token = text.trim();
  if (isToken(token)) return token;
  throw new CliError('usage', `Invalid token in ${option}: ${token === '' ? 'empty' : tokenRule}.`, { field: option });
}

const refused = (message: string, field: string): CliError =>
  new CliError('usage', message, {
    field,
    hint: 'Pass --token-file <file>, or pipe it: printf %s "$TOKEN" | shop-cli auth login ... --token-stdin',
  });
