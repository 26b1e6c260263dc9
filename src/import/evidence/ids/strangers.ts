import type { CliError } from '../../../errors.ts';
import { Stopped } from '../../../pace/ask.ts';
import type { StoreNoun } from '../../../resources/file-table.ts';
import { type Key, keysOf, keyText } from '../../map/rows/key.ts';
import { anotherImport } from '../another-import.ts';
import type { CreatedElsewhere, SendingOrder, SentMark } from '../sending-order.ts';
import type { Barrier } from './barrier.ts';
import type { IdReading } from './id-gap.ts';
import { type IdMarks, numberOfId } from './id-marks.ts';

/** So many people whom others created are read, */
const mostPeople = 10;
/** and so many IDs for that: a store may leave many out. */
const mostReads = 50;
/** So many people of the file are no chance. */
const mostFound = 3;

/** What is asked about an ID between those of an import, and about who has it. */
interface StrangerQuestions {
  readonly noun: StoreNoun;
  readonly marks: IdMarks;
  readonly read: (id: number) => Promise<IdReading>;
  /** Whether a row of an import has this ID. */
  readonly isOurs: (id: number) => boolean;
  /** Whether the file has a row with this key that is sent, or was, and of which no attempt before this run is unsettled. */
  readonly isOfFile: (key: Key) => boolean;
  /** Ends the import. */
  readonly stop: (reason: CliError) => void;
}

/** IDs that nobody of ours has, as soon as these rows are answered. */
interface Gap {
  readonly ids: readonly number[];
  readonly waits: Set<SentMark>;
}

/**
 * Who is under the IDs between those that an import creates, and was not created by it. Somebody with the key of a row must
 * not be created once more; several are the work of another import of the same people.
 */
export class Strangers {
  readonly #questions: StrangerQuestions;
  readonly #found = new Map<string, CreatedElsewhere>();
  readonly #underWay = new Set<SentMark>();
  /** Keys of rows that may have any of the IDs: no answer says which. */
  readonly #unclear = new Set<string>();
  readonly #gaps = new Set<Gap>();
  readonly #looking = new Set<Promise<void>>();
  #people = 0;
  #reads = 0;
  #hasOwn = false;

  constructor(questions: StrangerQuestions) {
    this.#questions = questions;
  }

  /** The ID of the person of a row, if somebody else has created that person. */
  idOf(key: Key): string | undefined {
    return this.#found.get(keyText(key))?.recordId;
  }

  left(mark: SentMark): void {
    this.#underWay.add(mark);
  }

  /** @param before the highest ID that was known until then */
  answered({ key }: { readonly key: Key }, mark: SentMark, id: string | undefined, before: number | undefined): void {
    this.#underWay.delete(mark);
    if (id === undefined) this.#unclear.add(keyText(key));
    this.#noteGap(before, id === undefined ? undefined : numberOfId(id));
    for (const gap of this.#gaps) {
      gap.waits.delete(mark);
      if (gap.waits.size > 0) continue;
      this.#gaps.delete(gap);
      const looking: Promise<void> = this.#lookAt(gap.ids).finally(() => this.#looking.delete(looking));
      this.#looking.add(looking);
    }
  }

  /** Waits until all that were seen are read. */
  async all(): Promise<readonly CreatedElsewhere[]> {
    await Promise.all(this.#looking);
    return [...this.#found.values()];
  }

  /** Of the IDs since earlier imports, which may be many, the first ones tell: an import elsewhere has gone on from there. */
  #noteGap(low: number | undefined, upper: number | undefined): void {
    const isFirst = !this.#hasOwn;
    if (upper !== undefined) this.#hasOwn = true;
    if (low === undefined || upper === undefined || upper <= low + 1 || this.#isEnough()) return;
    const most = Math.min(upper - low - 1, isFirst ? mostPeople : mostReads);
    this.#gaps.add({ ids: Array.from({ length: most }, (_, at) => low + 1 + at), waits: new Set(this.#underWay) });
  }

  #isEnough(): boolean {
    return this.#people >= mostPeople || this.#reads >= mostReads || this.#questions.marks.doubt !== undefined;
  }

  async #lookAt(ids: readonly number[]): Promise<void> {
    const others = ids.filter((id) => !this.#questions.isOurs(id));
    for (let at = 0; at < others.length && !this.#isEnough(); at += mostPeople) {
      const some = others.slice(at, at + mostPeople);
      this.#reads += some.length;
      const readings = await Promise.all(some.map((id) => this.#questions.read(id))).catch((error: unknown) => {
        if (error instanceof Stopped) return [];
        throw error;
      });
      for (const reading of readings) if (reading.kind === 'record') this.#note(reading);
    }
  }

  #note({ id, record }: Extract<IdReading, { readonly kind: 'record' }>): void {
    const { noun, isOfFile, stop } = this.#questions;
    this.#people++;
    const key = keysOf(noun, record).find((one) => !this.#unclear.has(keyText(one)) && isOfFile(one));
    if (!key) return;
    this.#found.set(keyText(key), { key, recordId: id });
    if (this.#found.size === mostFound) stop(anotherImport(noun, [...this.#found.values()]));
  }
}

/** The same order, in which strangers are watched for. */
export const watching = (barrier: Barrier, marks: IdMarks, strangers: Strangers): SendingOrder => ({
  room: async () => ({
    ...(await barrier.room()),
    overtaken({ key }) {
      const recordId = strangers.idOf(key);
      if (recordId === undefined) return undefined;
      barrier.skip();
      return { kind: 'found', recordId };
    },
  }),
  held: (rows) => barrier.held(rows),
  leave(isFirst) {
    const mark = barrier.leave(isFirst);
    strangers.left(mark);
    return mark;
  },
  answered(row, mark, id) {
    const before = marks.highest;
    barrier.answered(row, mark, id);
    strangers.answered(row, mark, id, before);
  },
  follow: (work) => barrier.follow(work),
  async end() {
    await barrier.end();
    return await strangers.all();
  },
});
