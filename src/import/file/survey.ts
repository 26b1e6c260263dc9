import { isAscii, isUtf8 } from 'node:buffer';

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
  /** The last bytes of the chunk before, if they begin a character. */
  #cut: Uint8Array = new Uint8Array(0);

  add(chunk: Uint8Array): void {
    if (this.head.length < headLength) this.head = Buffer.concat([this.head, chunk]);
    this.tail = Buffer.concat([this.tail, chunk.subarray(-2)]).subarray(-2);
    if (this.#cut.length === 0 && isAscii(chunk)) return;
    const bytes = Buffer.concat([this.#cut, chunk]);
    const last = bytes.subarray(-3);
    const lead = last.findLastIndex((byte) => byte >= 0xc0);
    const end = lead === -1 ? bytes.length : bytes.length - last.length + lead;
    this.#cut = bytes.subarray(end);
    this.#judge(bytes.subarray(0, end));
  }

  /** A character that is cut off by the end of the file is not UTF-8 either. */
  end(): void {
    this.#judge(this.#cut);
  }

  #judge(bytes: Uint8Array): void {
    const isWhole = isUtf8(bytes);
    if (!isWhole) this.isUtf8 = false;
    if (!this.hasUtf8) this.hasUtf8 = isWhole ? !isAscii(bytes) : multiByte.test(Buffer.from(bytes).toString('latin1'));
  }
}

/** Characters of several bytes, in Latin-1. */
const multiByte = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/;
