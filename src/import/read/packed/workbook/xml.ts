import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { refusal } from '../../faults.ts';

/** What the reader of a part does with its XML. Names come without their prefix. */
export interface PartReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/**
 * Reads a part of a workbook, which is XML in UTF-8 (ECMA-376 Part 2), and stops after each piece of it. saxes knows no
 * entities but those of XML, so no text can grow.
 * @throws CliError `usage` for invalid XML
 */
export async function* readInPieces(chunks: AsyncIterable<Uint8Array>, reader: PartReader): AsyncGenerator<void> {
  const parser = new SaxesParser<{ position: false; xmlns: false }>({ position: false, xmlns: false });
  let [unread, depth] = [0, 0];
  parser.on('opentag', ({ name, attributes }) => {
    unread = 0;
    if (++depth > mostLevels) throw invalid(`more than ${mostLevels} levels of elements`);
    reader.open(localName(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    unread = 0;
    depth--;
    reader.close?.(localName(name));
  });
  if (reader.text) parser.on('text', (text) => reader.text?.(text));
  if (reader.text) parser.on('cdata', (text) => reader.text?.(text));
  parser.on('error', (error) => {
    throw invalid(error.message.replace(/\.$/, ''));
  });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of inLargePieces(chunks)) {
    unread += chunk.length;
    parser.write(decoded(decoder, chunk));
    // The parser holds a text until it ends.
    if (unread > longestText) throw invalid('a text of more than 2 MiB');
    yield;
  }
  parser.write(decoded(decoder, undefined)).close();
  yield;
}

/** The same without a stop. */
export async function readPart(chunks: AsyncIterable<Uint8Array>, reader: PartReader): Promise<void> {
  for await (const _ of readInPieces(chunks, reader));
}

/** The parser holds the names of all open elements; these parts have about ten levels. */
const mostLevels = 100;

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
    throw invalid('bytes that are not UTF-8');
  }
}

function localName(name: string): string {
  const at = name.indexOf(':');
  return at === -1 ? name : name.slice(at + 1);
}

const invalid = (reason: string): Error =>
  refusal([
    {
      problem: `Cannot read the Excel workbook: ${reason}.`,
      remedy: 'Open it in Excel, save it again, and import that file.',
    },
  ]);
