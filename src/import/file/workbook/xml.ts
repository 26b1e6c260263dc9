import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { inPieces } from '../encoding.ts';
import { damagedWorkbook } from '../faults.ts';

/** Callbacks for the XML of a part. Names come without their prefix. */
export interface PartReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** The names of all open elements are held; parts have about ten levels. */
const maxLevels = 100;
/** A text or a tag is held until it ends. The longest text of a cell takes this much where each character is escaped. */
const longestText = 256 * 1024;
/** A cell has about four, the root of a part some twenty. */
const maxAttributes = 1000;
/** In bytes: the rows of a piece are in memory, each as wide as its last cell says. */
const pieceLength = 4 * 1024;

/**
 * Reads a part of a workbook, and stops after each piece of it: XML in UTF-8 as ECMA-376 Part 2 allows it, without a
 * document type declaration, so that no text can grow.
 * @throws CliError `usage` for invalid XML
 */
export async function* readInPieces(chunks: AsyncIterable<Uint8Array>, reader: PartReader): AsyncGenerator<void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const { parser, sinceTag } = parserFor(reader);
  for await (const piece of inPieces(chunks, pieceLength)) {
    const text = decoded(decoder, piece);
    sinceTag.length += text.length;
    parser.write(text);
    if (sinceTag.length > longestText) throw damagedWorkbook('a text or a tag of more than 256 KiB');
    yield;
  }
  parser.write(decoded(decoder, undefined));
  parser.close();
  yield;
}

/** Reads a whole part. */
export async function readPart(chunks: AsyncIterable<Uint8Array>, reader: PartReader): Promise<void> {
  for await (const _ of readInPieces(chunks, reader));
}

function parserFor(reader: PartReader): { readonly parser: SaxesParser; readonly sinceTag: { length: number } } {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const sinceTag = { length: 0 };
  let levels = 0;
  parser.on('error', ({ message }) => {
    throw damagedWorkbook(message.replace(/\.$/, ''));
  });
  parser.on('doctype', () => {
    throw damagedWorkbook('a document type declaration');
  });
  let attributeCount = 0;
  parser.on('attribute', () => {
    attributeCount++;
    if (attributeCount > maxAttributes) throw damagedWorkbook(`an element of more than ${maxAttributes} attributes`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    sinceTag.length = 0;
    attributeCount = 0;
    levels++;
    if (levels > maxLevels) throw damagedWorkbook(`more than ${maxLevels} levels of elements`);
    reader.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    sinceTag.length = 0;
    levels--;
    reader.close?.(localName(name));
  });
  const text = (found: string): void => {
    if (levels > 0) reader.text?.(found);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  return { parser, sinceTag };
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

function decoded(decoder: TextDecoder, chunk: Uint8Array | undefined): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw damagedWorkbook('bytes that are not UTF-8');
  }
}
