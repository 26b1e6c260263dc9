import { join, resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { stateDirectory } from '../../settings/directories.ts';
import { hashOf } from '../../text/hash-set.ts';

/** The default path of a store's journal. */
function journalPath(store: string, machine: Pick<Context, 'env' | 'platform' | 'home'>): string {
  const name = store
    .replace(/^https?:\/\//, '')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, 80);
  return join(stateDirectory(machine), `${name}-${hashOf(store).toString(36)}`, 'imports.db');
}

/** The journal that the user names, or else the default one of the store. */
export const journalAt = (
  given: string | undefined,
  store: string,
  context: Pick<Context, 'env' | 'platform' | 'home' | 'cwd'>,
): string => (given === undefined ? journalPath(store, context) : resolve(context.cwd, given));
