import { join, resolve } from 'node:path';
import type { Context } from '../../context.ts';
import type { StoreNames } from '../../settings/base-url.ts';
import { stateDirectory } from '../../settings/directories.ts';
import { hashOf } from '../../text/hash-set.ts';

type Machine = Pick<Context, 'env' | 'platform' | 'home'>;

/** The directory of the journals on this machine. */
export function storeDirectory(store: string, machine: Machine): string {
  const name = store
    .replace(/^https?:\/\//, '')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, 80);
  return join(stateDirectory(machine), `${name}-${hashOf(store).toString(36)}`);
}

/** The default path of a store's journal. */
const journalPath = (store: string, machine: Machine): string => join(storeDirectory(store, machine), 'imports.db');

/** The journal that the user names, or else the default one of the store. If only one of a former identity exists, that one. */
export async function findJournal(
  option: string | undefined,
  { identity, former }: StoreNames,
  context: Machine & Pick<Context, 'cwd' | 'files'>,
): Promise<string> {
  if (option !== undefined) return resolve(context.cwd, option);
  const path = journalPath(identity, context);
  for (const each of [path, ...former.map((store) => journalPath(store, context))])
    if (await context.files.exists(each)) return each;
  return path;
}
