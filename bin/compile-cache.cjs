// Compiled code is code: whoever can write it can run it. So it is kept where nobody else can write, or not at all.
const { lstatSync, mkdirSync, realpathSync } = require('node:fs');
const { homedir } = require('node:os');
const { dirname, isAbsolute, join } = require('node:path');

/** The directory for compiled code, made if need be; undefined where another user could change it, or none can be made. */
module.exports = ({ env, platform, geteuid }) => {
  try {
    const user = geteuid?.();
    const stated = env.XDG_CACHE_HOME;
    const usual = platform === 'win32' ? env.LOCALAPPDATA : join(homedir(), '.cache');
    const above = stated && isAbsolute(stated) ? stated : usual;
    // HOME may be empty or relative: code is not loaded from the working directory.
    if (!isAbsolute(above)) return undefined;
    const directory = made(join(above, 'shop-cli', 'compiled'), user);
    return user === undefined || isPrivate(lstatSync(directory), user) ? directory : undefined;
  } catch {
    return undefined;
  }
};

/** The directory without links in its path. Throws where it is missing and cannot be made. */
function made(path, user) {
  const parent = dirname(path);
  const found = realPath(path);
  if (found === undefined && parent === path) throw new Error('no root');
  const directory = found ?? join(made(parent, user), path.slice(parent.length));
  if (user !== undefined) refuseShared(found === undefined ? dirname(directory) : directory, user);
  if (found === undefined) mkdirSync(directory, 0o700);
  return directory;
}

function realPath(path) {
  try {
    return realpathSync.native(path);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Throws for a directory that another user could replace, as in a home of somebody else. */
function refuseShared(path, user) {
  const { uid, mode } = lstatSync(path);
  // In a sticky directory, such as /tmp, only its owner removes a file.
  const isShared = (mode & 0o022) !== 0 && (mode & 0o1000) === 0;
  if (isShared || (uid !== user && uid !== 0)) throw new Error('of others');
  if (dirname(path) !== path) refuseShared(dirname(path), user);
}

const isPrivate = ({ uid, mode }, user) => uid === user && (mode & 0o077) === 0;
