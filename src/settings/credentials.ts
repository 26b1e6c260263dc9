import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Context, Keychain } from '../context.ts';
import { CliError } from '../errors.ts';
import { configDirectory, type HomeContext } from './directories.ts';
import type { Profile } from './profiles.ts';

type TokenStorage = NonNullable<Profile['token']>;
type TokenOwner = Pick<Profile, 'name' | 'url'>;

/** The file of tokens where there is no keychain. */
export const credentialsFile = (context: HomeContext): string => join(configDirectory(context), 'credentials.json');

/**
 * The token of a profile. It is stored with the address that it is for: a profile whose address was changed by hand has none.
 * @throws CliError `auth`
 */
export async function readStoredToken(context: Context, profile: Profile): Promise<string> {
  const { name, token: place } = profile;
  const token =
    place === 'keychain'
      ? await (await keychainOf(context, name)).read(accountOf(profile))
      : place === 'file'
        ? storedInFile(context, profile, 'token')
        : undefined;
  if (token !== undefined) return token;
  throw nothingStored(profile);
}

/**
 * The command that prints the token of a profile. It is stored with the address that its token is for, as a token is.
 * @throws CliError `auth`
 */
export function readStoredCommand(context: Context, profile: Profile): string {
  const command = storedInFile(context, profile, 'command');
  if (command === undefined) throw nothingStored(profile);
  return command;
}

const nothingStored = ({ name, url }: Profile): CliError =>
  new CliError('auth', `No token is stored for the profile ${name} (${url}).`, {
    hint: `Run: shop-cli auth login ${name}`,
  });

/** Stores a token: in the keychain, or in a file (0600) where there is none or the user asks for that. @returns where */
export async function storeToken(
  context: Context,
  profile: TokenOwner,
  token: string,
  insecure: boolean,
): Promise<TokenStorage> {
  const keychain = insecure ? undefined : await context.keychain();
  if (await keychain?.write(accountOf(profile), token)) return 'keychain';
  await changeFile(context, (tokens) => ({ ...tokens, [profile.name]: { store: profile.url, token } }));
  return 'file';
}

/** Stores a command that prints the token, in the same file. @returns where the token comes from */
export async function storeCommand(context: Context, profile: TokenOwner, command: string): Promise<TokenStorage> {
  await changeFile(context, (tokens) => ({ ...tokens, [profile.name]: { store: profile.url, command } }));
  return 'command';
}

/** Removes the token of a profile from where it is kept, or the command that prints it. */
export async function removeToken(context: Context, profile: Profile): Promise<void> {
  if (profile.token === 'keychain') await (await keychainOf(context, profile.name)).remove(accountOf(profile));
  if (profile.token === 'file' || profile.token === 'command') {
    await changeFile(context, ({ [profile.name]: _, ...others }) => others);
  }
}

/** Tells tokens of a store apart without revealing them: 32 bits of an HMAC, as 8 hexadecimal digits. */
export const fingerprintOf = (token: string, url: string): string =>
  createHmac('sha256', token).update(`shop-cli token fingerprint\n${url}`).digest('hex').slice(0, 8);

/** A token and the address it is for are one entry: a program that changes the address of a profile gets no token. */
const accountOf = ({ name, url }: TokenOwner): string => `${name} ${url}`;

async function keychainOf(context: Context, name: string): Promise<Keychain> {
  const keychain = await context.keychain();
  if (keychain) return keychain;
  throw new CliError('auth', `The token of the profile ${name} is in a keychain that cannot be reached from here.`, {
    hint: `Unlock the keychain, or store the token in a file: shop-cli auth login ${name} --insecure-storage`,
  });
}

/** Entries of other profiles stay as they are, whatever they have. */
const tokensFile = z.object({ tokens: z.record(z.string(), z.unknown()) });
const tokenEntry = z.object({ store: z.string(), token: z.optional(z.string()), command: z.optional(z.string()) });

type Tokens = z.infer<typeof tokensFile>['tokens'];

function storedInFile(context: Context, { name, url }: TokenOwner, field: 'token' | 'command'): string | undefined {
  const path = credentialsFile(context);
  const entry = z.safeParse(tokenEntry, tokensIn(context.files.readPrivate(path), path)[name]).data;
  return entry?.store === url ? entry[field] : undefined;
}

async function changeFile(context: Context, change: (tokens: Tokens) => Tokens): Promise<void> {
  const path = credentialsFile(context);
  await context.files.changePrivate(
    path,
    (text) => `${JSON.stringify({ version: 1, tokens: change(tokensIn(text, path)) }, null, 2)}\n`,
  );
}

function tokensIn(text: string | undefined, path: string): Tokens {
  if (text === undefined) return {};
  try {
    const { data } = z.safeParse(tokensFile, JSON.parse(text));
    if (data) return data.tokens;
  } catch {
    // The message of JSON.parse would quote the tokens.
  }
  throw new CliError('usage', `${path} is not a shop-cli credentials file.`, {
    field: path,
    hint: "Remove it, and rerun 'shop-cli auth login'.",
  });
}
