import { type Connection, hostOf } from './connection.ts';
import type { Answer } from './exchange.ts';

/** Whether it is a web page, as a proxy or another server answers. */
export const isPage = ({ text }: Pick<Answer, 'text'>): boolean => /^\s*</.test(text);

/**
 * A firewall, a challenge to browsers, or a password of the web server (RFC 9110, 11.6.1) answers with a page before the
 * store has seen the token; the API answers with JSON, or nothing.
 */
export const isBeforeStore = (answer: Answer): boolean =>
  (answer.status === 401 || answer.status === 403) &&
  (isPage(answer) || (answer.text.trim() === '' && asksForPassword(answer)));

const asksForPassword = ({ headers }: Answer): boolean =>
  /^\s*(basic|digest|negotiate|ntlm)\b/i.test(headers['www-authenticate'] ?? '');

/** `A firewall or another server in front of shop.example refused the request (403)` */
export const blockedBefore = (connection: Connection, answer: Answer): string =>
  asksForPassword(answer)
    ? `A server in front of ${hostOf(connection)} requires a password (${answer.status})`
    : `A firewall or another server in front of ${hostOf(connection)} refused the request (${answer.status})`;
