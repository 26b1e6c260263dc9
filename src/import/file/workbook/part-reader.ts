import { SaxesParser } from 'saxes';
import { damagedWorkbook } from '../faults.ts';

/** Callbacks for the XML of a part. Names come without their prefix. */
export interface PartReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The names of all open elements are held; parts have about ten levels. */
const maxLevels = 100;

/**
 * Reads the XML of a part, piece by piece: what ECMA-376 Part 2 allows in one, without a document type declaration, so
 * that no text can grow.
 */
export class XmlScanner {
  /** How many characters were read since the last tag. */
  unread = 0;
  readonly #parser = new SaxesParser({ xmlns: false, position: false });
  #levels = 0;

  constructor(reader: PartReader) {
    const parser = this.#parser;
    parser.on('error', ({ message }) => {
      throw damagedWorkbook(message.replace(/\.$/, ''));
    });
    parser.on('doctype', () => {
      throw damagedWorkbook('a document type declaration');
    });
    parser.on('opentag', ({ name, attributes }) => {
      this.unread = 0;
      this.#levels++;
      if (this.#levels > maxLevels) throw damagedWorkbook(`more than ${maxLevels} levels of elements`);
      reader.open(localName(name), attributes);
    });
    parser.on('closetag', ({ name }) => {
      this.unread = 0;
      this.#levels--;
      reader.close?.(localName(name));
    });
    const text = (found: string): void => {
      if (this.#levels > 0) reader.text?.(found);
    };
    parser.on('text', text);
    parser.on('cdata', text);
  }

  /** @throws CliError `usage` for what is no XML */
  write(piece: string): void {
    this.unread += piece.length;
    this.#parser.write(piece);
  }

  /** @throws CliError `usage` for what ends too early */
  close(): void {
    this.#parser.close();
  }
}

function localName(name: string): string {
  const at = name.indexOf(':');
  return at === -1 ? name : name.slice(at + 1);
}
