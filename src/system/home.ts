import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';
import { noHome } from './own-directory.ts';

/**
 * The home directory of this user: `HOME`, else what the system has for the account. An empty or relative `HOME` is none:
 * with it the token would be written into the working directory, and no mark of a profile be seen. A user without an
 * account, as in a container, may have no home at all.
 */
export const homeDirectory = ({ stated = homedir, ofAccount = () => userInfo().homedir } = {}): string =>
  absolutePath(stated) ?? absolutePath(ofAccount) ?? noHome;

function absolutePath(find: () => string): string | undefined {
  try {
    const path = find();
    return isAbsolute(path) ? path : undefined;
  } catch {
    return undefined;
  }
}
