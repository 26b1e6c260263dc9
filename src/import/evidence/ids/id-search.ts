import type { NumberedNoun } from '../../../client/endpoints/noun.ts';
import { formatCount } from '../../../text/numbers.ts';
import type { Key } from '../../map/rows/key.ts';
import type { Settled } from '../settled.ts';
import { hasKey, type IdReading, judgeGap, notRead, type SentRow, whatSettlesIt } from './id-gap.ts';
import { type IdMarks, numberOfId } from './id-marks.ts';
import { IdReadings, type NumberedStore } from './id-readings.ts';

/** More IDs that nobody of this import has are not read: the store leaves many out, and each look-up would take minutes. */
const maxUnknownIds = 5000;
/** Above the last known ID, so many in a row are missing before the end of what the store has is believed. */
const maxMissing = 50;

interface FirstShown {
  readonly reading: IdReading;
  /** On the monotonic clock. */
  readonly at: number;
}

/** What is known of a row besides the IDs that it can have got. */
interface AttemptEnd {
  /** When its settle time was over, on the monotonic clock. */
  readonly due: number;
  /** Whether the store has said of every attempt that it did not create it. */
  readonly isRefused: boolean;
}

/** Looks for a row by the IDs that it can have got. Each method may throw Stopped. */
export class IdSearch {
  readonly readings: IdReadings;
  readonly #store: NumberedStore;
  readonly #marks: IdMarks;
  readonly #isOurs: (id: number) => boolean;
  readonly #shown = new Map<string, Promise<FirstShown>>();

  /** @param isOurs whether a row of an import has this ID */
  constructor(store: NumberedStore, marks: IdMarks, isOurs: (id: number) => boolean) {
    this.readings = new IdReadings(store);
    this.#store = store;
    this.#marks = marks;
    this.#isOurs = isOurs;
  }

  /**
   * Between the highest ID that was known before the row was sent and that of a row which was sent when its settle time was
   * over. Where none was known, from the first on.
   */
  async between(row: SentRow, low: number | undefined, above: string, evidence: AttemptEnd): Promise<Settled> {
    const upper = numberOfId(above);
    if (upper === undefined || this.#marks.doubt !== undefined) return this.#doubtful();
    const ids = this.#unknownBetween(low ?? 0, upper);
    if (ids === undefined && low === undefined) return await this.below(row, upper, evidence);
    if (ids === undefined) return { kind: 'unproven', message: unproven(tooMany(low ?? 0, upper)) };
    // A store that does not show what it has created last, before and after, may not show the row either.
    const before = await this.#firstShown(above);
    const settled = await this.#judged(row, ids, { ...evidence, due: Math.max(evidence.due, before.at) });
    if (settled.kind !== 'absent') return settled;
    const unshown = [before.reading, await this.readings.shown(above)].find(({ kind }) => kind !== 'record');
    if (unshown?.kind === 'failed') return { kind: 'uncertain', message: notRead(this.#store.noun, unshown.message) };
    if (unshown) return { kind: 'unproven', message: unproven(notShown(this.#store.noun, above)) };
    // Rows that were answered meanwhile may have shown it.
    return this.#marks.doubt === undefined ? settled : this.#doubtful();
  }

  /** One read of each ID, and where all are missing a second one, unless the store has said itself that it did not create the row. */
  async #judged(row: SentRow, ids: readonly number[], { due, isRefused }: AttemptEnd): Promise<Settled> {
    const settled = judgeGap(this.#store.noun, row, await this.readings.all(ids, due));
    if (settled.kind !== 'absent' || isRefused) return settled;
    return judgeGap(this.#store.noun, row, await this.readings.twice(ids, due));
  }

  readonly #doubtful = (): Settled => ({ kind: 'unproven', message: unproven(String(this.#marks.doubt)) });

  /** Whether the store shows what it has created last, and since when that is known: what was read before says nothing. */
  #firstShown(id: string): Promise<FirstShown> {
    const known = this.#shown.get(id);
    if (known !== undefined) return known;
    const shown = this.readings.shown(id).then((reading) => {
      if (reading.kind !== 'record') this.#shown.delete(id);
      return { reading, at: this.#store.clock.elapsed() };
    });
    this.#shown.set(id, shown);
    return shown;
  }

  /**
   * Looks for a row above the last ID known before it, to where the IDs seem to end. That it is missing proves nothing, but
   * where the store has said that it did not create it.
   */
  async above(row: SentRow, low: number | undefined, { due, isRefused }: AttemptEnd): Promise<Settled> {
    let isEnd = false;
    for await (const readings of this.#toTheEnd(low, due)) {
      isEnd = readings === undefined;
      const settled = judgeGap(this.#store.noun, row, readings ?? []);
      if (settled.kind !== 'absent') return settled;
    }
    if (!isRefused || !isEnd) return { kind: 'uncertain', message: noneAfter(this.#store.noun) };
    return this.#marks.doubt === undefined ? { kind: 'absent' } : this.#doubtful();
  }

  /**
   * What is under the IDs above one, ten at a time; undefined at the end. Where none was known, the first one that is there
   * comes before the end, or none does.
   */
  async *#toTheEnd(low: number | undefined, due: number): AsyncGenerator<readonly IdReading[] | undefined> {
    let missing = low === undefined ? Number.NEGATIVE_INFINITY : 0;
    let left = maxUnknownIds;
    for (let id = (low ?? 0) + 1; missing < maxMissing && left > 0; id += 10) {
      const ids = Array.from({ length: 10 }, (_, at) => id + at).filter((each) => !this.#isOurs(each));
      const readings = await this.readings.all(ids, due);
      yield readings;
      left -= ids.length;
      const isSomebody = ids.length < 10 || readings.some(({ kind }) => kind !== 'missing');
      missing = isSomebody ? 0 : missing + 10;
    }
    if (missing >= maxMissing || missing < 0) yield undefined;
  }

  /** Searches for a row before which no ID was known, just below the next known ID. */
  async below(row: SentRow, upper: number, { due, isRefused }: AttemptEnd): Promise<Settled> {
    const unknown = { kind: 'unproven', message: unproven('no ID was known before it was sent') } as const;
    const ids = Array.from({ length: Math.min(maxMissing, upper - 1) }, (_, at) => upper - 1 - at);
    const readings = await this.readings.all(
      ids.filter((id) => !this.#isOurs(id)),
      due,
    );
    const settled = judgeGap(this.#store.noun, row, readings);
    return settled.kind === 'absent' && !isRefused ? unknown : settled;
  }

  /** The IDs between two at which somebody has this key, and no row of an import. @param since on the monotonic clock: what was read before is read again */
  async withKey(key: Key, low: number, above: string, since: number): Promise<readonly string[]> {
    const ids = this.#unknownBetween(low, numberOfId(above) ?? low) ?? [];
    const readings = await this.readings.all(ids, since);
    return readings.flatMap((reading) =>
      reading.kind === 'record' && hasKey(this.#store.noun, { key }, reading.record) ? [reading.id] : [],
    );
  }

  /** The IDs between two that no row of an import has; undefined if they are too many. */
  #unknownBetween(low: number, upper: number): readonly number[] | undefined {
    const ids: number[] = [];
    for (let id = low + 1; id < upper; id++) {
      if (this.#isOurs(id)) continue;
      if (ids.length === maxUnknownIds) return undefined;
      ids.push(id);
    }
    return ids;
  }
}

const unproven = (why: string): string => `sent, and its absence cannot be shown: ${why}`;

const tooMany = (low: number, upper: number): string =>
  `more than ${formatCount(maxUnknownIds)} IDs between ${low} and ${upper} belong to others`;

const notShown = ({ names: [one] }: NumberedNoun, id: string): string =>
  `the store does not show ${one} ${id}, which it has just created`;

const noneAfter = (noun: NumberedNoun): string =>
  `sent, and not found, but no later ${noun.names[0]} was created whose ID would show that it is missing: import a file with this row and a further ${noun.names[0]}, or ${whatSettlesIt(noun)}`;
