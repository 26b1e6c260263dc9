import type { TemporaryFile } from '../../../context.ts';
import { unescapeText } from './cell-text.ts';
import type { PartReader } from './xml.ts';

interface Block {
  readonly start: number;
  readonly end: number;
}

/**
 * The texts that cells name by number (ECMA-376 Part 1, 18.4), in flat memory: blocks of them are in a private file,
 * and those that were loaded last in memory.
 */
export class SharedStrings implements PartReader {
  readonly #file: TemporaryFile;
  readonly #blocks: Block[] = [];
  /** By number, the one that was loaded last at the end. */
  readonly #inMemory = new Map<number, readonly string[]>();
  #length = 0;
  #open: string[] = [];
  #waiting: (readonly string[])[] = [];
  #text: string | undefined;
  #isPhonetic = false;
  #isText = false;

  constructor(file: TemporaryFile) {
    this.#file = file;
  }

  open(name: string): void {
    if (name === 'si') this.#text = '';
    // The pronunciation of East Asian text is not part of it.
    if (name === 'rPh') this.#isPhonetic = true;
    this.#isText = name === 't' && !this.#isPhonetic;
  }

  text(text: string): void {
    if (this.#isText && this.#text !== undefined) this.#text += text;
  }

  close(name: string): void {
    this.#isText = false;
    if (name === 'rPh') this.#isPhonetic = false;
    if (name !== 'si') return;
    this.#open.push(unescapeText(this.#text ?? ''));
    this.#text = undefined;
    if (this.#open.length === blockLength) this.#endBlock();
  }

  /** Writes the texts that were read so far. */
  async write(isLast = false): Promise<void> {
    if (isLast) this.#endBlock();
    const written = this.#waiting.map((texts) => {
      const bytes = Buffer.from(JSON.stringify(texts));
      const start = this.#blocks.at(-1)?.end ?? 0;
      this.#keep(this.#blocks.push({ start, end: start + bytes.length }) - 1, texts);
      return bytes;
    });
    this.#waiting = [];
    if (written.length > 0) await this.#file.write(Buffer.concat(written));
  }

  /** The text of this number; undefined if there is none. */
  async at(number: number): Promise<string | undefined> {
    const block = Math.floor(number / blockLength);
    const texts = this.#inMemory.get(block) ?? (await this.#load(block));
    return texts?.[number % blockLength];
  }

  /** The same for a text that is in memory. */
  inMemory(number: number): string | undefined {
    return this.#inMemory.get(Math.floor(number / blockLength))?.[number % blockLength];
  }

  async #load(number: number): Promise<readonly string[] | undefined> {
    const block = this.#blocks[number];
    if (!block) return undefined;
    const pieces: Uint8Array[] = [];
    const { start, end } = block;
    for await (const piece of this.#file.bytes(start, end, end - start)) pieces.push(piece);
    const texts = JSON.parse(Buffer.concat(pieces).toString('utf8')) as readonly string[];
    this.#keep(number, texts);
    return texts;
  }

  #keep(number: number, texts: readonly string[]): void {
    this.#inMemory.set(number, texts);
    this.#length += lengthOf(texts);
    for (const [oldest, others] of this.#inMemory) {
      if (this.#length <= mostInMemory || this.#inMemory.size === 1) return;
      this.#inMemory.delete(oldest);
      this.#length -= lengthOf(others);
    }
  }

  #endBlock(): void {
    if (this.#open.length > 0) this.#waiting.push(this.#open);
    this.#open = [];
  }
}

const blockLength = 256;
/** In characters. */
const mostInMemory = 4 * 1024 ** 2;

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);
