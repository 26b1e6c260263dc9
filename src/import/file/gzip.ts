import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Context, TemporaryFile } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { type Copy, writeUnpacked } from './copy.ts';
import { refusal } from './faults.ts';

/** Unpacks a gzip file of one or more members. @throws CliError `usage` for a damaged file */
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
    throw damaged(error);
  } finally {
    packed.destroy();
    unpacking.destroy();
  }
}

/** The error for a file that cannot be unpacked; any other error is returned as it is. */
function damaged(error: unknown): unknown {
  if (error instanceof CliError) return error;
  const { code = '', message } = error as { code?: string; message: string };
  // Node's name for data that ends within a block.
  if (code === 'Z_BUF_ERROR') return refusal([{ problem: 'The gzip file is cut off.', remedy: again }]);
  return code.startsWith('Z_')
    ? refusal([{ problem: `The gzip file is damaged (${message}).`, remedy: again }])
    : error;
}

const again = 'Download or export it again. Nothing was sent.';
