import { join, resolve } from 'node:path';
import type { Context } from '../../context.ts';
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

/** The journal that the user names, or else that of the store. */
export const journalPath = (
  option: string | undefined,
  store: string,
  machine: Machine & Pick<Context, 'cwd'>,
): string => (option === undefined ? join(storeDirectory(store, machine), 'imports.db') : resolve(machine.cwd, option));
