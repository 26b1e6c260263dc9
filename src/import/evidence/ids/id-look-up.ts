import type { CliError } from '../../../errors.ts';
import { Stopped } from '../../../pace/ask.ts';
import type { StoreNoun } from '../../../resources/file-table.ts';
import type { StoreRecord } from '../../../resources/record-fields.ts';
import { formatCount, inNumber } from '../../../text/numbers.ts';
import { firstOf } from '../../../text/words.ts';
import type { Attempts } from '../../journal/attempts.ts';
import { sentSince } from '../../journal/earlier-rows.ts';
import type { CreatedSample } from '../../journal/ledger.ts';
import { type Key, keyText, type SendableRow } from '../../map/rows/key.ts';
import { type LookTimes, noted, waitUntil } from '../look-times.ts';
import type { RefusalAnswer, RefusalShows } from '../refusal.ts';
import { rememberedRows } from '../remembered-rows.ts';
import type {
  EndedAttempt,
  KnownBefore,
  KnownRow,
  Look,
  NotJustSent,
  Prepared,
  RowLookUp,
  RowQuestion,
} from '../row-look-up.ts';
import type { SendingOrder, SentMark } from '../sending-order.ts';
import { clear, type Settled, unread } from '../settled.ts';
import { Barrier } from './barrier.ts';
import { hasKey, type IdReading, judgeGap } from './id-gap.ts';
import type { IdMarks } from './id-marks.ts';
import type { NumberedStore } from './id-readings.ts';
import { IdSearch } from './id-search.ts';
import { hasWhatIsKnown, type LookAt } from './known-people.ts';
import { type NewerPeople, newerPeople } from './newer-people.ts';
import { shownByWords } from './refused-person.ts';
import { stillShown } from './still-shown.ts';
import { Strangers, watching } from './strangers.ts';

/** What the look-ups of a run need of its store. */
export type PacedIds = NumberedStore & LookTimes;

/** What earlier imports have created, and sent in vain, and what the file has. */
interface IdsAndFile {
  readonly marks: IdMarks;
  /** Whether an earlier import created the record with this ID. */
  readonly has: (id: number) => boolean;
  /** The lowest ID of those that earlier attempts created which left at that time or later, in milliseconds since 1970. */
  readonly since: (time: number) => number | undefined;
  /** What was sent before this part of the run, and is not known to exist, by key (`keyText`). */
  readonly attempts: ReadonlyMap<string, Attempts>;
  /** The most rows that may be announced at once. */
  readonly most: number;
  /** Whether the file has a row with this key that this run sends. */
  readonly isSent: (key: Key) => boolean;
  /** Ends the import. */
  readonly stop: (reason: CliError) => void;
}

/**
 * How often one part of a run sends a row: again once, since each time all between two IDs are read. A later part or import may
 * once more, since it looks the row up first. After 429 the general limit holds: hardly any store creates what it throttles.
 */
const maxAttempts = 2;

/**
 * Finds out what became of rows of a noun that the API shows by ID alone. A row without a clear answer waits until its
 * settle time is over. The ID of the next row that is sent is then above the one that it can have got: all between it and
 * the last one that was known before are read. None of them has its key: it was not created. A row that no other follows
 * is only looked for, since nothing shows where the IDs end.
 */
export class IdLookUp implements RowLookUp {
  readonly order: SendingOrder;
  readonly #barrier: Barrier;
  readonly #store: PacedIds;
  readonly #search: IdSearch;
  readonly #marks: IdMarks;
  readonly #attempts: IdsAndFile['attempts'];
  readonly #since: IdsAndFile['since'];
  readonly #isOfFile: (key: Key) => boolean;
  /** Who had the next IDs before anything was sent. */
  #newer: NewerPeople = { found: new Map(), ids: new Set() };

  constructor(store: PacedIds, { marks, has, since, attempts, most, isSent, stop }: IdsAndFile) {
    this.#store = store;
    this.#since = since;
    this.#attempts = attempts;
    this.#marks = marks;
    this.#barrier = new Barrier(store, marks, most);
    const isOurs = (id: number): boolean => this.#barrier.has(id) || has(id);
    this.#search = new IdSearch(store, marks, isOurs);
    const read = (id: number): Promise<IdReading> => this.#search.readings.one(String(id));
    this.#isOfFile = (key) => !attempts.has(keyText(key)) && isSent(key);
    const strangers = {
      ...{ noun: store.noun, marks, read, stop, isOfFile: this.#isOfFile },
      isOurs: (id: number) => isOurs(id) || this.#newer.ids.has(id),
    };
    this.order = watching(this.#barrier, marks, new Strangers(strangers));
  }

  async before(known: KnownBefore): Promise<RowQuestion> {
    const isBelieved = await hasWhatIsKnown(this.#lookAt, known);
    if (!isBelieved) await known.options.hint(notBelieved);
    else await this.#readNewer(known);
    const recent = isBelieved ? undefined : sentSince(known.journal, known.since, known.run.source.noun);
    const ask = rememberedRows(known, {
      recent,
      firstShown: async (row, ids) => {
        for (const id of ids) {
          const settled = id === undefined ? unread : clear(await this.#lookAt(row, id));
          if (settled.kind === 'found') return settled;
        }
        return undefined;
      },
      stillShown: stillShown(this.#store.noun, this.#search.readings),
    });
    return async (compared) => {
      const found = await ask(compared);
      const recordId = found.kind === 'new' ? this.#newer.found.get(keyText(compared.row.key)) : undefined;
      return recordId === undefined ? found : { kind: 'found', recordId };
    };
  }

  async #readNewer({ options }: KnownBefore): Promise<void> {
    const { noun } = this.#store;
    const read = (id: number): Promise<IdReading> => this.#search.readings.one(String(id));
    this.#newer = await newerPeople({ noun, marks: this.#marks, read, isOfFile: this.#isOfFile });
    const ids = [...this.#newer.found.values()];
    if (ids.length > 0) await options.hint(createdSince(noun.names, ids));
  }

  async prepare(rows: readonly SendableRow[]): Promise<Prepared> {
    const unsent: SendableRow[] = [];
    const others: NotJustSent[] = [];
    for (const row of rows) {
      const attempts = this.#attempts.get(keyText(row.key));
      if (attempts) others.push({ row, attempts });
      else unsent.push(row);
    }
    return { unsent, others };
  }

  refused(refusal: RefusalAnswer): RefusalShows {
    return shownByWords(refusal, this.#store.noun);
  }

  async settle(attempt: EndedAttempt): Promise<Settled> {
    const { said } = attempt;
    try {
      const settled =
        typeof said === 'object' ? await this.#settleWithId(attempt, said) : await this.#settleBetween(attempt);
      if (settled.kind !== 'absent') return settled;
      await this.#barrier.again();
      return { ...settled, maxAttempts: said === 'throttled' ? undefined : maxAttempts };
    } catch (error) {
      if (error instanceof Stopped) return { kind: 'stopped' };
      throw error;
    }
  }

  async readBack({ recordId }: CreatedSample): Promise<StoreRecord | undefined> {
    const { connection, noun } = this.#store;
    return await noun.getById(connection, recordId);
  }

  /** One attempt may have been shown late: what is between the marks of a row that was sent again is read once more. */
  async verify(row: KnownRow, look: Look): Promise<Settled> {
    const { recordId } = row;
    if (recordId === undefined) return unread;
    if (look.why === 'same store') return rememberedIfAbsent(await this.#lookAt(row, recordId, true));
    if (look.why !== 'audit' || row.attempts < 2) return unread;
    const others = row.low === undefined ? [] : await this.#search.withKey(row.key, row.low, recordId, look.startedAt);
    if (others.length > 0) return { kind: 'duplicate', recordIds: [recordId, ...others] };
    const { doubt } = this.#marks;
    return doubt === undefined ? unread : { kind: 'unproven', recordId, message: sentTwice(doubt) };
  }

  async #settleBetween({ row, low, endedAt, earlier, said, onDue, onLook }: EndedAttempt): Promise<Settled> {
    const { clock, settleTime, stopped } = this.#store;
    const isRefused = said === 'refused';
    const known = earlier === undefined ? undefined : this.#since(earlier + settleTime.current);
    if (known !== undefined)
      return await this.#search.between(row, low, String(known), { due: clock.elapsed(), isRefused });
    const due = (): number => endedAt + settleTime.current;
    const upper = this.#barrier.nextAfter(due, isRefused);
    await noted(due, this.#store, () => waitUntil(due, this.#store));
    onDue();
    const { above, leads } = await upper;
    if (stopped.aborted) return { kind: 'stopped' };
    // Killed from now on, a later import has the ID above.
    onLook();
    const evidence = { due: due(), isRefused: isRefused && (leads || above !== undefined) };
    return above === undefined
      ? await this.#search.above(row, low, evidence)
      : await this.#search.between(row, low, above, evidence);
  }

  /** What a reply says was created, with an ID and nothing else. */
  async #settleWithId(
    { row }: EndedAttempt,
    { recordId, mark }: { readonly recordId: string; readonly mark: SentMark },
  ) {
    const settled = judgeGap(this.#store.noun, row, [await this.#search.readings.shown(recordId)]);
    if (settled.kind === 'found') this.#barrier.note(settled.recordId, mark);
    return settled;
  }

  readonly #lookAt: LookAt = async ({ key }, id, isNew = false) => {
    const reading = await (isNew ? this.#search.readings.shown(id) : this.#search.readings.one(id));
    if (reading.kind === 'failed') return { kind: 'unknown', message: reading.message };
    const isIt = reading.kind === 'record' && hasKey(this.#store.noun, { key }, reading.record);
    return isIt ? { kind: 'found', recordId: id } : { kind: 'absent' };
  };
}

/** One person may have been erased: only where all are gone is the journal not believed. */
const rememberedIfAbsent = (settled: Settled): Settled =>
  settled.kind === 'absent' ? { ...settled, isRemembered: true } : settled;

/** `2 customers of this file were created since the last import that the journal knows, and are not sent (IDs 121, 122).` */
const createdSince = ([one, many]: StoreNoun['names'], ids: readonly string[]): string =>
  `${formatCount(ids.length)} ${inNumber(`{${one}|${many}}`, ids.length)} of this file ${inNumber('{was|were}', ids.length)} created since the last import that the journal knows, and ${inNumber('{is|are}', ids.length)} not sent (${inNumber('{ID|IDs}', ids.length)} ${firstOf(ids, maxNamed)}). If an older copy of the journal was restored, keep the newest one.`;

const maxNamed = 5;

const notBelieved = 'The store lacks some of what earlier imports created. Looking up everything that they know again.';

const sentTwice = (doubt: string): string => `sent more than once, and it may exist more than once: ${doubt}`;
