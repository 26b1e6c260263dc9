import { isAbsolute, join } from 'node:path';
import type { Context } from '../context.ts';

type Machine = Pick<Context, 'env' | 'platform' | 'home'>;

/** The directory for data that can be recreated: `$XDG_DATA_HOME/shop-cli`. */
export const dataDirectory = (machine: Machine): string => directory(machine, 'XDG_DATA_HOME', 'share');

/** The directory for this user's import history: `$XDG_STATE_HOME/shop-cli`. */
export const stateDirectory = (machine: Machine): string => directory(machine, 'XDG_STATE_HOME', 'state');

/** The directory for this user's profiles and stored tokens: `$XDG_CONFIG_HOME/shop-cli`. */
export function configDirectory({ env, platform, home }: Machine): string {
  const usual = platform === 'win32' ? (env.APPDATA ?? join(home, 'AppData', 'Roaming')) : join(home, '.config');
  return join(stated(env.XDG_CONFIG_HOME) ?? usual, 'shop-cli');
}

/**
 * As the XDG Base Directory Specification says, which ignores a relative path; on Windows the directory of local
 * application data.
 */
function directory({ env, platform, home }: Machine, variable: string, name: string): string {
  const usual =
    platform === 'win32' ? (env.LOCALAPPDATA ?? join(home, 'AppData', 'Local')) : join(home, '.local', name);
  return join(stated(env[variable]) ?? usual, 'shop-cli');
}

const stated = (path: string | undefined): string | undefined => (path && isAbsolute(path) ? path : undefined);
