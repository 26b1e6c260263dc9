import { join, resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { stateDirectory } from '../../settings/directories.ts';
import { hashOf } from '../../text/hash-set.ts';

/** Where the journal of a store is kept. */
export function journalPath(store: string, machine: Pick<Context, 'env' | 'platform' | 'home'>): string {
  const name = store
    .replace(/^https?:\/\//, '')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, 80);
  return join(stateDirectory(machine), `${name}-${hashOf(store).toString(36)}`, 'imports.db');
}

/** The journal that the user names, or else that of the store. */
export const journalAt = (
  stated: string | undefined,
  store: string,
  context: Pick<Context, 'env' | 'platform' | 'home' | 'cwd'>,
): string => (stated === undefined ? journalPath(store, context) : resolve(context.cwd, stated));
