import { join, resolve } from 'node:path';
import type { Context } from '../../context.ts';
import { type HomeContext, storeDirectory } from '../../settings/directories.ts';

/** The journal that the user names, or else that of the store. */
export const journalPath = (
  option: string | undefined,
  store: string,
  context: HomeContext & Pick<Context, 'cwd'>,
): string => (option === undefined ? join(storeDirectory(store, context), 'imports.db') : resolve(context.cwd, option));
