import { dirname, join } from 'node:path';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { Shard } from '../check/shard.ts';
import { type Lock, lockFile } from './lock.ts';
import { storeDirectory } from './path.ts';

/** Which store is imported into, and which part of a file. */
interface LockedStore {
  readonly store: string;
  readonly shard: Shard | undefined;
}

type World = Pick<Context, 'env' | 'platform' | 'home' | 'files' | 'clock' | 'interrupted'>;

/**
 * Locks a store for the imports of this user, besides the lock of the journal: `--journal` may name another one. Shards
 * send different rows, so they exclude an import of the whole file and the same shard, not one another.
 * @param patience milliseconds to wait for another import to end
 * @throws CliError `import-running`
 */
export async function lockStore({ store, shard }: LockedStore, patience: number, world: World): Promise<Lock> {
  const directory = storeDirectory(store, world);
  if (!(await isUsable(directory, world))) return noLock;
  const whole = await lockFile(join(directory, 'import.lock'), shard ? 'shared' : 'exclusive', patience, world);
  if (!shard) return whole;
  try {
    const part = join(directory, `import-${shard.part}-of-${shard.of}.lock`);
    return both(await lockFile(part, 'exclusive', patience, world), whole);
  } catch (error) {
    whole.release();
    throw error;
  }
}

/** A container may have no home to write to: then the journal that `--journal` names is the only lock. */
async function isUsable(directory: string, { files }: World): Promise<boolean> {
  try {
    await files.makePrivateDirectory(dirname(directory));
    await files.makePrivateDirectory(directory);
    await files.ensurePrivate(join(directory, 'import.lock'));
    return true;
  } catch (error) {
    if (error instanceof CliError) return false;
    throw error;
  }
}

const noLock: Lock = { check: () => undefined, release: () => undefined };

const both = (one: Lock, other: Lock): Lock => ({
  check() {
    one.check();
    other.check();
  },
  release() {
    one.release();
    other.release();
  },
});
