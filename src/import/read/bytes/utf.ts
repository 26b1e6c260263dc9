import { isAscii } from 'node:buffer';

/** Bytes that Windows-1252 leaves undefined. */
const undefinedInWindows1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/**
 * Checks every byte of a file once, in chunks of any size, for UTF-8 and for Windows-1252.
 * The rules of well-formed UTF-8 are table 3-7 of the Unicode standard: no overlong forms, no surrogates, nothing above
 * U+10FFFF.
 */
export class Utf8Survey {
  /** Whether the file has a well-formed sequence of two or more bytes: evidence of UTF-8. */
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

/** Checks the surrogate pairs of UTF-16 by their high byte: D8 to DB opens a pair, DC to DF closes it. */
export class SurrogateCheck {
  readonly #highByte: 0 | 1;
  #offset = 0;
  #pairOpen = false;
  #brokenAt: number | undefined;

  /** @param highByte which byte of the two is the high one */
  constructor(highByte: 0 | 1) {
    this.#highByte = highByte;
  }

  add(byte: number): void {
    if (this.#offset % 2 === this.#highByte) this.#unit(byte, this.#offset - this.#highByte);
    this.#offset++;
  }

  end(): number | undefined {
    if (this.#brokenAt !== undefined) return this.#brokenAt;
    if (this.#offset % 2 === 1) return this.#offset - 1;
    return this.#pairOpen ? this.#offset - 2 : undefined;
  }

  #unit(high: number, offset: number): void {
    const closes = high >= 0xdc && high <= 0xdf;
    if (closes !== this.#pairOpen) this.#brokenAt ??= this.#pairOpen ? offset - 2 : offset;
    this.#pairOpen = high >= 0xd8 && high <= 0xdb;
  }
}
