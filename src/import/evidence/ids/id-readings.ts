import type { Connection } from '../../../client/connection.ts';
import type { NumberedNoun } from '../../../client/endpoints/noun.ts';
import type { Clock } from '../../../context.ts';
import { CliError } from '../../../errors.ts';
import { Stopped } from '../../../pace/ask.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
import type { IdReading } from './id-gap.ts';

/** What reading by IDs needs of a store. */
export interface NumberedStore {
  readonly connection: Connection;
  readonly noun: NumberedNoun;
  readonly clock: Clock;
  /** Aborted when nothing more may be sent. */
  readonly stopped: AbortSignal;
  /** Makes a read at the pace of the store, until it is answered. @throws CliError; Stopped */
  readonly read: <T>(once: () => Promise<T>) => Promise<T>;
}

/** How long a store may take to show what it has just created, in milliseconds. */
const pauses = [0, 1000, 5000, 15_000, 30_000];

/** How long it is waited for a record that was created a moment ago, but for its requests, in milliseconds. */
export const longestShowing = pauses.reduce((sum, pause) => sum + pause, 0);

/** How long after a first 404 a second one is asked for, in milliseconds: a replica that lags has caught up. */
const apart = 5000;

interface IdReadAt {
  /** On the monotonic clock. */
  readonly startedAt: number;
  readonly reading: Promise<IdReading>;
}

/** What a store has under its IDs. */
export class IdReadings {
  readonly #store: NumberedStore;
  readonly #known = new Map<number, IdReadAt>();
  /** Of IDs that were missing once: what a second read says. */
  readonly #confirmed = new Map<number, IdReadAt>();

  constructor(store: NumberedStore) {
    this.#store = store;
  }

  /** The same reading serves all rows that were due before it began. @param due on the monotonic clock @throws Stopped */
  all(ids: readonly number[], due: number): Promise<readonly IdReading[]> {
    return Promise.all(ids.map((id) => this.#read(id, due)));
  }

  /**
   * The same, before a row is sent again since all are missing: an ID is missing if two reads apart in time say so. One 404
   * may be that of a server that lags, or of a gateway.
   * @throws Stopped
   */
  twice(ids: readonly number[], due: number): Promise<readonly IdReading[]> {
    return Promise.all(ids.map((id) => this.#readTwice(id, due)));
  }

  #read(id: number, due: number): Promise<IdReading> {
    return this.#once(this.#known, id, due, () => this.one(String(id)));
  }

  #readTwice(id: number, due: number): Promise<IdReading> {
    return this.#once(this.#confirmed, id, due, () => this.confirmed(String(id), this.#read(id, due)));
  }

  /** A record that may be gone: missing if two reads apart in time say so. @throws Stopped */
  async confirmed(id: string, first = this.one(id)): Promise<IdReading> {
    const reading = await first;
    if (reading.kind !== 'missing') return reading;
    const { clock, stopped } = this.#store;
    await clock.sleep(apart, stopped);
    if (stopped.aborted) throw new Stopped();
    return await this.one(id);
  }

  #once(known: Map<number, IdReadAt>, id: number, due: number, read: () => Promise<IdReading>): Promise<IdReading> {
    const before = known.get(id);
    if (before && before.startedAt >= due) return before.reading;
    const startedAt = this.#store.clock.elapsed();
    const reading = read();
    known.set(id, { startedAt, reading });
    return reading;
  }

  /** A record that was created a moment ago: a store may show it late. @throws Stopped */
  async shown(id: string): Promise<IdReading> {
    const { clock, stopped } = this.#store;
    let reading: IdReading = { kind: 'missing' };
    for (const pause of pauses) {
      if (pause > 0) await clock.sleep(pause, stopped);
      if (stopped.aborted) throw new Stopped();
      reading = await this.one(id);
      if (reading.kind !== 'missing') break;
    }
    return reading;
  }

  /** @throws Stopped */
  async one(id: string): Promise<IdReading> {
    const { connection, noun, read } = this.#store;
    try {
      return await read(async () => {
        const record = await orMissing(noun.getById(connection, id));
        return record === undefined ? { kind: 'missing' } : { kind: 'record', id, record };
      });
    } catch (error) {
      if (error instanceof CliError) return { kind: 'failed', message: error.message };
      throw error;
    }
  }
}

/** Nothing but 404 says that there is none: an empty reply, or one with another record, may be a fault of the store. */
const orMissing = (record: Promise<StoreRecord>): Promise<StoreRecord | undefined> =>
  record.catch((error: unknown) => {
    if (error instanceof CliError && error.kind === 'not-found' && error.status === 404) return undefined;
    throw error;
  });
