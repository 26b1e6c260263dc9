import type { Context } from '../../../context.ts';
import { beginning } from '../bytes/beginning.ts';
import { foreignFormat, formatHeadLength } from '../bytes/foreign-format.ts';
import { type Copy, copyOf } from '../copy.ts';
import { refusal } from '../faults.ts';

/**
 * The run's own copy of a catalogue, unpacked if the file is packed. Its hash is that of the unpacked bytes: the same
 * catalogue, packed or not, is the same run.
 * @throws CliError `usage` for a file that cannot be read or unpacked, or when the user interrupts
 */
export async function unpackedCopyOf(
  path: string,
  context: Pick<Context, 'files' | 'stdin' | 'interrupted'>,
): Promise<Copy> {
  const packed = await copyOf(path, context);
  const unpack = unpackerOf(await beginning(packed.file.bytes(), gzipStart.length));
  if (!unpack) return packed;
  try {
    const copy = await unpack(packed.file, context);
    const foreign = foreignFormat(await beginning(copy.file.bytes(), formatHeadLength), 'The packed file');
    if (!foreign) return copy;
    await copy.file.remove();
    throw refusal([foreign]);
  } finally {
    await packed.file.remove();
  }
}

type Unpack = (file: Copy['file'], context: Pick<Context, 'files' | 'interrupted'>) => Promise<Copy>;

/** RFC 1952: the two bytes that identify gzip, and the only method of compression. */
const gzipStart = Buffer.from([0x1f, 0x8b, 8]);

/** Loaded only for such a file. */
function unpackerOf(head: Buffer): Unpack | undefined {
  if (!head.subarray(0, gzipStart.length).equals(gzipStart)) return undefined;
  return async (file, context) => (await import('./gzip.ts')).gunzip(file, context);
}
