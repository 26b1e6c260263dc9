import { join, resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { storeDirectory } from '../../settings/directories.ts';

type Machine = Pick<Context, 'env' | 'platform' | 'home'>;

/** The journal that the user names, or else that of the store. */
export const journalPath = (
  option: string | undefined,
  store: string,
  machine: Machine & Pick<Context, 'cwd'>,
): string => (option === undefined ? join(storeDirectory(store, machine), 'imports.db') : resolve(machine.cwd, option));
