import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { isSecretField, secretNames, secretWords } from '../../resources/record-fields.ts';
import { depthLimit, endOfString, isDeep, numbersIn } from '../../text/json.ts';
import { redacted } from '../../text/words.ts';
import { jsonText, withNumbersOf, withWrittenNumbers } from '../../text/written-numbers.ts';

/** Names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The text of a body, decompressed.
 * @param isData whether a wrong letter would be a wrong value, as it is not in an error or a web page
 * @throws Error of zlib, `ERR_BUFFER_TOO_LARGE` beyond the limit, `ERR_ENCODING_INVALID_ENCODED_DATA` for data in no
 * known encoding
 */
export function replyText(bytes: Buffer, headers: Headers, limit: number, isData = false): string {
  const plain = decompressed(bytes, String(headers['content-encoding'] ?? ''), limit);
  return textOf(plain, String(headers['content-type'] ?? ''), isData);
}

/** JSON is UTF-8. Only bytes that are not are read in the charset that the store names, if any. */
function textOf(bytes: Buffer, type: string, isData: boolean): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    const [, charset] = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(type) ?? [];
    const decoder = decoderOf(charset);
    if (decoder) return decoder.decode(bytes);
    if (isData && !/^\s*</.test(bytes.toString('latin1', 0, 100))) throw error;
    return new TextDecoder().decode(bytes);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The decoder of a charset that is not UTF-8; undefined for none that is known. */
function decoderOf(charset = 'utf-8'): InstanceType<typeof TextDecoder> | undefined {
  try {
    const decoder = new TextDecoder(charset);
    return decoder.encoding === 'utf-8' ? undefined : decoder;
  } catch {
    return undefined;
  }
}

/**
 * Some stores compress although `identity` is asked for, more than once where PHP and the web server both do. The limit
 * holds for the decoded bytes: 1 MB must not become 1 GB.
 */
function decompressed(bytes: Buffer, encodings: string, maxOutputLength: number): Buffer {
  if (bytes.length === 0) return bytes;
  const names = encodings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity');
  const [last, ...others] = names.slice(0, maxEncodings).reverse();
  const plain = last === undefined ? bytes : unpacked(bytes, last, maxOutputLength);
  // A header may name an encoding twice that was used once.
  return others.reduce((packed, name) => (isGzip(packed) ? unpacked(packed, name, maxOutputLength) : packed), plain);
}

const maxEncodings = 3;

/** RFC 1952, 2.3.1. */
const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function unpacked(bytes: Buffer, encoding: string, maxOutputLength: number): Buffer {
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(bytes, { maxOutputLength });
  if (encoding === 'br') return brotliDecompressSync(bytes, { maxOutputLength });
  if (encoding !== 'deflate') return checkedText(bytes);
  // Some servers send deflate without the header of zlib: RFC 9110, 8.4.1.2.
  const hasHeader = ((bytes[0] ?? 0) & 0x0f) === 8;
  return hasHeader ? inflateSync(bytes, { maxOutputLength }) : inflateRawSync(bytes, { maxOutputLength });
}

/** The body under an encoding that nobody knows: some stores name a charset there. */
function checkedText(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes;
  throw Object.assign(new Error('unknown encoding'), { code: 'ERR_UNKNOWN_ENCODING' });
}

/** Many digits, an exponent that may be out of range, or a zero at the end of decimals. Begins with what is before a number: that is rare. */
const inexactNumber = /(?:^|[:,[])\s*-?\d+(?:[\d.]{15}|(?:\.\d+)?[eE]|\.\d*0(?:[\s,}\]]|$))/;

/**
 * Parses JSON without losing digits: a number that JavaScript does not hold or write as it came (twenty digits, 12.50)
 * becomes a string of the same digits, which is how the API renders most numbers anyway. `jsonText` writes those with
 * zeros at the end as the numbers that they were.
 * @throws SyntaxError for malformed or too deeply nested JSON.
 */
export function parseJson(text: string): unknown {
  const json = parsedJson(text);
  return mayHaveSecret.test(text) ? withoutSecrets(json) : json;
}

/**
 * The hash of a password, whatever field it is in: those of crypt(5), PHP and WordPress, which begin with `$2y$` and
 * such, and those of LDAP (RFC 2307), which begin with `{SSHA}`. A backslash may be before a slash in JSON.
 */
const hashes =
  /\$(?:2[abxy]?|[1567]|g?y|argon2(?:id?|d)?|scrypt|s0|pbkdf2[\w-]{0,12}|bcrypt[\w-]{0,12}|sha1|md5)\$[\w./+=,$\\-]{8,}|\$[PHS]\$[\w./\\]{8,}|\{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT|ARGON2|BCRYPT|SCRYPT|PBKDF2[\w-]{0,12})\}[\w./+=,$\\-]{8,}|\b(?:pbkdf2|bcrypt|argon2|scrypt)[a-z\d_]{0,12}\$[\w./+=,$\\-]{8,}/gi;

const withoutHashes = (text: string): string => text.replace(hashes, redacted);

function parsedJson(text: string): unknown {
  if (isDeep(text)) throw new SyntaxError(`JSON is nested more than ${depthLimit} levels deep`);
  const json: unknown = JSON.parse(text);
  return inexactNumber.test(text) ? withWrittenNumbers(JSON.parse(quoteInexact(text)), json) : json;
}

/** A name may be written with escapes: `"passw\u006frd"`. */
const mayHaveSecret = new RegExp(`${secretWords}|${secretNames}|\\\\u|${hashes.source}`, 'i');

/** A reply that is not whole JSON, without the values of fields that hold secrets, and without hashes of passwords. */
export function textWithoutSecrets(text: string): string {
  return withoutHashes(withoutSecretFields(text));
}

function withoutSecretFields(text: string): string {
  let safe = '';
  let at = 0;
  for (const { 0: name, index } of text.matchAll(secretField)) {
    const value = index + name.length;
    if (index < at) continue;
    safe += `${text.slice(at, value)}***"`;
    at = endOfString(text, value - 1) + 1;
  }
  return safe + text.slice(at);
}

/** Up to the quote with which the value begins. */
const secretField = new RegExp(`"(?:[^"]{0,40}${secretWords}[^"]{0,40}|${secretNames})"\\s*:\\s*"`, 'gi');

/** Some stores return the hashes of passwords. They are removed here, at any depth and in any case, so nothing shows them. */
function withoutSecrets(json: unknown): unknown {
  if (typeof json === 'string') return innerWithoutSecrets(json);
  if (Array.isArray(json)) return withNumbersOf(json, json.map(withoutSecrets));
  if (typeof json !== 'object' || json === null) return json;
  const safe = Object.entries(json).flatMap(([name, value]) =>
    isSecretField(name) ? [] : [[name, withoutSecrets(value)]],
  );
  return withNumbersOf(json, Object.fromEntries(safe));
}

/** A text may be JSON itself: `"{\"password\":…}"`. It stays as it is if there is no secret in it. */
function innerWithoutSecrets(text: string): string {
  if (!mayHaveSecret.test(text)) return text;
  if (!/^\s*[[{]/.test(text)) return withoutHashes(text);
  try {
    const json: unknown = parsedJson(text);
    const safe = jsonText(withoutSecrets(json));
    return safe === jsonText(json) ? text : safe;
  } catch {
    return textWithoutSecrets(text);
  }
}

/** JSON with the numbers that would lose digits as strings. */
function quoteInexact(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  for (const { token, at } of numbersIn(text)) {
    if (!isInexact(token)) continue;
    parts.push(text.slice(copied, at), `"${token}"`);
    copied = at + token.length;
  }
  return parts.join('') + text.slice(copied);
}

const isInexact = (token: string): boolean => isLong(token) || isOutOfRange(token) || /\.\d*0$/.test(token);

const isLong = (token: string): boolean => token.length > 15 && String(Number(token)) !== token;

/** `1e400` would become Infinity, which JSON writes as null, and `1e-400` 0. */
const isOutOfRange = (token: string): boolean =>
  !Number.isFinite(Number(token)) || (Number(token) === 0 && /[1-9]/.test(token.replace(/e.*/i, '')));
