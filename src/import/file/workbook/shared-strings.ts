import { refusal } from '../faults.ts';
import { unescapeText } from './cell-text.ts';
import type { PartReader } from './xml.ts';

/** Collects the texts that cells name by number (ECMA-376 Part 1, 18.4). */
export class SharedStrings implements PartReader {
  readonly texts: string[] = [];
  #length = 0;
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
    if (this.#isText) this.#text += text;
  }

  close(name: string): void {
    this.#isText = false;
    if (name === 'rPh') this.#isPhonetic = false;
    if (name !== 'si') return;
    // They are in memory, each with some bytes of its own.
    this.#length += this.#text.length + 32;
    if (this.#length > maxLength) throw refusal([tooMany]);
    // Copied: otherwise it keeps the whole piece of XML that it is from.
    this.texts.push(Buffer.from(unescapeText(this.#text)).toString());
  }
}

const maxLength = 256 * 1024 ** 2;

const tooMany = {
  problem: 'The workbook has more than 256 MiB of different texts.',
  remedy: 'Save the sheet as CSV in UTF-8, and import that file.',
};
