import type { Sqlite } from '../../system/sqlite.ts';
import { hashesOf, type Part } from '../words/parts.ts';
import { ChangedPeople } from './changed-people.ts';
import { CustomerShapes } from './customer-shapes.ts';
import { EntriesByParts, type WantedParts } from './entries-by-parts.ts';
import { IndexDatabase } from './index-database.ts';
import { IndexMarks } from './index-marks.ts';
import { KnownBaskets } from './known-baskets.ts';
import { MissingRecords } from './missing-records.ts';
import { OrderedProducts } from './ordered-products.ts';
import { OutdatedEntries } from './outdated-entries.ts';
import { ReadAddresses } from './read-addresses.ts';
import { ReadingSearches } from './reading-searches.ts';

/** Whom an entry is about: a customer, or the guest of one order. */
export type PersonId = { readonly customerId: string } | { readonly orderId: string };

/** A record that was read. The parts of an order are those of its customer, while there is one. */
export interface ReadRecord {
  readonly kind: 'customer' | 'order';
  readonly id: string;
  /** The customer of an order. */
  readonly customerId?: string | undefined;
  /** When it was created, as the store writes it. */
  readonly date: string;
  readonly parts: Iterable<Part>;
  /** Of the products of an order, folded; undefined where it does not say all of them. */
  readonly skus?: readonly string[] | undefined;
}

export interface KnownOrder {
  readonly orderId: string;
  readonly date: string;
}

const kinds = { customer: 0n, order: 1n } as const;

/** Records that are written at a time: each time the disk is waited for. */
const batch = 2000;

/** With the hashes of the products of an order, in hex. */
type PendingRecord = Omit<ReadRecord, 'parts' | 'skus'> & { readonly products: string | undefined };

type Pending =
  | PendingRecord
  | { readonly kind: 'addresses'; readonly id: string /** When they were read. */; readonly at: number };

/**
 * What waits to be written, with the hashes of its parts as JSON: one text, since V8 keeps what outlives two collections
 * of garbage until it collects all.
 */
type Hashed = Pending & { readonly hashes: string };

/**
 * Who was read of a store: IDs, dates, and keyed hashes of the parts by which a person is found. Nothing in it can be
 * read: only who has the key can try a name.
 */
export class PeopleIndex {
  readonly baskets: KnownBaskets;
  readonly changed: ChangedPeople;
  readonly addresses: ReadAddresses;
  readonly shapes: CustomerShapes;
  readonly searches: ReadingSearches;
  readonly marks: IndexMarks;
  readonly outdated: OutdatedEntries;
  readonly missing: MissingRecords;
  readonly ordered: OrderedProducts;
  readonly #kept: IndexDatabase;
  readonly #database: Sqlite;
  readonly #key: Buffer;
  readonly #entries: EntriesByParts;
  readonly #isPassing: boolean;
  #pending: Hashed[] = [];

  /** @param key in hex @param isPassing whether it ends with this search */
  constructor(database: Sqlite, key: string, isPassing = false) {
    this.#kept = new IndexDatabase(database);
    this.#database = database;
    this.baskets = new KnownBaskets(this.#kept);
    this.changed = new ChangedPeople(this.#kept);
    this.addresses = new ReadAddresses(this.#kept, () => this.flush());
    this.marks = new IndexMarks(this.#kept, () => this.flush());
    this.searches = new ReadingSearches(this.#kept);
    this.shapes = new CustomerShapes(this.#kept);
    this.outdated = new OutdatedEntries(this.#kept);
    this.missing = new MissingRecords(this.#kept);
    this.#key = Buffer.from(key, 'hex');
    this.ordered = new OrderedProducts(this.#kept, this.#key);
    this.#entries = new EntriesByParts(database, this.#key);
    this.#isPassing = isPassing;
  }

  /** Whether the next search finds what this one has read. */
  get isKept(): boolean {
    return !this.#isPassing && this.fault === undefined;
  }

  /** Why nothing more is kept; undefined while all is. */
  get fault(): string | undefined {
    return this.#kept.fault;
  }

  /** Whether a record was read before. */
  knows(kind: ReadRecord['kind'], id: string): boolean {
    return this.#database.get('SELECT 1 FROM entry WHERE kind = ? AND id = ?', kinds[kind], id) !== undefined;
  }

  count(kind: ReadRecord['kind']): number {
    return Number(this.#database.get('SELECT count(*) AS count FROM entry WHERE kind = ?', kinds[kind])?.count);
  }

  /** Everybody who may be meant: who ordered last comes first, then who was read last. */
  find(wanted: WantedParts): readonly PersonId[] {
    this.flush();
    return this.#entries
      .find(wanted)
      .map(({ kind, id }) => (kind === 0 ? { customerId: String(id) } : { orderId: String(id) }));
  }

  /** How many may be meant. */
  countOf(wanted: WantedParts): number {
    this.flush();
    return this.#entries.count(wanted);
  }

  /** The orders of a customer, the newest first. */
  ordersOf(customerId: string): readonly KnownOrder[] {
    return this.#database
      .all('SELECT id, date FROM entry WHERE customer = ? ORDER BY date DESC, CAST(id AS INTEGER) DESC', customerId)
      .map(({ id, date }) => ({ orderId: String(id), date: String(date) }));
  }

  /** Notes a record. It is kept with the next ones. */
  add({ kind, id, customerId, date, parts, skus }: ReadRecord): void {
    const products = skus && this.ordered.hashesOf(id, skus);
    this.#note({ kind, id, customerId, date, products }, parts);
  }

  /** Keeps all that was noted. */
  flush(): void {
    this.baskets.flush();
    const records = this.#pending.splice(0);
    if (records.length === 0) return;
    this.#kept.write(() => {
      for (const record of records) this.#insert(record);
    });
  }

  /** Replaces what is known of somebody. */
  replace(person: PersonId, parts: Iterable<Part>): void {
    this.flush();
    this.#kept.write(() => {
      const number = this.#numberOf(...placeOf(person));
      if (number === undefined) return;
      this.#database.run('DELETE FROM part WHERE entry = ?', number);
      this.#insertParts(number, JSON.stringify(hashesOf(parts, this.#key)));
      this.outdated.done(number);
    });
  }

  /** Adds to what is known of somebody. */
  addParts(person: PersonId, parts: Iterable<Part>): void {
    this.flush();
    this.#kept.write(() => {
      const number = this.#numberOf(...placeOf(person));
      if (number !== undefined) this.#insertParts(number, JSON.stringify(hashesOf(parts, this.#key)));
    });
  }

  /** Forgets somebody who is gone; orders of a customer are then to be read again. Returns whether anything was known. */
  remove(person: PersonId): boolean {
    this.flush();
    const [, id] = placeOf(person);
    // An order that was read before its customer has parts of its own.
    const meant = 'customerId' in person ? 'kind = 0 AND id = ?1 OR customer = ?1' : 'kind = 1 AND id = ?1';
    if (!this.#database.get(`SELECT 1 FROM entry WHERE ${meant}`, id)) return false;
    this.#kept.write(() => {
      this.#database.run(`DELETE FROM part WHERE entry IN (SELECT number FROM entry WHERE ${meant})`, id);
      this.#database.run(`DELETE FROM ordered WHERE entry IN (SELECT number FROM entry WHERE ${meant})`, id);
      this.#database.run(`DELETE FROM entry WHERE ${meant}`, id);
      this.outdated.dropGone();
    });
    return true;
  }

  /** Forgets somebody for good; of a customer, also what is known of the baskets. Returns whether anything was known. */
  forget(person: PersonId): boolean {
    const wasKnown = this.remove(person);
    if (!('customerId' in person)) return wasKnown;
    this.baskets.forget(person.customerId);
    this.missing.remove('customer', person.customerId);
    this.changed.add(new Map([[person.customerId, 'deleted']]), '');
    return wasKnown;
  }

  /** Notes the addresses of a customer, and when they were read. They are kept with the next records. */
  addAddresses(customerId: string, parts: Iterable<Part>, at: number): void {
    this.#note({ kind: 'addresses', id: customerId, at }, parts);
  }

  /** The customer of an order, if the index knows a customer of it. */
  customerOf(orderId: string): string | undefined {
    const customer = this.#database.get('SELECT customer FROM entry WHERE kind = 1 AND id = ?', orderId)?.customer;
    return typeof customer === 'string' ? customer : undefined;
  }

  /** The IDs of all that was read. */
  ids(kind: ReadRecord['kind']): readonly string[] {
    this.flush();
    return this.#database.all('SELECT id FROM entry WHERE kind = ?', kinds[kind]).map(({ id }) => String(id));
  }

  /** The orders with the highest numbers, the highest first. */
  highestOrders(count: number): readonly KnownOrder[] {
    this.flush();
    return this.#database
      .all('SELECT id, date FROM entry WHERE kind = 1 ORDER BY length(id) DESC, id DESC LIMIT ?', BigInt(count))
      .map(({ id, date }) => ({ orderId: String(id), date: String(date) }));
  }

  close(): void {
    this.flush();
    this.#database.close();
  }

  #note(pending: Pending, parts: Iterable<Part>): void {
    this.#pending.push({ ...pending, hashes: JSON.stringify(hashesOf(parts, this.#key)) });
    if (this.#pending.length >= batch) this.flush();
  }

  #insert(record: Hashed): void {
    const number = record.kind === 'addresses' ? this.#haveAddresses(record) : this.#insertEntry(record);
    if (number !== undefined) this.#insertParts(number, record.hashes);
  }

  /** Returns the entry that has the parts of a record. */
  #insertEntry({ kind, id, customerId, date, products }: PendingRecord): bigint | undefined {
    const customer = kind === 'order' && customerId !== undefined ? this.#numberOf('customer', customerId) : undefined;
    this.#database.run(
      'INSERT INTO entry (kind, id, customer, date) VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE SET customer = excluded.customer, date = excluded.date',
      kinds[kind],
      id,
      customer === undefined ? null : (customerId ?? null),
      date,
    );
    const number = products === undefined && customer !== undefined ? undefined : this.#numberOf(kind, id);
    if (number !== undefined && products !== undefined) this.ordered.set(number, products);
    if (customer !== undefined) return customer;
    if (number !== undefined) this.outdated.done(number);
    return number;
  }

  #haveAddresses({ id, at }: { readonly id: string; readonly at: number }): bigint | undefined {
    this.#database.run('UPDATE entry SET addresses_at = ? WHERE kind = 0 AND id = ?', BigInt(at), id);
    return this.#numberOf('customer', id);
  }

  #insertParts(number: bigint, hashes: string): void {
    this.#database.run('INSERT OR IGNORE INTO part SELECT value, ? FROM json_each(?)', number, hashes);
  }

  #numberOf(kind: ReadRecord['kind'], id: string): bigint | undefined {
    const row = this.#database.get('SELECT number FROM entry WHERE kind = ? AND id = ?', kinds[kind], id);
    return row && BigInt(Number(row.number));
  }
}

const placeOf = (person: PersonId): readonly [kind: ReadRecord['kind'], id: string] =>
  'customerId' in person ? ['customer', person.customerId] : ['order', person.orderId];
