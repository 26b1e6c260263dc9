import type { Context, TemporaryFile } from '../context.ts';
import { CliError } from '../errors.ts';

/**
 * A copy of the file, or of standard input for `-`: it is read several times, and may change meanwhile or be a pipe.
 * @throws CliError `usage` for a file that cannot be read, or when the user interrupts
 */
export async function copyOf(
  path: string,
  { files, stdin, interrupted }: Pick<Context, 'files' | 'stdin' | 'interrupted'>,
): Promise<TemporaryFile> {
  const copy = await files.temporary();
  try {
    for await (const chunk of whileWanted(path === '-' ? stdin.bytes() : files.bytes(path), interrupted)) await copy.write(chunk);
    return copy;
  } catch (error) {
    await copy.remove();
    throw error;
  }
}

/** The same chunks, ended with an error as soon as the user interrupts. */
export async function* whileWanted<T>(chunks: AsyncIterable<T>, interrupted: AbortSignal): AsyncGenerator<T> {
  for await (const chunk of chunks) {
    if (interrupted.aborted) throw new CliError('usage', 'Interrupted.');
    yield chunk;
  }
}
