import { TextDecoder } from 'node:util';
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

/**
 * Reads a part of a workbook, which is XML in UTF-8 (ECMA-376 Part 2), and stops after each piece of it.
 * @throws CliError `usage` for invalid XML
 */
export async function* readInPieces(chunks: AsyncIterable<Uint8Array>, reader: PartReader): AsyncGenerator<void> {
  const scanner = new XmlScanner(reader);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of inLargePieces(chunks)) {
    scanner.write(decoded(decoder, chunk));
    // A text is held until it ends.
    if (scanner.unread > longestText) throw damagedWorkbook('a text of more than 2 MiB');
    yield;
  }
  scanner.write(decoded(decoder, undefined));
  scanner.close();
  yield;
}

/** Reads a whole part. */
export async function readPart(chunks: AsyncIterable<Uint8Array>, reader: PartReader): Promise<void> {
  for await (const _ of readInPieces(chunks, reader));
}

/** Of about 128 KiB: what is done once for each piece takes as long as reading a small one. */
async function* inLargePieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let [pieces, length]: [Uint8Array[], number] = [[], 0];
  for await (const chunk of chunks) {
    pieces.push(chunk);
    length += chunk.length;
    if (length < 128 * 1024) continue;
    yield Buffer.concat(pieces);
    [pieces, length] = [[], 0];
  }
  yield Buffer.concat(pieces);
}

const longestText = 2 * 1024 ** 2;

function decoded(decoder: TextDecoder, chunk: Uint8Array | undefined): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw damagedWorkbook('bytes that are not UTF-8');
  }
}
