import { createHash, timingSafeEqual } from 'node:crypto';
import { escapeText } from '../text/escape.ts';
import { redacted, type Secrets } from '../text/redact.ts';
import { Refusal } from './refusal.ts';

/** @throws Refusal 401 unless the query's `token` is this one. Compared in constant time, whatever its length. */
export function checkToken(query: URLSearchParams, token: string): void {
  const given = query.get('token');
  if (given === null || given === '') throw new Refusal('unauthorized', 'The query parameter token is missing.', { field: 'token' });
  if (!timingSafeEqual(digest(given), digest(token))) throw new Refusal('unauthorized', 'The token is not valid.', { field: 'token' });
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** One line of the log: method, path, query and how it ended. The token is hidden, also a wrong one and where it does not belong; all else is escaped. */
export function logLine(method: string, url: URL, outcome: string, secrets: Secrets): string {
  // Rebuilt from its parts, because `%74oken=` is the same parameter as `token=`.
  const query = [...url.searchParams].map(([name, value]) => `${name}=${name === 'token' ? redacted : value}`).join('&');
  return escapeText(secrets.removeFromMessage(`${method} ${url.pathname}${query && `?${query}`} ${outcome}`));
}
