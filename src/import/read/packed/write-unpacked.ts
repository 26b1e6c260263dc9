import { createHash } from 'node:crypto';
import type { Context } from '../../../context.ts';
import { type Copy, untilInterrupted } from '../copy.ts';
import { refusal } from '../faults.ts';

/**
 * Writes unpacked bytes to a private file.
 * @param packed how many bytes have been unpacked so far
 * @throws CliError `usage` for more than any catalogue needs, or a full disk; when the user interrupts
 */
export async function writeUnpacked(
  chunks: AsyncIterable<Uint8Array>,
  packed: () => number,
  { files, interrupted }: Pick<Context, 'files' | 'interrupted'>,
): Promise<Copy> {
  const file = await files.temporary();
  const hash = createHash('sha256');
  let length = 0;
  try {
    for await (const chunk of untilInterrupted(chunks, interrupted)) {
      length += chunk.length;
      refuseBomb(length, packed());
      hash.update(chunk);
      await file.write(chunk);
    }
    return { file, hash: hash.digest('hex') };
  } catch (error) {
    await file.remove();
    throw error;
  }
}

/** Ten times a catalogue of a million rows with long descriptions. */
const mostBytes = 4 * 1024 ** 3;
/** DEFLATE packs zeros a thousand times smaller, and text with much repetition a hundred times. */
const [mostRatio, ratioFrom] = [500, 64 * 1024 ** 2];

/** Refuses a file that unpacks to more than a catalogue: it would fill the disk. */
export function refuseBomb(length: number, packed: number): void {
  const isBomb = length > ratioFrom && length > mostRatio * packed;
  if (length <= mostBytes && !isBomb) return;
  throw refusal([
    {
      problem: isBomb
        ? `The file unpacks to more than ${mostRatio} times its size, as no catalogue does.`
        : 'The file unpacks to more than 4 GiB.',
      remedy: 'If it really is a catalogue, unpack it yourself and import the CSV file.',
    },
  ]);
}
