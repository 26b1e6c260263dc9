import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { ownFileAt } from '../../settings/own-files.ts';
import { type KeyedNoun, type KeySecret, withHashedKeys } from '../map/rows/key.ts';
import type { Journal } from './journal.ts';
import { factsOf, noteFact } from './journal-facts.ts';
import { secretFileOf } from './refusals.ts';

/** A noun whose keys are hashed with a secret. */
interface SecretKeys<N> {
  readonly noun: N;
  /** Undefined where the keys are not about people. */
  readonly secret: KeySecret | undefined;
}

/** @param journal its path; without one the hashes end with the command @throws CliError `usage` for another file */
export function withSecretKeys<N extends KeyedNoun>(
  noun: N,
  journal: string | undefined,
  context: Context,
): SecretKeys<N> {
  if (!noun.foldKey) return { noun, secret: undefined };
  const file = journal === undefined ? undefined : secretFileOf(context.files.realPath(journal));
  const text = file === undefined ? undefined : ownFileAt(file, context).read(file)?.trim();
  if (text !== undefined && text !== '' && !/^[\da-f]{64}$/.test(text)) throw noSecret(String(file));
  const hex = text || context.randomHex(32);
  return { noun: withHashedKeys(noun, Buffer.from(hex, 'hex')), secret: { hex, isNew: !text } };
}

/**
 * Makes sure that the hashes of a journal are of this secret: by another secret, each person who was sent before would
 * count as new.
 * @throws CliError `usage`
 */
export function refuseLostSecret(journal: Journal, { hashKey, names }: KeyedNoun): void {
  if (!hashKey) return;
  const { path } = journal;
  const checks = factsOf(journal, checkName);
  if (checks.length === 0 || checks.includes(checkOf(hashKey))) return;
  throw new CliError(
    'usage',
    `The secret of the journal ${path} is lost, so the journal no longer knows who was imported.`,
    {
      field: '--journal',
      hint: `Restore ${secretFileOf(path)}, which belongs next to the journal. Nothing was sent. Until then this journal cannot import ${names[1]}.`,
    },
  );
}

/** The same, and keeps the secret of a journal that has none. On disk before the first hash is. */
export async function keepSecret(
  journal: Journal,
  noun: KeyedNoun,
  secret: KeySecret | undefined,
  context: Context,
): Promise<void> {
  refuseLostSecret(journal, noun);
  if (!secret || !noun.hashKey) return;
  const file = secretFileOf(context.files.realPath(journal.path));
  if (secret.isNew) await ownFileAt(file, context).change(file, () => `${secret.hex}\n`);
  noteFact(journal, checkOf(noun.hashKey));
}

const checkName = 'secret of keys ';
const checkOf = (hashKey: (code: string) => string): string => checkName + hashKey('check');

const noSecret = (path: string): CliError =>
  new CliError('usage', `${path} is not the secret of a journal.`, {
    field: path,
    hint: 'Restore the file that was there. Another journal does not know who was imported.',
  });
