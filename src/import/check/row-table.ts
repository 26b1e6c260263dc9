import { hashOf } from '../../text/hash-set.ts';
import { foldedHash, type Key, type SendableRow } from '../read/row.ts';
import { NumberColumn } from './number-column.ts';

/** The folded keys of a file (`foldedText`), as hashes: one answer in a billion is a false yes. */
export interface FileKeys {
  /** Whether a row has such a key. */
  readonly has: (folded: string) => boolean;
  /** Whether several rows have such keys. */
  readonly isShared: (folded: string) => boolean;
}

/** A row as two numbers: to recognise it in a later file, and to compare it with its product without the file. */
export interface Fingerprint {
  /** A 53-bit hash of the fields that it states; 0 where its product was not compared. */
  readonly facts: number;
  /** The fields that the row has, one bit each, and above them a hash of what is sent but not compared. */
  readonly stated: number;
}

/** A row of the file, and what it states. */
export interface StatedRow extends Fingerprint {
  readonly record: number;
  readonly line: number;
}

/** The bit of a row that has a fingerprint, above those that a fingerprint uses. */
const hasFingerprint = 1 << 30;

/**
 * The rows of a file by key and by record, in typed arrays: about 20 bytes a row, and 16 for what it states. The hash of
 * its folded key finds a row, and a hash of the key itself distinguishes it from others: 85 bits. Rows with the same
 * facts have the same hash of them; only the texts themselves can prove that something differs.
 */
export class RowTable implements FileKeys {
  /** Hashes of folded keys. */
  readonly #folded = new NumberColumn(Float64Array);
  /** Of the keys themselves; 0 for a record that cannot be found: it has no key, or one that is in the table. */
  readonly #exact = new NumberColumn(Uint32Array);
  readonly #lines = new NumberColumn(Uint32Array);
  readonly #stated = new NumberColumn(Uint32Array);
  /** Hashes of facts minus the hash of the key, so that an equal one confirms the key too. */
  readonly #facts = new NumberColumn(Float64Array);
  readonly #shared = new Set<number>();
  readonly #keyFields = new Set<Key['field']>();
  /** Records at the places of their hashes; 0 where none is. The length is a power of two. */
  #slots = new Uint32Array(1024);
  #size = 0;
  #lastRecord = 0;
  #statedCount = 0;

  /** Adds a row; false if another has its key. @param record from 1 on, larger than all before */
  add(record: number, key: Key): boolean {
    this.#lastRecord = record;
    this.#keyFields.add(key.field);
    const [folded, exact] = [foldedHash(key), checkOf(hashOfKey(key))];
    const first = this.#firstSlot(folded);
    const isFirst = this.#slots[first] === 0;
    if (!isFirst) this.#shared.add(folded);
    const slot = isFirst ? first : this.#slotOf(folded, exact, first);
    if (this.#slots[slot] !== 0) return false;
    this.#folded.set(record, folded);
    this.#exact.set(record, exact);
    this.#slots[slot] = record;
    if (++this.#size * 2 > this.#slots.length) this.#spread();
    return true;
  }

  /** Stores what a row that was added states. */
  state({ record, line, key }: Omit<SendableRow, 'values'>, { facts, stated }: Fingerprint): void {
    if (!this.hasRecord(record)) return;
    this.#lines.set(record, line);
    this.#stated.set(record, stated | hasFingerprint);
    this.#facts.set(record, facts - hashOfKey(key));
    this.#statedCount++;
  }

  /** Removes what rows state that turned out to be invalid. Returns the table. */
  without(records: Iterable<number>): this {
    for (const record of records) {
      if (!this.#isStated(record)) continue;
      this.#stated.set(record, 0);
      this.#statedCount--;
    }
    return this;
  }

  #isStated(record: number): boolean {
    return this.#stated.get(record) !== 0;
  }

  /** Whether the row at this record can be found: it has a key, and is the first with it. */
  hasRecord(record: number): boolean {
    return this.#exact.get(record) !== 0;
  }

  /** Of how many rows it is known what they state. */
  get statedCount(): number {
    return this.#statedCount;
  }

  /** No record is larger. */
  get lastRecord(): number {
    return this.#lastRecord;
  }

  /** Marks a folded key as shared: another row with an SKU has it as its EAN. */
  share(folded: string): void {
    this.#shared.add(hashOf(folded));
  }

  get hasShared(): boolean {
    return this.#shared.size > 0;
  }

  readonly has = (folded: string): boolean => this.#slots[this.#firstSlot(hashOf(folded))] !== 0;

  readonly isShared = (folded: string): boolean => this.#shared.has(hashOf(folded));

  /** Whether some row has a key of this kind, SKU or EAN. */
  #hasKeysOf({ field }: Key): boolean {
    return this.#keyFields.has(field);
  }

  /** The record of the first row with this key. */
  recordOf(key: Key): number | undefined {
    if (!this.#hasKeysOf(key)) return undefined;
    return this.#slots[this.#placeOf(foldedHash(key), checkOf(hashOfKey(key)))] || undefined;
  }

  /** The record of the stated row with this key; `near` if rows have almost this key, or state nothing. */
  find(key: Key): number | 'near' | undefined {
    const record = this.recordOf(key);
    if (record !== undefined && this.#isStated(record)) return record;
    return this.#hasKeysOf(key) && this.#slots[this.#firstSlot(foldedHash(key))] !== 0 ? 'near' : undefined;
  }

  /** The stated row with this key. */
  rowOf(key: Key): StatedRow | undefined {
    const hash = hashOfKey(key);
    const record = this.#slots[this.#placeOf(foldedHash(key), checkOf(hash))] ?? 0;
    if (!this.#isStated(record)) return undefined;
    return {
      record,
      line: this.#lines.get(record),
      facts: this.#facts.get(record) + hash,
      stated: this.statedAt(record),
    };
  }

  /** Which fields a row states. */
  statedAt(record: number): number {
    return this.#stated.get(record) & ~hasFingerprint;
  }

  /** Whether the row at this record has this key, and facts of this hash. */
  hasFacts(record: number, key: Key, hash: number): boolean {
    return this.#facts.get(record) === hash - hashOfKey(key);
  }

  /** Where the first row with this folded key is, or the free place where it belongs. */
  #firstSlot(folded: number): number {
    const mask = this.#slots.length - 1;
    let slot = (folded >>> 0) & mask;
    for (let record = this.#slots[slot]; record; record = this.#slots[slot]) {
      if (this.#folded.get(record) === folded) break;
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /**
   * Where this key is, or the free place where it belongs, if there is a first row with its folded key. The others are in
   * places of their own: a file may have a million keys that fold to one.
   */
  #slotOf(folded: number, exact: number, first: number): number {
    if (this.#isAt(first, folded, exact)) return first;
    const mask = this.#slots.length - 1;
    let slot = (folded ^ Math.imul(exact, 0x9e3779b1)) & mask;
    while (this.#slots[slot] !== 0 && !this.#isAt(slot, folded, exact)) slot = (slot + 1) & mask;
    return slot;
  }

  /** Like `#slotOf`, where the slot of the first row with its folded key is not known. */
  #placeOf(folded: number, exact: number): number {
    const first = this.#firstSlot(folded);
    return this.#slots[first] === 0 ? first : this.#slotOf(folded, exact, first);
  }

  #isAt(slot: number, folded: number, exact: number): boolean {
    const record = this.#slots[slot] as number;
    return this.#exact.get(record) === exact && this.#folded.get(record) === folded;
  }

  #spread(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let record = 1; record <= this.#lastRecord; record++) {
      const exact = this.#exact.get(record);
      if (exact === 0) continue;
      this.#slots[this.#placeOf(this.#folded.get(record), exact)] = record;
    }
  }
}

/** Most keys fold to themselves: the prefix makes this another hash than that of the folded key. */
const hashOfKey = (key: Key): number => hashOf(key.code, `again:${key.field}:`);

/** Never 0. */
const checkOf = (hash: number): number => hash >>> 0 || 1;
