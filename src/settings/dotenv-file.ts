import type { Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { type Dotenv, parseDotenv } from './dotenv.ts';
import { keepSecret } from './token.ts';
import { hideTokenFile } from './token-file.ts';
import type { VariableValues } from './variables.ts';

/** What the file `.env` in the working directory says. */
interface DotenvSettings {
  readonly values: VariableValues;
  /** What is wrong with it, for a person. */
  readonly faults: readonly string[];
  /** Why it may forbid every write. */
  readonly doubt: string | undefined;
}

/** The settings of `.env`. A file that another user may have written is refused. @throws CliError `usage` */
export async function readDotenv(context: Context): Promise<DotenvSettings> {
  const { values, faults, doubt, repeated } = await read(context, { trusted: true }).catch((error: unknown) => {
    const { code } = ((error as CliError).cause ?? {}) as { readonly code?: unknown };
    if (code !== 'EFOREIGN' && code !== 'EWRITABLE') throw error;
    throw new CliError('usage', `Refusing the file .env: ${refusals[code]}.`, {
      field: '.env',
      hint: 'Make yourself the only one who can write to it and its directory (chown, chmod go-w), or select the store with --store, --profile or SHOP_URL.',
    });
  });
  const [first] = repeated;
  if (first === undefined) return { values, faults, doubt };
  throw new CliError('usage', `.env: ${repeated.join('; ')}.`, { field: '.env', hint: 'Keep one.' });
}

/**
 * The mark of `.env` beside a store that an option or a variable names. It can only forbid writes, so it counts whoever
 * wrote it; a file that cannot be read may have it.
 */
export async function readDotenvMark(context: Context): Promise<DotenvSettings> {
  try {
    const { values, doubt } = await read(context, {});
    const { SHOP_READ_ONLY } = values;
    return { values: SHOP_READ_ONLY === undefined ? {} : { SHOP_READ_ONLY }, faults: [], doubt };
  } catch (error) {
    if (error instanceof CliError) return { values: {}, faults: [], doubt: error.message };
    throw error;
  }
}

/** All that is wrong with the lines of `.env`, whether it is used or not. @throws CliError `usage` if it cannot be read */
export async function faultsOfDotenv(context: Context): Promise<readonly string[]> {
  const { faults, repeated, doubt } = await read(context, {});
  return [...new Set([...faults, ...repeated.map((text) => `.env: ${text}.`), ...(doubt ? [doubt] : [])])];
}

const nothing: Dotenv = { values: {}, faults: [], repeated: [], doubt: undefined };

async function read(context: Context, options: Parameters<Context['files']['readForeignText']>[1]): Promise<Dotenv> {
  const text = await context.files.readForeignText('.env', options);
  if (text === undefined) return nothing;
  const dotenv = parseDotenv(text);
  keepSecret(dotenv.values.SHOP_TOKEN ?? '', context.secrets);
  await hideTokenFile(dotenv.values.SHOP_TOKEN_FILE, context, { within: '.' });
  return dotenv;
}

const refusals = {
  EFOREIGN: 'it or its directory belongs to another user',
  EWRITABLE: 'other users can change it or its directory',
} as const;
