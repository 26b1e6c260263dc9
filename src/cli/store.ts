import { join, resolve, sep } from 'node:path';
import type { Connection } from '../client/connection.ts';
import type { Context, Prompts } from '../context.ts';
import { Cancelled, CliError } from '../errors.ts';
import { isLoopback, storeIdentity } from '../settings/base-url.ts';
import { dataDirectory } from '../settings/directories.ts';
import { type RemoteStore, type SelectedStore, storeName } from '../settings/store.ts';
import { isReference, keepSecret, type TokenSource, tokenFault, withoutQuotes } from '../settings/token.ts';
import { escapeText, shellWord } from '../text/escape.ts';
import { openEmbeddedStore, sandboxDatabase, startSandbox } from './embedded-store.ts';
import type { Invocation } from './options.ts';

/** Where requests go, and with which token. */
export interface StoreAccess extends Pick<Connection, 'base' | 'token' | 'storeId'> {
  /** What to do where the store refuses the token. */
  readonly tokenHint?: string | undefined;
}

export interface Opening extends Invocation {
  /** Registers a function that closes something at the end. */
  readonly opened: (close: () => Promise<void>) => void;
  /** The terminal for questions; undefined without one. */
  readonly prompts: Prompts | undefined;
}

/** The address of the selected store. Starts the embedded store if that is selected. @throws CliError `usage` or `auth` */
export async function openStore(opening: Opening): Promise<StoreAccess> {
  const { context, settings, options, opened } = opening;
  if (options.dryRun && !settings.storeNamed) return nowhere;
  const store = settings.store();
  const storeId = storeIdOf(store, context);
  if (store.kind === 'remote') {
    await warnOfHttp(store.base.origin, context);
    await warnOfDotenv(store, context);
    if (store.fault) await context.stderr.write(`Warning: ${escapeText(store.fault.message)} No profile is used.\n`);
    const token = await tokenOfStore(store, opening);
    await warnOfUnusedToken(store, token, context);
    return { base: store.base, token, storeId, tokenHint: tokenHintOf(store) };
  }
  if (options.curl) {
    throw new CliError('usage', '--curl cannot use the embedded store: it stops when this command ends.', {
      field: store.source,
      hint: startSandbox,
    });
  }
  if (store.source === '.env' && store.database !== undefined) await refuseForeignDatabase(opening, store.database);
  const sandbox = await openEmbeddedStore(context, { database: store.database, isDryRun: options.dryRun });
  opened(() => sandbox.close());
  return { base: { origin: sandbox.url, path: '' }, token: sandbox.token, storeId };
}

/**
 * Refuses a database that `.env` names, unless it is in our own directory or a person agrees: whoever made the folder may
 * have made it, and every command would open it.
 * @throws CliError `usage`; Cancelled
 */
async function refuseForeignDatabase({ context, options, prompts }: Opening, database: string): Promise<void> {
  const path = resolve(context.cwd, database);
  if (options.yes || path.startsWith(join(dataDirectory(context), sep))) return;
  if (!prompts) {
    throw new CliError('usage', `Refusing to open ${database}, which .env selects, without confirmation.`, {
      field: '.env',
      hint: `If it is your sandbox, pass --store sandbox:${shellWord(database)}, or --yes.`,
    });
  }
  const { askYesNo } = await import('../input/prompts/prompts.ts');
  if (!(await askYesNo(prompts, `The .env file in this folder selects the database ${database}. Open it?`)))
    throw new Cancelled('Cancelled. Nothing was opened.');
}

/** Identifies a store in every run, whatever name it was given: its canonical base URL, or `sandbox:<database>`. */
export function storeIdOf(store: SelectedStore, context: Context): string {
  if (store.kind === 'remote') return storeIdentity(store.base);
  return `sandbox:${resolve(context.cwd, store.database ?? sandboxDatabase(context))}`;
}

/** For `--dry-run` without a store: the write is shown, not sent. Nothing listens on that port, so reads fail. */
const nowhere: StoreAccess = {
  base: { origin: 'http://127.0.0.1:1', path: '' },
  token: '-'.repeat(16),
  storeId: 'nowhere',
};

/** The settings let plain http pass to another host only with `--allow-http`. */
async function warnOfHttp(origin: string, { stderr }: Context): Promise<void> {
  if (!origin.startsWith('http:') || isLoopback(origin)) return;
  await stderr.write(`Warning: --allow-http sends the token unencrypted to ${new URL(origin).host}.\n`);
}

/** A `.env` may be somebody else's: it does not change the store unseen. */
async function warnOfDotenv(store: RemoteStore, { stderr }: Context): Promise<void> {
  if (store.insteadOf === undefined) return;
  const text = `Using the store ${storeName(store)} from .env, not the profile ${store.insteadOf.name}.`;
  await stderr.write(`${escapeText(text)}\n`);
}

/** A job that sets SHOP_TOKEN alone means it. Beside SHOP_URL it belongs to that store, and a profile is another choice. */
async function warnOfUnusedToken(
  { token: source }: RemoteStore,
  token: string,
  { env, stderr }: Context,
): Promise<void> {
  const name = ['SHOP_TOKEN', 'SHOP_TOKEN_FILE', 'SHOP_TOKEN_COMMAND'].find((variable) => env[variable]);
  if (!name || !('profile' in source) || env.SHOP_URL || env.SHOP_TOKEN?.trim() === token) return;
  const text = `${name} is not used: the token is that of the profile ${source.profile.name}. To use ${name}, set SHOP_URL too.`;
  await stderr.write(`Warning: ${escapeText(text)}\n`);
}

function tokenHintOf({ token, source }: RemoteStore): string | undefined {
  if ('command' in token) return 'Check the token that the command in SHOP_TOKEN_COMMAND prints.';
  if ('profile' in token && token.profile.token === 'command')
    return `Check the token that the token command of the profile ${token.profile.name} prints.`;
  if ('profile' in token)
    return `The token of the profile ${token.profile.name} is no longer valid. Run: shop-cli auth login ${token.profile.name}`;
  const hasSign = source === '.env' && 'value' in token && token.value.includes('#');
  return hasSign ? `Check SHOP_TOKEN in .env. ${signInToken}` : undefined;
}

/** Programs differ: for some a comment begins at any `#`. */
const signInToken = 'It contains a #, which is read as part of the token: put a space before the # of a comment.';

const placeholderHint =
  'A variable in single quotes is not expanded, and neither is a secret that is not set. Set SHOP_TOKEN to the token itself.';

/** Around a token there are quotes where docker read the file. */
const quotedToken = new CliError('usage', 'The token is in quotes, which are sent as part of it.', {
  field: 'SHOP_TOKEN',
  hint: "Remove the quotes: docker's --env-file keeps them.",
});

/** The token of a store, from where its source keeps it. @throws CliError `usage` or `auth` */
export async function tokenOfStore(
  store: RemoteStore,
  invocation: Pick<Invocation, 'context' | 'options'>,
): Promise<string> {
  const { context } = invocation;
  const token = (await tokenText(store.token, invocation)).trim();
  keepSecret(token, context.secrets);
  if (withoutQuotes(token) !== token) throw quotedToken;
  const fault = tokenFault(token);
  if (fault === undefined) return token;
  throw new CliError('usage', `Invalid token: ${fault}.`, {
    field: 'SHOP_TOKEN',
    hint: isReference(token)
      ? placeholderHint
      : token.includes('#')
        ? signInToken
        : `Copy the token for ${storeName(store)} from the back office of the shop.`,
  });
}

async function tokenText(source: TokenSource, invocation: Pick<Invocation, 'context' | 'options'>): Promise<string> {
  const { context } = invocation;
  if ('value' in source) return source.value;
  if ('file' in source) return await readTokenFile(source, context.files);
  if ('command' in source)
    return await tokenOf({ command: source.command, name: 'The command in SHOP_TOKEN_COMMAND' }, invocation);
  const { readStoredCommand, readStoredToken } = await import('../settings/credentials.ts');
  const { profile } = source;
  if (profile.token !== 'command') return await readStoredToken(context, profile);
  const stored = {
    command: readStoredCommand(context, profile),
    name: `The token command of the profile ${profile.name}`,
    remedy: `Store it with a path that begins with / or ~/: shop-cli auth login ${profile.name} --token-command ~/bin/token.sh`,
  };
  return await tokenOf(stored, invocation);
}

const tokenOf = async (...command: Parameters<typeof import('./token-command.ts').tokenOfCommand>): Promise<string> =>
  await (await import('./token-command.ts')).tokenOfCommand(...command);

/** The errors never repeat the value: people set the token itself in SHOP_TOKEN_FILE. */
async function readTokenFile(
  { file, isInFolder }: Extract<TokenSource, { file: string }>,
  files: Context['files'],
): Promise<string> {
  const read = isInFolder ? files.readForeignText(file, { within: '.' }) : files.readText(file);
  const text = await read.catch((error: unknown) => {
    const { code } = (error as CliError).cause as { readonly code?: unknown };
    if (code === 'EOUTSIDE') throw tokenFileError('in .env must be a file inside the folder of the .env', outsideEnv);
    if (code === 'ENOTFILE') throw tokenFileError('is not a regular file');
    return undefined;
  });
  if (text !== undefined) return text;
  throw tokenFileError('points to a file that cannot be read');
}

const tokenFileError = (
  problem: string,
  hint = 'Write the token to a file and set SHOP_TOKEN_FILE to its path, or set SHOP_TOKEN.',
): CliError => new CliError('usage', `SHOP_TOKEN_FILE ${problem}.`, { field: 'SHOP_TOKEN_FILE', hint });

const outsideEnv = 'To use a file elsewhere, set SHOP_URL and SHOP_TOKEN_FILE in the environment.';
