import { dirname } from 'node:path';
import type { Context } from '../../context.ts';
import type { Lock } from './lock.ts';
import { lockedDatabase, type OpenDatabase, readOnlyDatabase } from './open-database.ts';
import { type JournalReading, readingOf } from './reading.ts';
import { prepareTables, refuseOtherFile } from './schema.ts';
import { unwritable } from './unwritable.ts';
import { type JournalWriting, writingOf } from './writing.ts';

/**
 * The lasting record of the imports into one store: the runs, and the outcome of every row. Rows without a known
 * outcome belong to the store, not to their run.
 */
export interface Journal extends JournalReading, JournalWriting {
  readonly path: string;
  /** Milliseconds since 1970, on a clock that does not jump while the journal is open. */
  now(): number;
  /** Releases the lock, if it has one. It also ends with the process. */
  close(): Promise<void>;
}

interface JournalOptions {
  /** Milliseconds to wait for another import to end (0); `unlocked` only reads. */
  readonly lock: number | 'unlocked';
  /** A second lock that must be held for every write. */
  readonly storeLock?: Lock;
}

type World = Pick<Context, 'files' | 'clock' | 'interrupted'>;

/**
 * Opens the journal of a store and locks it for this process; `unlocked` reads a copy, also while an import runs.
 * @throws CliError `import-running` while another import with this journal runs on this machine, `import-stopped` when
 * it cannot be written, `usage` when it is damaged, of a later version, or no journal at all
 */
export async function openJournal(path: string, options: JournalOptions, world: World): Promise<Journal> {
  const { lock, storeLock } = options;
  await refuseOtherFile(path, world.files);
  await world.files.makePrivateDirectory(dirname(path));
  const opened =
    lock === 'unlocked' ? await readOnlyDatabase(path, world.files) : await lockedDatabase(path, lock, world);
  try {
    prepareTables(opened.database, path);
    return journalOf(path, { opened, storeLock, clock: world.clock });
  } catch (cause) {
    await opened.close();
    throw unwritable(path, cause);
  }
}

interface JournalParts {
  readonly opened: OpenDatabase;
  readonly storeLock: Lock | undefined;
  readonly clock: Context['clock'];
}

function journalOf(path: string, { opened, storeLock, clock }: JournalParts): Journal {
  const trust = { clockDiffers: false };
  // Not `clock.now()`: the clock of the machine may jump during a run.
  const [openedAt, elapsedThen] = [clock.now().getTime(), clock.elapsed()];
  const now = (): number => Math.round(openedAt + clock.elapsed() - elapsedThen);
  const checkLocks = (): void => {
    storeLock?.check();
    opened.check();
  };
  return {
    path,
    now,
    ...readingOf(opened.database, { trust, now }),
    ...writingOf(opened.database, { path, now, trust, checkLocks, sync: opened.sync }),
    close: opened.close,
  };
}
