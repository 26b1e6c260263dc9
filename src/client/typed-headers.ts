import { CliError } from '../errors.ts';
import { isReservedHeader } from './request.ts';

/**
 * Reads headers typed as `Name: value`; names in lower case. A repeated one is sent as one list.
 * @throws CliError `usage`
 */
export function readHeaders(texts: readonly string[]): Readonly<Record<string, string>> {
  const headers = new Map<string, string>();
  for (const text of texts) {
    const [name, value] = readHeader(text);
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`);
  }
  return Object.fromEntries(headers);
}

function readHeader(text: string): readonly [name: string, value: string] {
  const at = text.indexOf(':');
  const [name, value] = [text.slice(0, Math.max(0, at)).trim().toLowerCase(), text.slice(at + 1).trim()];
  // The message does not repeat what may be a password.
  if (!isToken(name)) throw invalid('Invalid --header: expected "Name: value".');
  if (isReservedHeader(name)) throw invalid(`The header "${name}" cannot be set: shop-cli sets it itself.`);
  if (value === '') throw invalid(`The header "${name}" has no value.`);
  if (!isPrintable(value)) throw invalid(`The header "${name}" may contain printable ASCII characters only.`);
  return [name, value];
}

const invalid = (message: string): CliError => new CliError('usage', message, { field: '--header' });

/** A name as RFC 9110 allows it. */
const isToken = (name: string): boolean => /^[\w!#$%&'*+.^`|~-]+$/.test(name);

const isPrintable = (value: string): boolean => /^[\x20-\x7e]+$/.test(value);
