import type { Connection } from '../../client/connection.ts';
import type { OwnedNoun } from '../../client/endpoints/noun.ts';
import type { Clock } from '../../context.ts';
import type { SettleTime } from '../../pace/settle-time.ts';
import type { Values } from '../../resources/file-table.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { keysOf, type SendableRow } from '../map/key.ts';
import { failedLookUp } from './failed-look-up.ts';
import type { SentMark } from './ids/id-marks.ts';
import type { Owners } from './owners.ts';
import { type RefusalAnswer, type RefusalShows, shownByStatus } from './refusal.ts';
import type { Prepared, RowLookUp, SentAttempts } from './row-look-up.ts';
import { clear, type Settled } from './settled.ts';

/** What the look-ups of a run need of its store. */
interface OwnedStore {
  readonly connection: Connection;
  readonly noun: OwnedNoun;
  readonly clock: Clock;
  readonly settleTime: SettleTime;
  /** Aborted when nothing more may be sent. */
  readonly stopped: AbortSignal;
  /** Makes a read at the pace of the store, until it is answered. @throws CliError; Stopped */
  readonly read: <T>(once: () => Promise<T>) => Promise<T>;
}

/** When a row without a clear answer is looked up, before its settle time is over, in milliseconds. */
const earlyLooks = [0, 5000];

/** Finds rows of a noun that belong to a record of another, by the list of what that one has. */
export class OwnedLookUp implements RowLookUp {
  readonly attempts: RowLookUp['attempts'];
  readonly doubt = undefined;
  readonly highest = undefined;
  readonly maxWindow = Number.POSITIVE_INFINITY;
  readonly #store: OwnedStore;
  readonly #owners: Owners;

  constructor(store: OwnedStore, owners: Owners, attempts: RowLookUp['attempts']) {
    this.#store = store;
    this.#owners = owners;
    this.attempts = attempts;
  }

  async prepare(row: SendableRow, isFirst: boolean): Promise<Prepared> {
    const { noun } = this.#store;
    const found = await this.#owners.of(row.values);
    if (found === 'two') return notSent(twoOwners(noun));
    const { id } = found;
    if (id === undefined) return notSent(unknownOwner(noun));
    const owner = { [noun.owner.id]: id };
    const owned = { ...row, values: { ...row.values, ...owner }, stated: { ...row.stated, ...owner } };
    if (!isFirst) return { row: owned };
    const settled = clear(await this.#look(owned));
    return settled.kind === 'absent' ? { row: owned } : { settled };
  }

  begin(): SentMark {
    return { low: undefined, sentAt: this.#store.clock.elapsed() };
  }

  answered(): void {}

  refused(refusal: RefusalAnswer): RefusalShows {
    return shownByStatus(refusal);
  }

  /** Only the last look-up may say "absent" (I2). */
  async settle(row: SendableRow, { endedAt }: Pick<SentAttempts, 'endedAt'>): Promise<Settled> {
    const { clock, settleTime, stopped } = this.#store;
    const last = (): number => endedAt + settleTime.current;
    const waitUntil = async (due: () => number): Promise<void> => {
      for (let wait = due() - clock.elapsed(); wait > 0 && !stopped.aborted; wait = due() - clock.elapsed())
        await clock.sleep(wait, stopped);
    };
    settleTime.checking.add(last);
    try {
      for (const early of earlyLooks) {
        await waitUntil(() => Math.min(endedAt + early, last()));
        const settled = stopped.aborted ? ({ kind: 'stopped' } as const) : await this.#look(row);
        if (settled.kind !== 'absent') return settled;
      }
      await waitUntil(last);
      return stopped.aborted ? { kind: 'stopped' } : await this.#look(row);
    } finally {
      settleTime.checking.delete(last);
    }
  }

  settleWithId(row: SendableRow, _id: string, { sentAt }: SentMark): Promise<Settled> {
    return this.settle(row, { endedAt: sentAt });
  }

  /** A list was read as a whole before the row was sent again. */
  async others(): Promise<readonly string[]> {
    return [];
  }

  async whenReady(): Promise<void> {}
  async whenLast(): Promise<void> {}

  async during(work: Promise<void>): Promise<void> {
    await work;
  }

  end(): void {}

  async #look(row: SendableRow): Promise<Settled> {
    const { connection, noun, read } = this.#store;
    try {
      const owner = String(row.values[noun.owner.id]);
      const records = await read(() => noun.listOf(connection, owner));
      const same = records
        .filter((record) => this.#isSame(row.values, record, owner))
        .map((record) => idOf(noun, record));
      const [id, other] = same;
      if (id === undefined) return { kind: 'absent' };
      return other === undefined ? { kind: 'found', recordId: id } : { kind: 'duplicate', recordIds: same };
    } catch (error) {
      return failedLookUp(error);
    }
  }

  /** Whether a record of the same owner has the key of the row. */
  #isSame(values: Values, record: StoreRecord, owner: string): boolean {
    const { noun } = this.#store;
    const code = (of: Values): string | undefined =>
      keysOf(noun, { ...of, [noun.owner.id]: owner }).find(({ field }) => field === noun.owner.id)?.code;
    return code(values) !== undefined && code(values) === code(record);
  }
}

const idOf = ({ ids }: OwnedNoun, record: StoreRecord): string =>
  String(ids.map((name) => record[name]).find((id) => id !== undefined && id !== null) ?? '');

const notSent = (rejected: Extract<Prepared, { readonly rejected: unknown }>['rejected']): Prepared => ({ rejected });

/** Nothing goes into the account of somebody else. */
const twoOwners = ({ owner: { id, key, noun } }: OwnedNoun) => ({
  field: id,
  evidence: 'read' as const,
  message: `not sent: ${id} and ${key} are two people, since the ${noun.names[0]} with this ID has another e-mail address. Correct one of the two`,
});

const unknownOwner = ({ owner }: OwnedNoun) => ({
  field: owner.key,
  evidence: 'none' as const,
  message: `no ${owner.noun.names[0]} of an earlier import or search has this ${owner.noun.key[0]}: give its ID in a ${owner.id} column`,
});
