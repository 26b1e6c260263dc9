import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

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
