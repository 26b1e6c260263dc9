import type { Connection } from '../../client/connection.ts';
import type { OwnedNoun } from '../../client/endpoints/noun.ts';
import { CliError, isAboutOne } from '../../errors.ts';
import type { Stopper } from '../../pace/stopper.ts';
import type { Values } from '../../resources/file-table.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { HashSet, hashOf } from '../../text/hash-set.ts';
import type { Attempts } from '../journal/attempts.ts';
import { sentSince } from '../journal/earlier-rows.ts';
import type { CreatedSample } from '../journal/ledger.ts';
import { keysOf, keyText, type SendableRow } from '../map/rows/key.ts';
import { failedLookUp } from './failed-look-up.ts';
import { type LookTimes, settledBy } from './look-times.ts';
import { idOf, nearTo } from './near-records.ts';
import { type Owners, twoOwners, unknownOwner } from './owners.ts';
import { shownByStatus } from './refusal.ts';
import { rememberedRows } from './remembered-rows.ts';
import type {
  EndedAttempt,
  KnownBefore,
  KnownRow,
  Look,
  NotJustSent,
  Prepared,
  RowLookUp,
  RowQuestion,
} from './row-look-up.ts';
import type { SendingOrder } from './sending-order.ts';
import { clear, type Settled, unread } from './settled.ts';

/** What the look-ups of a run need of its store. */
interface OwnedStore extends LookTimes {
  readonly connection: Connection;
  readonly noun: OwnedNoun;
  /** Makes a read at the pace of the store, until it is answered. @throws CliError; Stopped */
  readonly read: <T>(once: () => Promise<T>) => Promise<T>;
  readonly stopper: Pick<Stopper, 'othersWork'>;
}

/** What is known of the rows beside what the store says. */
interface OwnedRows {
  readonly owners: Owners;
  /** What was sent before this part of the run, and is not known to exist, by key (`keyText`). */
  readonly attempts: ReadonlyMap<string, Attempts>;
  /** The IDs of records that are known to be those of rows. Grows with each that is created. */
  readonly taken: Set<string>;
  /** A row of the file: the journal does not say whose it is. */
  readonly rowOf: (record: number) => Promise<SendableRow | undefined>;
  readonly order: SendingOrder;
}

/** Finds rows of a noun that belong to a record of another, by the list of what that one has. */
export class OwnerLookUp implements RowLookUp {
  readonly order: SendingOrder;
  readonly refused = shownByStatus;
  readonly #store: OwnedStore;
  readonly #rows: OwnedRows;
  /**
   * The IDs that the owner of a row had before it was sent, by its values, which all that is known of the row while it is sent
   * has. Not known of a row that another run has sent.
   */
  readonly #before = new WeakMap<Values, ReadonlySet<string>>();
  /** The keys of rows that this run sends, with the IDs of their owners (`hashOf`). */
  readonly #sent = new HashSet();

  constructor(store: OwnedStore, rows: OwnedRows) {
    this.#store = store;
    this.#rows = rows;
    this.order = rows.order;
  }

  /** What was not sent a moment ago is looked up by `prepare`. */
  async before(known: KnownBefore): Promise<RowQuestion> {
    const recent = sentSince(known.journal, known.since, known.run.source.noun);
    const later = async (): Promise<undefined> => undefined;
    return rememberedRows(known, { recent, firstShown: later, stillShown: later });
  }

  async prepare(rows: readonly SendableRow[]): Promise<Prepared> {
    const unsent: SendableRow[] = [];
    const others: NotJustSent[] = [];
    for (const ready of await Promise.all(rows.map((row) => this.#prepare(row)))) {
      if ('owned' in ready) unsent.push(ready.owned);
      else others.push(ready);
    }
    return { unsent, others };
  }

  /**
   * Only the last look-up may say "absent" (I2), that no list can be believed, or that what another row may be is this row:
   * until then that one may be answered.
   */
  async settle({ row, endedAt }: EndedAttempt): Promise<Settled> {
    let last: Settled = { kind: 'absent' };
    const look = async (): Promise<Settled> => {
      const listed = await this.#listed(row);
      last = 'records' in listed ? this.#foundAfterwards(row, listed.records) : listed;
      return last.kind === 'unreadable' || (last.kind === 'altered' && last.mayBeOther) ? { kind: 'absent' } : last;
    };
    const settled = await settledBy(look, endedAt, this.#store);
    if (settled.kind === 'found') this.#rows.taken.add(settled.recordId);
    return settled.kind === 'absent' ? last : settled;
  }

  async readBack({ values, recordId }: CreatedSample): Promise<StoreRecord | undefined> {
    const { connection, noun } = this.#store;
    const records = await noun.listOf(connection, String(values[noun.owner.id]));
    return records.find((record) => idOf(noun, record) === recordId);
  }

  /** A list was read as a whole before a row was sent again: nothing is to be made sure of at the end. */
  async verify({ record }: KnownRow, look: Look): Promise<Settled> {
    if (look.why !== 'same store') return unread;
    const row = await this.#rows.rowOf(record);
    const ready = row && (await this.#withOwner(row).catch(unlessFailed));
    if (!ready || !('owned' in ready)) return unread;
    const settled = await settledBy(() => this.#look(ready.owned), look.startedAt, this.#store);
    // Not where the list itself is missing: one owner may have been erased.
    return settled.kind === 'absent' ? settled : unread;
  }

  ownerOf(stated: Values): string | undefined {
    return this.#rows.owners.known(stated);
  }

  /** Looks a row up that nobody has sent. */
  async #prepare(row: SendableRow): Promise<Owned | NotJustSent> {
    const ready = await this.#withOwner(row).catch((error: unknown) => this.#failed(error));
    if ('kind' in ready) return { row, settled: clear(ready) };
    if (!('owned' in ready)) return ready;
    const { owned } = ready;
    this.#sent.add(hashOf(this.#codeOf(owned) ?? ''));
    const attempts = this.#attemptsOf(row);
    if (attempts) return { row: owned, attempts };
    const listed = await this.#listed(owned);
    if (!('records' in listed)) return { row, settled: clear(listed) };
    this.#before.set(owned.values, new Set(listed.records.map((record) => idOf(this.#store.noun, record))));
    const settled = this.#found(owned, listed.records);
    return settled.kind === 'absent' ? ready : { row, settled };
  }

  /** Also by the key that journals of before have. */
  #attemptsOf({ key, values }: SendableRow): Attempts | undefined {
    const { noun } = this.#store;
    const former = noun.formerKeyCode ? keysOf({ ...noun, keyCode: noun.formerKeyCode }, values) : [];
    const found = [key, ...former].map((one) => this.#rows.attempts.get(keyText(one)));
    return found.find((attempts) => attempts !== undefined);
  }

  /** A row with the ID of its owner, which `create` needs. */
  async #withOwner(row: SendableRow): Promise<Owned | Rejected> {
    const { noun } = this.#store;
    const found = await this.#rows.owners.of(row.values);
    if (found === 'two') return { row, rejected: twoOwners(noun) };
    const { id } = found;
    if (id === undefined) return { row, rejected: unknownOwner(noun) };
    const owner = { [noun.owner.id]: id };
    return { owned: { ...row, values: { ...row.values, ...owner }, stated: { ...row.stated, ...owner } } };
  }

  async #look(row: SendableRow): Promise<Settled> {
    const listed = await this.#listed(row);
    return 'records' in listed ? this.#found(row, listed.records) : listed;
  }

  /** What the owner of a row has. */
  async #listed({ values }: SendableRow): Promise<Listed | Settled> {
    const { connection, noun, read } = this.#store;
    try {
      return { records: await read(() => noun.listOf(connection, String(values[noun.owner.id]))) };
    } catch (error) {
      return await this.#failed(error);
    }
  }

  /** What a read that failed says. One that fails while others are answered keeps no other row from being sent. */
  async #failed(error: unknown): Promise<Settled> {
    const settled = failedLookUp(error);
    if (!(error instanceof CliError) || error.kind === 'not-found') return settled;
    const isAnswered = error.status !== undefined || isAboutOne(error);
    if (!isAnswered || !(await this.#store.stopper.othersWork(error))) return settled;
    return { kind: 'unreadable', message: error.message };
  }

  /** What is equal. Before a row is sent, nothing else is evidence: number 12 is not 12a. */
  #found(row: SendableRow, records: readonly StoreRecord[]): Settled {
    const code = this.#codeOf(row);
    const same = records.filter((record) => code !== undefined && this.#codeOf(row, record) === code);
    const [id, ...others] = same.map((record) => idOf(this.#store.noun, record));
    if (id === undefined) return { kind: 'absent' };
    return others.length === 0
      ? { kind: 'found', recordId: id, record: same[0] }
      : { kind: 'duplicate', recordIds: [id, ...others] };
  }

  /** After an attempt, what is nearly equal may be the row too. */
  #foundAfterwards(row: SendableRow, records: readonly StoreRecord[]): Settled {
    const settled = this.#found(row, records);
    if (settled.kind !== 'absent') return settled;
    return nearTo(row.values, records, {
      noun: this.#store.noun,
      taken: this.#rows.taken,
      before: this.#before.get(row.values),
      isOfSent: (record) => this.#sent.has(hashOf(this.#codeOf(row, record) ?? '')),
    });
  }

  /** The key of a row, or of a record of the same owner, with the ID of the owner. */
  #codeOf({ values }: SendableRow, of: Values = values): string | undefined {
    const { noun } = this.#store;
    const { id } = noun.owner;
    return keysOf(noun, { ...of, [id]: String(values[id]) }).find(({ field }) => field === id)?.code;
  }
}

/** The records of an owner. */
interface Listed {
  readonly records: readonly StoreRecord[];
}

/** A row with the ID of its owner. */
interface Owned {
  readonly owned: SendableRow;
}

type Rejected = Extract<NotJustSent, { readonly rejected: unknown }>;

function unlessFailed(error: unknown): undefined {
  if (!(error instanceof CliError)) throw error;
}
