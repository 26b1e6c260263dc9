import { stripVTControlCharacters } from 'node:util';
import type { LogEvent } from '../context.ts';
import { escapeJson } from '../text/escape.ts';

interface Logging {
  readonly time: Date;
  readonly redact: (text: string) => string;
}

/**
 * One line of a JSON log. Text from outside is in it as it came: escaped by JSON, and redacted before, so that what is
 * taken out never takes a quote with it.
 * @param text what a person reads in its place
 */
export function eventLine(text: string, { event, level, ...fields }: LogEvent, { time, redact }: Logging): string {
  const plain = stripVTControlCharacters(text).trim();
  const message = plain === '' ? {} : { message: plain.replace(warning, '') };
  const line = { time: time.toISOString(), level: level ?? levelOf(plain), event, ...message, ...fields };
  const redacted = (_: string, value: unknown): unknown => (typeof value === 'string' ? redact(value) : value);
  return `${escapeJson(JSON.stringify(line, redacted))}\n`;
}

/** How every warning begins. */
const warning = /^Warning: /;

const levelOf = (text: string): LogEvent['level'] => (warning.test(text) ? 'warn' : 'info');
