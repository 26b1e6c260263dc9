import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { maxSecret, secretTexts } from '../resources/typed-secrets.ts';
import { formatCount } from '../text/numbers.ts';

/**
 * What a body or a query has in secret fields, such as a password: from now on it is taken out of everything that is
 * printed, since a store may say it back. Very short texts would take ordinary text with them.
 * @throws CliError `usage` for one that is too long to be found again
 */
export function hideSecrets(body: unknown, secrets: Context['secrets']): void {
  const typed = secretTexts(body);
  if (typed.some((secret) => secret.length > maxSecret))
    throw new CliError('usage', `A password or other secret has at most ${formatCount(maxSecret)} characters.`);
  for (const secret of typed.filter(({ length }) => length >= minSecret)) secrets.add(secret);
}

const minSecret = 6;
