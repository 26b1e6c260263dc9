import { isAbsolute, join, win32 } from 'node:path';
import type { Context } from '../context.ts';
import { hashOf } from '../text/hash-set.ts';

/** What the directories of a user follow from. */
export type HomeContext = Pick<Context, 'env' | 'platform' | 'home'>;

/** The directory for data that can be recreated: `$XDG_DATA_HOME/shop-cli`. */
export const dataDirectory = (context: HomeContext): string =>
  directory(context, 'XDG_DATA_HOME', '.local/share', local);

/** The directory for this user's import history: `$XDG_STATE_HOME/shop-cli`. */
export const stateDirectory = (context: HomeContext): string =>
  directory(context, 'XDG_STATE_HOME', '.local/state', local);

/** The directory for what this context knows of a store: the journal of imports, the index of people. */
export function storeDirectory(store: string, context: HomeContext): string {
  const name = store
    .replace(/^https?:\/\//, '')
    .replace(/[^\w.-]+/g, '_')
    .slice(0, 80);
  return join(stateDirectory(context), `${name}-${hashOf(store).toString(36)}`);
}

/** The file of the index of people of a store. */
export const peopleIndexFile = (store: string, context: HomeContext): string =>
  join(storeDirectory(store, context), 'people.db');

/** The directory for this user's profiles and stored tokens: `$XDG_CONFIG_HOME/shop-cli`. */
export const configDirectory = (context: HomeContext): string =>
  directory(context, 'XDG_CONFIG_HOME', '.config', roaming);

/** Directories of Windows: the variable that names one, and where it usually is. */
const local = ['LOCALAPPDATA', 'AppData/Local'] as const;
const roaming = ['APPDATA', 'AppData/Roaming'] as const;

/** As the XDG Base Directory Specification says, which ignores a relative path. */
function directory(
  { env, platform, home }: HomeContext,
  variable: string,
  usual: string,
  [windowsVariable, usualOnWindows]: readonly [string, string],
): string {
  const stated = env[variable];
  if (stated && isAbsolute(stated)) return join(stated, 'shop-cli');
  if (platform !== 'win32') return join(home, usual, 'shop-cli');
  const statedOnWindows = env[windowsVariable] ?? '';
  return join(win32.isAbsolute(statedOnWindows) ? statedOnWindows : join(home, usualOnWindows), 'shop-cli');
}
