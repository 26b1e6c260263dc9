import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** Names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** The text of a body, decompressed. @throws Error of zlib, `ERR_BUFFER_TOO_LARGE` beyond the limit. */
export function replyText(bytes: Buffer, headers: Headers, limit: number): string {
  const plain = decompressed(bytes, String(headers['content-encoding'] ?? ''), limit);
  return textOf(plain, String(headers['content-type'] ?? ''));
}

/** JSON is UTF-8. Only bytes that are not are read in the charset that the store names, if any. */
function textOf(bytes: Buffer, type: string): string {
  try {
    return utf8.decode(bytes);
  } catch {
    const [, charset] = /;\s*charset\s*=\s*"?([\w.:-]{1,40})/i.exec(type) ?? [];
    return decoderOf(charset).decode(bytes);
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decoderOf(charset = 'utf-8'): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder();
  }
}

/**
 * Some stores compress although `identity` is asked for. The limit holds for the decoded bytes: 1 MB must not become 1
 * GB.
 */
function decompressed(bytes: Buffer, encodings: string, maxOutputLength: number): Buffer {
  if (bytes.length === 0 || encodings === '') return bytes;
  const [encoding = ''] = encodings
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== 'identity');
  if (encoding === 'gzip' || encoding === 'x-gzip') return gunzipSync(bytes, { maxOutputLength });
  if (encoding === 'br') return brotliDecompressSync(bytes, { maxOutputLength });
  if (encoding === 'deflate') return inflateSync(bytes, { maxOutputLength });
  return bytes;
}
