import type { Context } from '../context.ts';
import { keepSecret, tokenFault } from './token.ts';

/**
 * Makes the token of a SHOP_TOKEN_FILE a secret before anything may repeat it. What is wrong with the file is said where the
 * token is needed; a pipe can be read only there.
 */
export async function hideTokenFile(
  path: string | undefined,
  { files, secrets }: Pick<Context, 'files' | 'secrets'>,
  options: Parameters<Context['files']['readForeignText']>[1] = {},
): Promise<void> {
  if (!path) return;
  const text = await files.readForeignText(path, options).catch(() => undefined);
  const token = text?.trim() ?? '';
  if (tokenFault(token) === undefined) keepSecret(token, secrets);
}
