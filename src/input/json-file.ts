import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import type { Json } from '../resources/kind.ts';
import { changedNumber, isDeep, repeatedName } from '../text/json.ts';
import { exactText } from '../text/whole-text.ts';
import { cut } from '../text/words.ts';

/**
 * The JSON of a file, or of standard input for `-`.
 * @param flag the option that names it, for the error
 * @throws CliError `usage` for a file that is not there or not JSON, or has a number that would be sent as another
 */
export async function readJson(
  path: string,
  flag: string,
  { files, stdin }: Pick<Context, 'files' | 'stdin'>,
): Promise<Json> {
  const text = path === '-' ? await readAll(stdin.bytes()) : await files.readText(path);
  if (text === undefined) throw new CliError('usage', `File not found: ${path}.`, { field: flag });
  const name = path === '-' ? 'Standard input' : path;
  const json = parsed(text, name, flag);
  // Whatever looks at each value of it would run out of stack.
  const hasManyLevels = isDeep(text);
  if (hasManyLevels) throw new CliError('usage', `${name} has more levels than any body of the API.`, { field: flag });
  const repeated = repeatedName(text);
  if (repeated !== undefined)
    throw new CliError('usage', `${name} has the field "${cut(repeated, maxName)}" more than once.`, { field: flag });
  // JSON can name half of a character (RFC 8259, section 8.2), for which a store keeps another one.
  if (hasHalfCharacter(json))
    throw new CliError('usage', `${name} has half of a character, such as "\\ud83d" without "\\ude00".`, {
      field: flag,
    });
  const changed = changedNumber(text);
  if (changed) throw tooExact(changed, name, flag);
  return json;
}

function parsed(text: string, name: string, flag: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (cause) {
    throw new CliError('usage', `${name} is not valid JSON: ${withoutQuote((cause as Error).message)}.`, {
      field: flag,
    });
  }
}

/** What the parser says, without the piece of the text that it quotes: a body may hold a password. */
const withoutQuote = (message: string): string => message.replace(/, (?:\.\.\.)?".*is not valid JSON$/s, '');

function hasHalfCharacter(json: Json): boolean {
  if (typeof json === 'string') return !json.isWellFormed();
  if (typeof json !== 'object' || json === null) return false;
  return Object.entries(json).some(([name, value]) => !name.isWellFormed() || hasHalfCharacter(value as Json));
}

function tooExact({ written, held }: { written: string; held: number }, name: string, flag: string): CliError {
  const number = cut(written, maxNumber);
  if (!Number.isFinite(held))
    return new CliError('usage', `${name}: ${number} is too large a number.`, { field: flag });
  return new CliError('usage', `${name}: ${number} has more digits than a number holds.`, {
    field: flag,
    hint: `Did you mean ${held} (rounded to the digits that a number holds)? Text goes in quotes: "${number}".`,
  });
}

/** How much of a name an error repeats. */
const maxName = 80;

/** How much of a number an error repeats. */
const maxNumber = 40;

/** All of standard input as text. @throws CliError `usage` */
export async function readAll(stdin: AsyncIterable<Uint8Array>): Promise<string> {
  const text = await exactText(stdin).catch((error: { readonly code?: unknown }) => {
    if (error.code !== 'ENOTUTF8') throw error;
    throw new CliError('usage', 'Cannot read standard input: not UTF-8 text.');
  });
  if (text === undefined) throw new CliError('usage', 'Cannot read standard input: larger than 16 MiB.');
  return text;
}
