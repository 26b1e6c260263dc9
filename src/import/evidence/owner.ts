import type { Connection } from '../../client/connection.ts';
import type { OwnedNoun } from '../../client/endpoints/noun.ts';
import { CliError } from '../../errors.ts';
import type { Values } from '../../resources/file-table.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import type { Attempts } from '../journal/attempts.ts';
import { sentSince } from '../journal/earlier-rows.ts';
import { keysOf, keyText, type SendableRow } from '../map/key.ts';
import { failedLookUp } from './failed-look-up.ts';
import { type LookTimes, settledBy } from './look-times.ts';
import type { Owners } from './owners.ts';
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
}

/** What is known of the rows beside what the store says. */
interface OwnedRows {
  readonly owners: Owners;
  /** What was sent before this part of the run, and is not known to exist, by key (`keyText`). */
  readonly attempts: ReadonlyMap<string, Attempts>;
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

  constructor(store: OwnedStore, rows: OwnedRows) {
    this.#store = store;
    this.#rows = rows;
    this.order = rows.order;
  }

  /** What was not sent a moment ago is looked up by `prepare`. */
  async before(known: KnownBefore): Promise<RowQuestion> {
    const recent = sentSince(known.journal, known.since, known.run.source.noun);
    return rememberedRows(known, { recent, firstShown: async () => undefined });
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

  /** Only the last look-up may say "absent" (I2). */
  settle({ row, endedAt }: EndedAttempt): Promise<Settled> {
    return settledBy(() => this.#look(row), endedAt, this.#store);
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

  /** Looks a row up that nobody has sent. */
  async #prepare(row: SendableRow): Promise<Owned | NotJustSent> {
    const ready = await this.#withOwner(row);
    if (!('owned' in ready)) return ready;
    const attempts = this.#rows.attempts.get(keyText(row.key));
    if (attempts) return { row: ready.owned, attempts };
    const settled = clear(await this.#look(ready.owned));
    return settled.kind === 'absent' ? ready : { row, settled };
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

/** A row with the ID of its owner. */
interface Owned {
  readonly owned: SendableRow;
}

type Rejected = Extract<NotJustSent, { readonly rejected: unknown }>;

function unlessFailed(error: unknown): undefined {
  if (!(error instanceof CliError)) throw error;
}

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
