import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { Json } from '../resources/kinds.ts';

/**
 * The JSON of a file, or of standard input for `-`.
 * @param flag the option that names it, for the error
 * @throws CliError `usage` for a file that is not there or not JSON
 */
export async function readJson(
  path: string,
  flag: string,
  { files, stdin }: Pick<Context, 'files' | 'stdin'>,
): Promise<Json> {
  const text = path === '-' ? await readAll(stdin.bytes()) : await files.readText(path);
  if (text === undefined) throw new CliError('usage', `File not found: ${path}.`, { field: flag });
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw new CliError(
      'usage',
      `${path === '-' ? 'Standard input' : path} is not valid JSON: ${(cause as Error).message}.`,
      {
        field: flag,
      },
    );
  }
}

/** All of a stream as UTF-8 text. */
export async function readAll(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all).toString('utf8');
}
