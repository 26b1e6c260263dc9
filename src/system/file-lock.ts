import { lstatSync, rmSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { codeOf } from './file-errors.ts';

/** Milliseconds. What is done under a lock takes a few of them; an older one is left by a killed process. */
const staleAfter = 5000;

/**
 * Does something under a lock, which is a file; another process waits.
 * @param work gets whether the lock is still its own: another process may have taken it away. Returns undefined if it then
 * changed nothing, and is called again.
 */
export async function locked<T>(path: string, work: (isHeld: () => boolean) => Promise<T | undefined>): Promise<T> {
  for (;;) {
    const own = await create(path);
    if (own === undefined) await waitFor(path);
    else {
      const isHeld = (): boolean => isSame(own, found(path)) && !isStale(own);
      const done = await work(isHeld).finally(() => isHeld() && rmSync(path, { force: true }));
      if (done !== undefined) return done;
    }
  }
}

/** @returns undefined if it is there */
async function create(path: string): Promise<Stats | undefined> {
  try {
    const lock = await open(path, 'wx', 0o600);
    return await lock.stat().finally(() => lock.close());
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return undefined;
    throw error;
  }
}

async function waitFor(path: string): Promise<void> {
  const lock = found(path);
  // If another process was faster, this is its new lock: it notices, and starts again.
  if (lock && isStale(lock)) rmSync(path, { force: true });
  else await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Of a link, the link itself. */
const found = (path: string): Stats | undefined => lstatSync(path, { throwIfNoEntry: false });

/** Also one from the future: the clock was set back. */
const isStale = ({ mtimeMs }: Stats): boolean => Math.abs(Date.now() - mtimeMs) > staleAfter;

/** A file system gives the number of a removed file to the next one. */
const isSame = (one: Stats, other: Stats | undefined): boolean =>
  one.ino === other?.ino && one.mtimeMs === other.mtimeMs;
