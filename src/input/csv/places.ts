/** The line on which the byte at this offset stands, as an editor counts: CR LF, LF and CR each end a line. */
export async function lineAt(chunks: AsyncIterable<Uint8Array>, offset: number, encoding: string): Promise<number> {
  const decoder = new TextDecoder(encoding);
  let [line, left, afterCr] = [1, offset, false];
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk.subarray(0, left), { stream: true });
    line += (text.match(/\r\n|\n|\r/g)?.length ?? 0) - (afterCr && text.startsWith('\n') ? 1 : 0);
    afterCr = text === '' ? afterCr : text.endsWith('\r');
    left -= chunk.length;
    if (left <= 0) break;
  }
  return line;
}

/** The offset of the first half surrogate pair, or of a last odd byte; undefined when the UTF-16 is sound. */
export async function brokenUtf16At(chunks: AsyncIterable<Uint8Array>, encoding: string): Promise<number | undefined> {
  const check = new SurrogateCheck(encoding === 'utf-16be' ? 0 : 1);
  for await (const chunk of chunks) for (const byte of chunk) check.add(byte);
  return check.end();
}

/** The high byte alone tells a surrogate: D8 to DB opens a pair, DC to DF closes it. */
class SurrogateCheck {
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
