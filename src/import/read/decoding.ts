import { isAscii } from 'node:buffer';
import type { ByteSource, Encoding, FoundEncoding } from './encoding.ts';

/**
 * The file as UTF-8, without its byte order mark, in pieces of at most about 64 KiB of the file: what follows works on one encoding, and
 * a source that gives the whole file at once does not make it all records at once.
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
 * Text as the bytes of an encoding, without a byte order mark. Decoding is strict, so this gives back the very bytes that were read.
 * Characters that Windows-1252 does not have become `?`.
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

/** Bytes that Windows-1252 leaves undefined. */
const undefinedInWindows1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Looks at every byte of a file once, in chunks of any size, and tells what speaks for UTF-8 and for Windows-1252.
 * The rules of well-formed UTF-8 are table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing above U+10FFFF.
 */
export class Utf8Survey {
  /** Whether a well-formed sequence of two or more bytes was seen: the mark of a UTF-8 file. */
  multiByte = false;
  /** Offset of the first byte that is not UTF-8. */
  invalidAt: number | undefined;
  /** Offset and value of the first byte that is not Windows-1252. */
  undefinedAt: { readonly offset: number; readonly byte: number } | undefined;
  #offset = 0;
  #sequenceAt = 0;
  #missing = 0;
  #low = 0x80;
  #high = 0xbf;

  add(bytes: Uint8Array): void {
    if (this.#missing > 0 || !isAscii(bytes))
      for (let at = 0; at < bytes.length; at++) this.#byte(bytes[at] ?? 0, this.#offset + at);
    this.#offset += bytes.length;
  }

  /** A sequence that is cut off by the end of the file is not UTF-8 either. */
  end(): void {
    if (this.#missing > 0) this.#invalid(this.#sequenceAt);
  }

  #byte(byte: number, offset: number): void {
    if (undefinedInWindows1252.has(byte)) this.undefinedAt ??= { offset, byte };
    if (this.#missing > 0 && byte >= this.#low && byte <= this.#high) this.#continued();
    else {
      if (this.#missing > 0) this.#invalid(this.#sequenceAt);
      if (byte >= 0x80) this.#begun(byte, offset);
    }
  }

  #continued(): void {
    this.#missing--;
    this.#low = 0x80;
    this.#high = 0xbf;
    if (this.#missing === 0) this.multiByte = true;
  }

  #begun(byte: number, offset: number): void {
    if (byte < 0xc2 || byte > 0xf4) this.#invalid(offset);
    else {
      this.#sequenceAt = offset;
      this.#missing = byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3;
      this.#low = lowest[byte] ?? 0x80;
      this.#high = highest[byte] ?? 0xbf;
    }
  }

  #invalid(offset: number): void {
    this.invalidAt ??= offset;
    this.#missing = 0;
  }
}

/** The second byte's range, where the first byte narrows it. */
const lowest: Readonly<Record<number, number>> = { 224: 0xa0, 240: 0x90 };
const highest: Readonly<Record<number, number>> = { 237: 0x9f, 244: 0x8f };
