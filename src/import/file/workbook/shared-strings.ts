import { refusal } from '../faults.ts';
import { checkedText, maxRawText, tooLongText } from './bounds.ts';
import { unescapeText } from './cell-text.ts';
import type { PartReader } from './xml.ts';

/** Collects the texts that cells name by number (ECMA-376 Part 1, 18.4). */
export class SharedStrings implements PartReader {
  readonly texts: string[] = [];
  /** In bytes, as they are in memory. */
  #size = 0;
  #text = '';
  #isPhonetic = false;
  #isText = false;

  open(name: string): void {
    if (name === 'si') this.#text = '';
    // The pronunciation of East Asian text is not part of it.
    if (name === 'rPh') this.#isPhonetic = true;
    this.#isText = name === 't' && !this.#isPhonetic;
  }

  text(text: string): void {
    if (!this.#isText) return;
    this.#text += text;
    if (this.#text.length > maxRawText) throw tooLongText();
  }

  close(name: string): void {
    this.#isText = false;
    if (name === 'rPh') this.#isPhonetic = false;
    if (name !== 'si') return;
    const text = checkedText(unescapeText(this.#text));
    this.#size += sizeOf(text);
    if (this.#size > maxSize) throw refusal([tooMany]);
    // Copied: otherwise it keeps the whole piece of XML that it is from.
    this.texts.push(Buffer.from(text).toString());
  }
}

/** V8 keeps a byte for each character of Latin-1 text, else two, and some bytes for each text. */
const sizeOf = (text: string): number => (isLatin1(text) ? text.length : 2 * text.length) + 32;

const isLatin1 = (text: string): boolean => !/[^\0-\xff]/.test(text);

const maxSize = 256 * 1024 ** 2;

const tooMany = {
  problem: 'The workbook has more than 256 MiB of different texts.',
  remedy: 'Save the sheet as CSV in UTF-8, and import that file.',
};
