import { onTestFinished } from 'vitest';
import { type Journal, openJournal } from '../../../src/import/journal/journal.ts';
import { noteRows, type RowRecord } from '../../../src/import/journal/rows.ts';
import { foldedText } from '../../../src/import/map/rows/key.ts';
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
  const world = {
    ...{ env: {}, platform: 'linux' as const, home: '/nonexistent' },
    ...{ files: createFiles('/', new Secrets()), clock, interrupted: new AbortController().signal },
  };
  const journal = await openJournal(path, { lock }, world);
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await journal.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...journal, close };
}

/** Notes the states of rows that their files have, as the check of the file adds them. */
export function noteFileRows(journal: Journal, entries: readonly RowRecord[]): void {
  const cells = entries.map(({ run, record, line, key, fingerprint: { facts, stated, rest } = none }) => [
    run,
    record,
    foldedText(key),
    [line, key.code, facts, stated, rest],
  ]);
  journal.commit(() => journal.database.run(addRows, JSON.stringify(cells)));
  noteRows(journal, entries);
}

const addRows = `INSERT OR IGNORE INTO row (run, record, folded, cells, state)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, 'todo' FROM json_each(?)`;

const none = { facts: null, stated: null, rest: null };

/** Statements that give the columns of a journal the names that they had before version 17. */
export const withNamesBefore17 = `ALTER TABLE runs RENAME COLUMN invalid TO faulty;
  ALTER TABLE runs RENAME COLUMN excluded TO left_out; ALTER TABLE row RENAME COLUMN record_id TO product`;
