import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Context, Keychain } from '../context.ts';
import { CliError } from '../errors.ts';
import { configDirectory, type HomeContext } from './directories.ts';

/** Where the key of a store lies: with its token in the keychain, or in a file beside those of tokens. */
interface KeyPlace {
  readonly storeId: string;
  readonly inKeychain: boolean;
}

/** The file of keys (0600) for stores whose token is in no keychain: it protects copies of an index alone. */
export const peopleKeysFile = (context: HomeContext): string => join(configDirectory(context), 'people-keys.json');

/**
 * The key of the hashes by which people of a store are found: 32 random bytes in hex, made when there is none.
 * @throws CliError where it can neither be read nor kept
 */
export async function peopleKey(context: Context, place: KeyPlace): Promise<string> {
  const made = context.randomHex(32);
  if (!place.inKeychain) return await keyInFile(context, place, made);
  const keychain = await keychainOf(context);
  const known = await keychain.read(accountOf(place));
  if (known !== undefined && isKey(known)) return known;
  if (!(await keychain.write(accountOf(place), made))) throw unreachable();
  // Another search may have made one at the same time: the later one counts.
  return (await keychain.read(accountOf(place))) ?? made;
}

/** Forgets the key of a store, wherever it is. */
export async function forgetPeopleKey(context: Context, place: KeyPlace): Promise<void> {
  if (place.inKeychain) await (await keychainOf(context)).remove(accountOf(place));
  const path = peopleKeysFile(context);
  if (context.files.readPrivate(path) === undefined) return;
  await context.files.changePrivate(path, (text) => {
    const { [place.storeId]: _, ...others } = keysIn(text, path);
    return fileOf(others);
  });
}

async function keyInFile(context: Context, { storeId }: KeyPlace, made: string): Promise<string> {
  const path = peopleKeysFile(context);
  const known = keysIn(context.files.readPrivate(path), path)[storeId];
  if (known !== undefined) return known;
  const text = await context.files.changePrivate(path, (before) =>
    fileOf({ [storeId]: made, ...keysIn(before, path) }),
  );
  return keysIn(text, path)[storeId] ?? made;
}

const accountOf = ({ storeId }: KeyPlace): string => `people ${storeId}`;

async function keychainOf(context: Context): Promise<Keychain> {
  const keychain = await context.keychain();
  if (keychain) return keychain;
  throw unreachable();
}

const unreachable = (): CliError =>
  new CliError('auth', 'The key of the index is in a keychain that cannot be reached from here.');

const keysFile = z.object({ keys: z.record(z.string(), z.unknown()) });

type Keys = Readonly<Record<string, string>>;

const fileOf = (keys: Keys): string => `${JSON.stringify({ version: 1, keys }, null, 2)}\n`;

const isKey = (value: unknown): value is string => typeof value === 'string' && /^[\da-f]{64}$/.test(value);

/** Whatever is no key is not there: a new one is made. */
function keysIn(text: string | undefined, path: string): Keys {
  if (text === undefined) return {};
  try {
    const { data } = z.safeParse(keysFile, JSON.parse(text));
    if (data)
      return Object.fromEntries(
        Object.entries(data.keys).flatMap(([store, key]) => (isKey(key) ? [[store, key] as const] : [])),
      );
  } catch {
    // Said below, without what JSON.parse would quote.
  }
  throw new CliError('usage', `${path} is not a shop-cli file of keys.`, {
    field: path,
    hint: 'Remove it. The next search makes a new index.',
  });
}
