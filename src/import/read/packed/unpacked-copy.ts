import type { Context } from '../../../context.ts';
import { beginning } from '../bytes/beginning.ts';
import { foreignFormat, formatHeadLength, packingOf } from '../bytes/foreign-format.ts';
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
  const packing = packingOf(await headOf(packed));
  if (!packing) return packed;
  try {
    const copy = await unpackers[packing](packed.file, context);
    const foreign = foreignFormat(await headOf(copy), 'The packed file');
    if (!foreign) return copy;
    await copy.file.remove();
    throw refusal([foreign]);
  } finally {
    await packed.file.remove();
  }
}

const headOf = ({ file }: Copy): Promise<Buffer> => beginning(file.bytes(), formatHeadLength);

type Unpack = (file: Copy['file'], context: Pick<Context, 'files' | 'interrupted'>) => Promise<Copy>;

/** Loaded only for such a file. */
const unpackers: Readonly<Record<'gzip' | 'zip', Unpack>> = {
  gzip: async (file, context) => (await import('./gzip.ts')).gunzip(file, context),
  zip: async (file, context) => (await import('./zip.ts')).unzip(file, context),
};
