import { isAscii, isUtf8 } from 'node:buffer';
import type { FileFault } from './faults.ts';

/** The header of a catalogue, and the first entries of a workbook. */
const headLength = 64 * 1024;

/** What one pass over all bytes of a file shows of its encoding, in chunks of any size. */
export class TextSurvey {
  /** The first 64 KiB, or a chunk more. */
  head: Uint8Array = new Uint8Array(0);
  /** The last two bytes. */
  tail: Uint8Array = new Uint8Array(0);
  /** Whether all bytes are well-formed UTF-8. */
  isUtf8 = true;
  /** Whether some bytes above 7F are well-formed UTF-8: evidence of it. */
  hasUtf8 = false;
  /** The first byte that Windows-1252 leaves undefined. */
  undefinedByte: number | undefined;
  /** The beginning of a character that the last chunk cut. */
  #cut: Uint8Array = new Uint8Array(0);

  add(chunk: Uint8Array): void {
    if (this.head.length < headLength) this.head = Buffer.concat([this.head, chunk]);
    this.tail = Buffer.concat([this.tail, chunk.subarray(-2)]).subarray(-2);
    if (this.#cut.length === 0 && isAscii(chunk)) return;
    const bytes = this.#cut.length === 0 ? chunk : Buffer.concat([this.#cut, chunk]);
    const end = bytes.length - cutLength(bytes);
    this.#cut = Buffer.from(bytes.subarray(end));
    this.#judge(bytes.subarray(0, end));
  }

  /** A character that is cut off by the end of the file is not UTF-8 either. */
  end(): void {
    if (this.#cut.length > 0) this.#judge(this.#cut);
  }

  #judge(bytes: Uint8Array): void {
    const isWhole = isUtf8(bytes);
    if (!isWhole) this.isUtf8 = false;
    if (!this.hasUtf8) this.hasUtf8 = isWhole ? !isAscii(bytes) : multiByte.test(latin1(bytes));
    this.undefinedByte ??= bytes.find((byte) => undefinedInWindows1252.has(byte));
  }
}

export const undefinedInWindows1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');

/** Well-formed characters of several bytes (Unicode, table 3-7): no overlong forms, no surrogates, nothing above U+10FFFF. */
const multiByte = new RegExp(
  [
    '[\xc2-\xdf][\x80-\xbf]',
    '\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]',
    '\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}',
  ].join('|'),
);

/** How many bytes at the end begin a character that is not complete. */
const cutLength = (bytes: Uint8Array): number => cutCharacter.exec(latin1(bytes.subarray(-3)))?.[0].length ?? 0;

const cutCharacter = /(?:[\xc0-\xff]|[\xe0-\xff][\x80-\xbf]|[\xf0-\xff][\x80-\xbf]{2})$/;

/** Whether the first kilobyte has more control characters than any text; a shorter beginning may be one odd cell. */
export const isBinary = (head: Uint8Array): boolean =>
  head.length >= 512 && head.subarray(0, 1024).filter(isControl).length * 16 > 1024;

const isControl = (byte: number): boolean => byte < 0x20 && (byte < 0x09 || byte > 0x0d);

export const notText: FileFault = {
  problem: 'The file is not a text file.',
  remedy: 'Export the products as CSV or as an Excel workbook (.xlsx), and import that file.',
};
