import type { StoreNoun } from '../../../resources/file-table.ts';
import { type Key, keysOf, keyText } from '../../map/rows/key.ts';
import type { IdReading } from './id-gap.ts';
import type { IdMarks } from './id-marks.ts';

/** So many IDs are asked for first: nearly always, the store has given none of them. */
const firstReads = 3;
/** So many at a time as long as some are of the file: an import elsewhere has gone on from there. */
const readsAtOnce = 10;

/** What is asked about the IDs above all that are known. */
interface NewerQuestions {
  readonly noun: StoreNoun;
  readonly marks: IdMarks;
  readonly read: (id: number) => Promise<IdReading>;
  /** Whether the file has a row with this key that is to be sent, and that was not sent before. */
  readonly isOfFile: (key: Key) => boolean;
}

/** Who was created since. */
export interface NewerPeople {
  /** The ID of each who is in the file, by key (`keyText`). */
  readonly found: ReadonlyMap<string, string>;
  /** The IDs of all who were read. */
  readonly ids: ReadonlySet<number>;
}

/**
 * Who has the IDs above the highest one that the journal knows, before anything is sent: people of the file whom another
 * journal has, or a newer copy of this one, would be created once more. @throws Stopped
 */
export async function newerPeople({ noun, marks, read, isOfFile }: NewerQuestions): Promise<NewerPeople> {
  const found = new Map<string, string>();
  const ids = new Set<number>();
  const readNext = async (from: number, count: number): Promise<number> => {
    const readings = await Promise.all(Array.from({ length: count }, (_, at) => read(from + at)));
    const people = readings.filter((reading) => reading.kind === 'record');
    for (const { id, record } of people) {
      ids.add(Number(id));
      const key = keysOf(noun, record).find(isOfFile);
      if (key) found.set(keyText(key), id);
    }
    return people.length;
  };
  if (marks.highest === undefined || marks.doubt !== undefined) return { found, ids };
  const first = marks.highest + 1;
  if ((await readNext(first, firstReads)) === 0) return { found, ids };
  await readNext(first + firstReads, readsAtOnce - firstReads);
  let from = first + readsAtOnce;
  let before = 0;
  while (found.size > before) {
    before = found.size;
    await readNext(from, readsAtOnce);
    from += readsAtOnce;
  }
  return { found, ids };
}
