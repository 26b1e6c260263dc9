import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Context, TemporaryFile } from '../../../context.ts';
import type { Copy } from '../copy.ts';
import { damaged } from './damaged.ts';
import { writeUnpacked } from './write-unpacked.ts';

/** What is packed in a gzip file, of one or more members. @throws CliError `usage` for a damaged file */
export async function gunzip(file: TemporaryFile, context: Pick<Context, 'files' | 'interrupted'>): Promise<Copy> {
  const packed = Readable.from(file.bytes());
  const unpacking = createGunzip({ chunkSize: 64 * 1024 });
  // Not a pipeline: it would replace our error by that of the aborted streams.
  packed.on('error', (error) => unpacking.destroy(error)).pipe(unpacking);
  // It may fail before it is read; reading it then throws the same error.
  unpacking.on('error', () => undefined);
  try {
    return await writeUnpacked(unpacking, () => unpacking.bytesWritten, context);
  } catch (error) {
    throw damaged('gzip file', error);
  } finally {
    packed.destroy();
    unpacking.destroy();
  }
}
