import { TextDecoder } from 'node:util';
import { refusal } from '../../faults.ts';
import { type PartReader, XmlError, XmlScanner } from './xml-scanner.ts';

/**
 * Reads a part of a workbook, which is XML in UTF-8 (ECMA-376 Part 2), and stops after each piece of it.
 * @throws CliError `usage` for invalid XML
 */
export async function* readInPieces(chunks: AsyncIterable<Uint8Array>, reader: PartReader): AsyncGenerator<void> {
  const scanner = new XmlScanner(reader);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of inLargePieces(chunks)) {
    scan(() => scanner.write(decoded(decoder, chunk)));
    // A text is held until it ends.
    if (scanner.unread > longestText) throw invalid('a text of more than 2 MiB');
    yield;
  }
  scan(() => {
    scanner.write(decoded(decoder, undefined));
    scanner.close();
  });
  yield;
}

function scan(step: () => void): void {
  try {
    step();
  } catch (error) {
    throw error instanceof XmlError ? invalid(error.message) : error;
  }
}

/** The same without a stop. */
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
    throw invalid('bytes that are not UTF-8');
  }
}

const invalid = (reason: string): Error =>
  refusal([
    {
      problem: `Cannot read the Excel workbook: ${reason}.`,
      remedy: 'Open it in Excel, save it again, and import that file.',
    },
  ]);
