import { onTestFinished } from 'vitest';
import { type Journal, openJournal } from '../../../src/import/journal/journal.ts';
import { createFiles } from '../../../src/system/files.ts';
import { Secrets } from '../../../src/text/redact.ts';

interface Opening {
  /** What the clock says, in milliseconds. */
  readonly at?: number;
  readonly lock?: number | 'unlocked';
}

/** Opens a journal, on a clock that only sleeping moves, until it is closed or the test ends. */
export async function openedJournal(path: string, { at = 0, lock = 0 }: Opening = {}): Promise<Journal> {
  let slept = 0;
  const clock = {
    now: () => new Date(at),
    elapsed: () => slept,
    sleep: async (time: number) => {
      slept += time;
    },
  };
  const world = { files: createFiles('/', new Secrets()), clock, interrupted: new AbortController().signal };
  const journal = await openJournal(path, { lock }, world);
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await journal.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...journal, close };
}
