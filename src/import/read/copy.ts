import { createHash } from 'node:crypto';
import type { Context, TemporaryFile } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { Sheet } from './sheet.ts';

/** The run's own copy: it is read several times, and the file may change or be a pipe. */
export interface Copy {
  readonly file: TemporaryFile;
  /** SHA-256 of the bytes, as hex. */
  readonly hash: string;
  /** The sheet that it was, in a workbook. */
  readonly sheet?: Sheet;
}

/**
 * A copy of the file, or of standard input for `-`; one that shares its blocks with the file where the file system can.
 * @throws CliError `usage` for a file that cannot be read, or when the user interrupts
 */
export async function copyOf(
  path: string,
  { files, stdin, interrupted }: Pick<Context, 'files' | 'stdin' | 'interrupted'>,
): Promise<Copy> {
  const shared = path === '-' ? undefined : await files.temporaryCopy(path);
  const file = shared ?? (await files.temporary());
  const hash = createHash('sha256');
  const source = shared ? shared.bytes() : path === '-' ? stdin.bytes() : files.bytes(path);
  try {
    for await (const chunk of untilInterrupted(source, interrupted)) {
      hash.update(chunk);
      if (!shared) await file.write(chunk);
    }
    return { file, hash: hash.digest('hex') };
  } catch (error) {
    await file.remove();
    throw error;
  }
}

/** The same chunks, ended with an error as soon as the user interrupts. */
export async function* untilInterrupted<T>(chunks: AsyncIterable<T>, interrupted: AbortSignal): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    if (interrupted.aborted) throw new CliError('interrupted', 'Interrupted. Nothing was sent.');
    yield chunk;
  }
}
