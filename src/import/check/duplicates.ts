import { HashSet, hashOf } from '../../text/hash-set.ts';
import type { Catalogue, CatalogueRow, RowFault } from '../read/catalogue.ts';
import { foldedText, type Key, keyOf } from '../read/row.ts';

/** What is known of the keys of a file, by their folded form (`foldedText`). A hash of it: it may say yes where it is no, once in a billion. */
export interface FileKeys {
  /** Whether a row has such a key. */
  readonly has: (folded: string) => boolean;
  /** Whether several rows have such keys. */
  readonly isShared: (folded: string) => boolean;
}

/** What is done with rows whose keys meet. */
interface Findings {
  readonly fault: (record: number, fault: RowFault) => void;
  readonly warning: (warning: RowFault) => void;
}

/**
 * Finds rows whose keys meet: the same key twice, keys that a careless store may take for one, and an EAN that is one row's key and another row's
 * EAN. Remembers a hash a row, two where some rows are keyed by SKU and others by EAN, at most 40 bytes; and only when some are equal looks at the
 * rows once more, by the keys themselves.
 */
export class TwinFinder {
  /** Hashes of folded keys. */
  readonly #keys = new HashSet();
  /** Hashes of folded EANs of rows whose key is an SKU, from the first row on whose key is an EAN: most files have none. */
  #eans: HashSet | undefined;
  /** Where EANs before that row have to be looked at once more. */
  #lookBackFrom: number | undefined;
  #hasUnseenEans = false;
  readonly #met = new Set<number>();

  add(row: CatalogueRow): void {
    const { key, ean } = codesOf(row);
    if (key) {
      const hash = foldedHash(key);
      if (key.field === 'ean') this.#beginEans(row.record);
      if (!this.#keys.add(hash) || this.#eans?.has(hash)) this.#met.add(hash);
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
    const hash = foldedHash(ean);
    this.#eans.add(hash);
    if (this.#keys.has(hash)) this.#met.add(hash);
  }

  /** EANs of rows above the first one whose key is an EAN. */
  async #lookBack(catalogue: Catalogue): Promise<void> {
    if (this.#lookBackFrom === undefined) return;
    for await (const batch of catalogue.rows()) {
      for (const row of batch) {
        if (row.record >= this.#lookBackFrom) return;
        const { ean } = codesOf(row);
        if (ean && this.#keys.has(foldedHash(ean))) this.#met.add(foldedHash(ean));
      }
    }
  }

  /** What is known of the keys, to be asked when all rows were added. */
  get known(): FileKeys {
    return { has: (folded) => this.#keys.has(hashOf(folded)), isShared: (folded) => this.#met.has(hashOf(folded)) };
  }

  /** To be called when all rows were added. False when there are more such rows than are told. */
  async find(catalogue: Catalogue, findings: Findings): Promise<boolean> {
    await this.#lookBack(catalogue);
    if (this.#met.size === 0) return true;
    const meetings = new Map<string, Meeting>();
    const isWhole = await this.#joinAll(catalogue, meetings);
    const headingOf = headings(catalogue);
    for (const meeting of meetings.values()) judge(meeting, headingOf, findings);
    return isWhole;
  }

  async #joinAll(catalogue: Catalogue, meetings: Map<string, Meeting>): Promise<boolean> {
    let joined = 0;
    for await (const batch of catalogue.rows()) {
      for (const row of batch) joined += this.#join(row, meetings);
      if (joined > mostTold) return false;
    }
    return true;
  }

  #join({ record, line, ...row }: CatalogueRow, meetings: Map<string, Meeting>): number {
    let joined = 0;
    const { key, ean } = codesOf(row);
    for (const [part, code] of [['keys', key] as const, ['eans', ean] as const]) {
      if (!code || !this.#met.has(foldedHash(code))) continue;
      const meeting = meetings.get(foldedText(code)) ?? { keys: [], eans: [] };
      meeting[part].push({ record, line, key: code });
      meetings.set(foldedText(code), meeting);
      joined++;
    }
    return joined;
  }
}

/** A file with more rows whose keys meet is not one of doubled rows, but another sort of file: it is not kept in memory. */
const mostTold = 50_000;

type Codes = { readonly key: Key | undefined; readonly ean: Key | undefined };

/** A faulty row has a key too: another row with it is faulty either way. */
function codesOf({ values, readable }: Pick<CatalogueRow, 'values' | 'readable'>): Codes {
  const codes = values ?? readable ?? {};
  const key = keyOf(codes);
  return { key, ean: key?.field === 'sku' && codes.ean ? { field: 'ean', code: codes.ean } : undefined };
}

const foldedHash = (key: Key): number => hashOf(foldedText(key));

/** A row and the code of it that meets another. */
interface Place {
  readonly record: number;
  readonly line: number;
  readonly key: Key;
}

/** Rows with codes that are the same when folded, in the order of the file: as their key, or only as their EAN. */
interface Meeting {
  readonly keys: Place[];
  readonly eans: Place[];
}

function judge({ keys, eans }: Meeting, headingOf: (field: string) => string, { fault, warning }: Findings): void {
  const at = ({ line, key }: Place, message: string): RowFault => ({
    line,
    column: headingOf(key.field),
    value: key.code,
    message,
  });
  const groups = sameKeys(keys);
  for (const places of groups) {
    const ean = eans.find(({ key }) => key.code === places[0]?.key.code);
    const isAtFault = places.length > 1 || ean !== undefined;
    for (const place of isAtFault ? places : [])
      fault(place.record, at(place, ean && places.length === 1 ? shared(ean) : twice(place, places)));
  }
  const [first, ...others] = groups.flatMap((places) => places.slice(0, 1));
  for (const other of others) warning(at(other, alike(first as Place)));
}

/** The places of each key, in the order of the file. */
function sameKeys(keys: readonly Place[]): readonly (readonly Place[])[] {
  const same = new Map<string, Place[]>();
  for (const place of keys) {
    const places = same.get(place.key.code) ?? [];
    places.push(place);
    same.set(place.key.code, places);
  }
  return [...same.values()];
}

/** Every row of a key is at fault: which of them is right only the user knows. */
function twice(place: Place, places: readonly Place[]): string {
  const [first, second] = places;
  const where = place === first ? `on line ${second?.line} too` : `on line ${first?.line} already`;
  return `stands ${where}: one ${place.key.field === 'sku' ? 'SKU' : 'EAN'} is one product`;
}

const shared = ({ line }: Place): string =>
  `is the EAN of the product on line ${line} too, which would be found instead of this one: give this row an SKU`;

const alike = ({ line, key }: Place): string =>
  `differs from "${key.code}" on line ${line} only by case, Unicode form or zeros in front: the store may take them for one`;

function headings({ description }: Catalogue): (field: string) => string {
  return (field) => description.columns.find((column) => column.field === field)?.heading ?? field;
}
