import { HashSet } from '../../text/hash-set.ts';
import type { Catalogue, CatalogueRow, RowFault } from '../read/catalogue.ts';
import { foldedHash, foldedText, type Key, keyOf } from '../read/row.ts';
import { RowTable } from './row-table.ts';

/** What to do with each duplicate. */
interface Findings {
  readonly fault: (record: number, fault: RowFault) => void;
  readonly warning: (warning: RowFault) => void;
}

/**
 * Finds duplicates: one key on two rows, keys that a careless store may take for one, and an EAN that is the key of one
 * row and the EAN of another. Holds the keys in a table, and a hash of each EAN where some rows have an SKU and others
 * only an EAN: at most 40 bytes a row. Reads the rows again, and compares the keys themselves, only when hashes are equal.
 */
export class DuplicateFinder {
  /** Complete once all rows were added. */
  readonly table = new RowTable();
  /**
   * Hashes of folded EANs of rows that have an SKU, from the first row on that has only an EAN: most files have none.
   */
  #eans: HashSet | undefined;
  /** The record before which EANs must be read again. */
  #lookBackFrom: number | undefined;
  #hasUnseenEans = false;

  add(row: CatalogueRow): void {
    const { key, ean } = codesOf(row);
    if (key) {
      if (key.field === 'ean') this.#beginEans(row.record);
      this.table.add(row.record, key);
      if (this.#eans?.has(foldedHash(key))) this.table.share(foldedText(key));
    }
    if (ean) this.#addEan(ean);
  }

  #beginEans(record: number): void {
    if (this.#eans) return;
    this.#eans = new HashSet();
    if (this.#hasUnseenEans) this.#lookBackFrom = record;
  }

  #addEan(ean: Key): void {
    this.#hasUnseenEans ||= !this.#eans;
    if (!this.#eans) return;
    this.#eans.add(foldedHash(ean));
    this.#shareKey(ean);
  }

  #shareKey(ean: Key): void {
    const folded = foldedText(ean);
    if (this.table.has(folded)) this.table.share(folded);
  }

  /** Adds the EANs of the rows above the first row that has only an EAN. */
  async #lookBack(catalogue: Catalogue): Promise<void> {
    if (this.#lookBackFrom === undefined) return;
    for await (const batch of catalogue.rows()) {
      for (const row of batch) {
        if (row.record >= this.#lookBackFrom) return;
        const { ean } = codesOf(row);
        if (ean) this.#shareKey(ean);
      }
    }
  }

  /** Call it once all rows were added. False when there are too many duplicates to report them all. */
  async find(catalogue: Catalogue, findings: Findings): Promise<boolean> {
    await this.#lookBack(catalogue);
    if (!this.table.hasShared) return true;
    const groups = new Map<string, Duplicates>();
    const isWhole = await this.#joinAll(catalogue, groups);
    const headingOf = headings(catalogue);
    for (const group of groups.values()) judge(group, headingOf, findings);
    return isWhole;
  }

  async #joinAll(catalogue: Catalogue, groups: Map<string, Duplicates>): Promise<boolean> {
    let joined = 0;
    for await (const batch of catalogue.rows()) {
      for (const row of batch) joined += this.#join(row, groups);
      if (joined > mostReported) return false;
    }
    return true;
  }

  #join({ record, line, ...row }: CatalogueRow, groups: Map<string, Duplicates>): number {
    let joined = 0;
    const { key, ean } = codesOf(row);
    for (const [part, code] of [['keys', key] as const, ['eans', ean] as const]) {
      const folded = code && foldedText(code);
      if (!folded || !this.table.isShared(folded)) continue;
      const group = groups.get(folded) ?? { keys: [], eans: [] };
      group[part].push({ record, line, key: code });
      groups.set(folded, group);
      joined++;
    }
    return joined;
  }
}

/** More duplicates, almost identical keys included, are a broken file: its rows are not kept in memory. */
export const mostReported = 50_000;

type Codes = { readonly key: Key | undefined; readonly ean: Key | undefined };

/** The key of an invalid row counts too: another row with that key is a duplicate. */
function codesOf({ values, readable }: Pick<CatalogueRow, 'values' | 'readable'>): Codes {
  const codes = values ?? readable ?? {};
  const key = keyOf(codes);
  return { key, ean: key?.field === 'sku' && codes.ean ? { field: 'ean', code: codes.ean } : undefined };
}

/** A row and the code that it shares with another. */
interface Place {
  readonly record: number;
  readonly line: number;
  readonly key: Key;
}

/** Rows that share a folded code, in file order: as their key, or only as their EAN. */
interface Duplicates {
  readonly keys: Place[];
  readonly eans: Place[];
}

function judge({ keys, eans }: Duplicates, headingOf: (field: string) => string, { fault, warning }: Findings): void {
  const at = ({ line, key }: Place, message: string): RowFault => ({
    line,
    key: key.code,
    column: headingOf(key.field),
    value: key.code,
    message,
  });
  const groups = sameKeys(keys);
  for (const places of groups) {
    const ean = eans.find(({ key }) => key.code === places[0]?.key.code);
    const isAtFault = places.length > 1 || ean !== undefined;
    for (const place of isAtFault ? places : [])
      fault(place.record, at(place, ean && places.length === 1 ? shared(ean) : duplicate(place, places)));
  }
  const [first, ...others] = groups.flatMap((places) => places.slice(0, 1));
  for (const other of others) warning(at(other, alike(first as Place)));
}

/** The places of each key, in file order. */
function sameKeys(keys: readonly Place[]): readonly (readonly Place[])[] {
  const same = new Map<string, Place[]>();
  for (const place of keys) {
    const places = same.get(place.key.code) ?? [];
    places.push(place);
    same.set(place.key.code, places);
  }
  return [...same.values()];
}

/** Every row with the key is invalid: only the user knows which one is right. */
function duplicate(place: Place, places: readonly Place[]): string {
  const [first, second] = places;
  return `duplicate ${place.key.field.toUpperCase()}, also on line ${(place === first ? second : first)?.line}`;
}

const shared = ({ line }: Place): string =>
  `also the EAN of the product on line ${line}: add an SKU to tell them apart`;

const alike = ({ line, key }: Place): string =>
  `almost the same as "${key.code}" on line ${line} (case, Unicode form or leading zeros): the store may treat them as one`;

function headings({ description }: Catalogue): (field: string) => string {
  return (field) => description.columns.find((column) => column.field === field)?.heading ?? field;
}
