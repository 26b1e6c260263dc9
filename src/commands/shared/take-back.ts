import type { Session } from '../../cli/session.ts';
import type { Connection } from '../../client/connection.ts';
import type { Noun } from '../../client/endpoints/noun.ts';
import { getRecord, type Place } from '../../client/records.ts';
import type { Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { keysOf } from '../../import/map/rows/key.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { safe } from '../../text/escape.ts';
import { formatCount, inNumber } from '../../text/numbers.ts';
import { firstOf } from '../../text/words.ts';
import type { OrderOfCustomer, ordersOfCustomers } from '../customers/kept-orders.ts';
import { type DeletionResult, deleteNone, deleteSeveral, maxAtOnce, type Several } from './delete-many.ts';
import { type ImportedRow, readResults } from './imported-rows.ts';
import { type DoneItem, eachOf } from './many/each-of.ts';
import { type Paced, withPacedReads } from './paced.ts';

/** How what an import of a noun created is taken back. */
export interface TakingBack {
  /** What the import sent, and how its records are told apart. Loaded on use. */
  readonly noun: () => Promise<Noun>;
  readonly placeOf: (row: ImportedRow) => Place<StoreRecord>;
  /** The customer of a row: whose orders keep it. */
  readonly customerOf: (row: ImportedRow) => string;
  /** Whether an order is of the record of a row, besides being of its customer. */
  readonly isOf?: (order: OrderOfCustomer, row: ImportedRow) => boolean;
  readonly ordersOf: typeof ordersOfCustomers;
  /** Why a record with the right key is not deleted, after "customer 104": `has 2 addresses`. */
  readonly kept?: (connection: Connection, row: ImportedRow) => Promise<string | undefined>;
  /** The noun whose records the store deletes with them. */
  readonly deletesWith?: string;
  /** What to do first, if some were kept for such a reason. */
  readonly adviceOn?: (reason: string) => string | undefined;
}

interface ResultsToTakeBack {
  readonly path: string;
  readonly stdin: Context['stdin'];
  readonly nameOf: Several['nameOf'];
  readonly noteGone: Several['noteGone'];
}

/**
 * Deletes the records that an import created, by its file of results: those that still have the key of their row, and no
 * order. Each is read before. @returns 7 if some were kept or could not be deleted
 * @throws CliError `usage` before anything is sent
 */
export async function takeBack(
  session: Session,
  { path, stdin, nameOf, noteGone }: ResultsToTakeBack,
  by: TakingBack,
): Promise<number> {
  if (session.options.curl)
    throw new CliError('usage', '--curl cannot show what is deleted: the records are read first.', {
      field: '--curl',
      hint: 'Use --dry-run.',
    });
  const noun = await by.noun();
  // A script that forgot --yes learns it before anything is read.
  if (!session.asksToConfirm) await session.confirm(`Delete ${noun.names[1]}?`);
  const { created, others } = await readResults(session, { path, stdin }, noun);
  if (others.size > 0) await session.notice(othersText(others));
  const rows = [...new Map(created.map((row) => [`${row.customerId}/${row.id}/${row.key}`, row])).values()];
  if (rows.length === 0) return await deleteNone(session, 'No row says that its record was created.');
  const known = await withPacedReads(session, (paced) => checkAll(session, paced, { rows, noun, by }));
  await advise(session, known, by);
  const places = rows.map((row) => known.places.get(row) as Place<StoreRecord>);
  return await deleteSeveral(session, { places, nameOf, warning: async () => checked, known: known.results, noteGone });
}

async function advise(session: Session, { results }: CheckedRows, { adviceOn }: TakingBack): Promise<void> {
  const reasons = [...results.values()].flatMap((ended) => (ended.result === 'kept' ? [ended.reason] : []));
  for (const advice of new Set(reasons.flatMap((reason) => adviceOn?.(reason) ?? []))) await session.advise(advice);
}

/** `Rows that created nothing are left alone: 2 existing, 1 uncertain.` */
const othersText = (others: ReadonlyMap<string, number>): string =>
  safe`Rows that created nothing are left alone: ${firstOf([...others].map(([outcome, count]) => `${formatCount(count)} ${outcome}`))}.`;

/** What was looked at, and what cannot be known. */
const checked =
  'The import created each of these, and no basket refers to an order for it. shop-cli does not know about orders without a basket. This cannot be undone.';

interface CheckedImport {
  readonly rows: readonly ImportedRow[];
  readonly noun: Noun;
  readonly by: TakingBack;
}

interface CheckedRows {
  readonly places: ReadonlyMap<ImportedRow, Place<StoreRecord>>;
  /** Of those that are not to be deleted, by their place. */
  readonly results: ReadonlyMap<Place, DeletionResult>;
}

/** A row that was read, and why its record is kept. */
interface ReadItem extends DoneItem {
  readonly kept?: string | undefined;
}

async function checkAll(session: Session, paced: Paced, checking: CheckedImport): Promise<CheckedRows> {
  const { rows, by } = checking;
  const places = new Map(rows.map((row) => [row, by.placeOf(row)]));
  const read = await readAll(session, paced, checking, places);
  const alike = rows.filter((row) => {
    const ended = read.get(row);
    return ended?.result === 'done' && ended.kept === undefined;
  });
  const results = new Map<Place, DeletionResult>();
  for (const [row, ended] of read) {
    const at = places.get(row) as Place<StoreRecord>;
    if (ended.result !== 'done') results.set(at, ended);
    else if (ended.kept !== undefined) results.set(at, keptBy(ended.kept));
  }
  for (const [row, why] of await ordered(session, paced, alike, by))
    results.set(places.get(row) as Place<StoreRecord>, keptBy(why));
  return { places, results };
}

const keptBy = (reason: string): DeletionResult => ({ result: 'kept', evidence: 'read', reason });

/** Reads each record, and says why it is kept. @throws what concerns all of them */
async function readAll(
  session: Session,
  { reads }: Paced,
  { rows, noun, by }: CheckedImport,
  places: CheckedRows['places'],
) {
  let done = 0;
  const display = session.progress(() => ({ done, total: rows.length, place: 'read', note: reads.wait() }), false);
  const keys = new KeyComparison(noun, reads);
  const work = async (row: ImportedRow): Promise<ReadItem | { readonly result: 'gone'; readonly evidence: 'read' }> => {
    const answer = await reads.answerTo(
      (connection) => getRecord(connection, places.get(row) as Place<StoreRecord>),
      'send',
    );
    if ('failure' in answer) {
      const { failure } = answer;
      if (failure.kind !== 'not-found') throw failure;
      if (!failure.isOtherRecord) return { result: 'gone', evidence: 'read' };
      return { result: 'done', evidence: 'read', kept: 'is a different record in the store' };
    }
    if (!(await keys.isAlike(row, answer.record)))
      return { result: 'done', evidence: 'read', kept: `is not what line ${row.line} says: ${keys.title} differs` };
    return { result: 'done', evidence: 'read', kept: await reads.read(async (one) => by.kept?.(one, row)) };
  };
  try {
    const { results, error } = await eachOf<ImportedRow, ReadItem>(rows, work, {
      atOnce: maxAtOnce,
      isFirstAlone: true,
      interrupted: session.context.interrupted,
      onResult: () => {
        done++;
        display.show();
      },
    });
    if (error === undefined) return results;
    await session.notice('Nothing was deleted.');
    throw error;
  } finally {
    await display.end();
  }
}

/** Compares records with the keys of rows, as an import does. */
class KeyComparison {
  readonly #noun: Noun;
  readonly #reads: Paced['reads'];
  /** The key of each owner, by ID. */
  readonly #owners = new Map<string, Promise<unknown>>();

  constructor(noun: Noun, reads: Paced['reads']) {
    this.#noun = noun;
    this.#reads = reads;
  }

  /** What the key is, for people. */
  get title(): string {
    return this.#noun.owner ? 'the name, the postcode or the house number' : 'the e-mail address';
  }

  async isAlike(row: ImportedRow, record: StoreRecord): Promise<boolean> {
    const { owner } = this.#noun;
    if (!owner) return this.#has(record, row.key);
    const owned = { ...record, [owner.id]: row.customerId };
    if (this.#has(owned, row.key)) return true;
    return this.#has({ ...owned, [owner.key]: await this.#keyOfOwner(String(row.customerId)) }, row.key);
  }

  #has(record: StoreRecord, key: string): boolean {
    const fold = this.#noun.foldKey ?? ((code: string) => code);
    return keysOf(this.#noun, record).some(({ code }) => fold(code) === fold(key));
  }

  /** Undefined for an owner that the store does not show. */
  #keyOfOwner(id: string): Promise<unknown> {
    const known = this.#owners.get(id) ?? this.#readOwner(id);
    this.#owners.set(id, known);
    return known;
  }

  async #readOwner(id: string): Promise<unknown> {
    const { owner } = this.#noun;
    if (owner === undefined) return undefined;
    const answer = await this.#reads.answerTo((connection) => owner.noun.getById(connection, id));
    return 'record' in answer ? answer.record[owner.noun.key[0]] : undefined;
  }
}

/** The rows whose record has an order, and which. The baskets of the store are read for it. */
async function ordered(
  session: Session,
  paced: Paced,
  rows: readonly ImportedRow[],
  { ordersOf, customerOf, isOf = () => true }: TakingBack,
): Promise<ReadonlyMap<ImportedRow, string>> {
  if (rows.length === 0) return new Map();
  const orders = await ordersOf(session, paced, rows.map(customerOf));
  return new Map(
    rows.flatMap((row): [ImportedRow, string][] => {
      const own = (orders.get(customerOf(row)) ?? []).filter((order) => isOf(order, row));
      const ids = [...new Set(own.map(({ orderId }) => orderId))];
      return ids.length === 0 ? [] : [[row, `${inNumber('has {order|orders}', ids.length)} ${firstOf(ids)}`]];
    }),
  );
}
