import { join, sep } from 'node:path';
import type { Files } from '../context.ts';
import { configDirectory, dataDirectory, type HomeContext, stateDirectory } from './directories.ts';

/** What a file of ours needs of the machine. */
type FilesContext = HomeContext & { readonly files: Files };

/** The ways to a file of ours. */
interface OwnFile {
  readonly read: Files['readOwn'];
  readonly change: Files['changeOwn'];
  readonly ensure: Files['ensureOwn'];
}

/**
 * The ways to a file of ours that may be in a directory of ours, which is kept private, or in a folder of the user, which
 * stays as it is: a journal, its secret, the database of a sandbox.
 * @param path from the root
 */
export const ownFileAt = (path: string, context: FilesContext): OwnFile => {
  const { readPrivate, changePrivate, ensurePrivate, readOwn, changeOwn, ensureOwn } = context.files;
  return isInOwnDirectory(path, context)
    ? { read: readPrivate, change: changePrivate, ensure: ensurePrivate }
    : { read: readOwn, change: changeOwn, ensure: ensureOwn };
};

/** Whether a path is in our directories for settings, history or data, by whatever it is named. */
function isInOwnDirectory(path: string, context: FilesContext): boolean {
  const directories = [configDirectory, stateDirectory, dataDirectory].map((directoryOf) => directoryOf(context));
  return directories.some((directory) =>
    [directory, context.files.realPath(directory)].some((each) => path.startsWith(join(each, sep))),
  );
}
