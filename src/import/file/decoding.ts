import type { ByteSource, Encoding, FoundEncoding } from './encoding.ts';

/**
 * The file as UTF-8, without its byte order mark, in pieces of about 64 KiB: a source may return the
 * whole file at once, which would hold all records in memory.
 */
export async function* utf8Chunks(
  source: ByteSource,
  { encoding, markLength }: FoundEncoding,
): AsyncGenerator<Uint8Array> {
  const decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  for await (const piece of pieces(source(), markLength)) {
    // Node 20 gets 0x80 to 0x9F of Windows-1252 wrong without `stream`.
    yield decoder ? Buffer.from(decoder.decode(piece, { stream: true })) : piece;
  }
}

const pieceLength = 64 * 1024;

async function* pieces(chunks: AsyncIterable<Uint8Array>, markLength: number): AsyncGenerator<Uint8Array> {
  let skip = markLength;
  for await (const chunk of chunks) {
    for (let from = Math.min(skip, chunk.length); from < chunk.length; from += pieceLength)
      yield chunk.subarray(from, from + pieceLength);
    skip -= Math.min(skip, chunk.length);
  }
}

/**
 * Text as the bytes of an encoding, without a byte order mark. Since decoding is strict, this restores the original
 * bytes. Characters that Windows-1252 does not have become `?`.
 */
export function encodeText(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  if (encoding === 'windows-1252') return Uint8Array.from(text, (character) => windows1252().get(character) ?? 0x3f);
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

let byCharacter: ReadonlyMap<string, number> | undefined;

function windows1252(): ReadonlyMap<string, number> {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  byCharacter ??= new Map(
    [...new TextDecoder('windows-1252').decode(bytes, { stream: true })].map((character, byte) => [character, byte]),
  );
  return byCharacter;
}
