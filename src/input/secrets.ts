import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { maxSecret, secretTexts } from '../resources/typed-secrets.ts';
import { formatCount } from '../text/numbers.ts';

/**
 * What a body or a query has in secret fields, such as a password: from now on it is taken out of everything that is
 * printed, since a store may say it back. Very short texts would take ordinary text with them.
 * @throws CliError `usage` for a secret that is too long to be found again
 */
export function hideSecrets(body: unknown, secrets: Context['secrets']): void {
  const typed = secretTexts(body);
  if (typed.some((secret) => secret.length > maxSecret))
    throw new CliError('usage', `A password or other secret has at most ${formatCount(maxSecret)} characters.`);
  for (const secret of typed.filter(({ length }) => length >= minSecret)) secrets.add(secret);
}

/** The same for the headers of a request: the whole, each word of it, and the value of each cookie, of any length. */
export function hideSecretHeaders(headers: Readonly<Record<string, string>>, secrets: Context['secrets']): void {
  const parts = secretTexts(headers).flatMap((text) => [text, ...text.split(/[ ;]+/).map(valueOfCookie)]);
  for (const part of parts.filter(({ length }) => length >= minSecret)) secrets.add(part);
}

const valueOfCookie = (part: string): string => part.replace(/^[^=]+=(?=.)/, '');

const minSecret = 6;
