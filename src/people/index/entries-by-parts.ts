import type { Sqlite, SqlRow } from '../../system/sqlite.ts';
import { hashesOf, inIndex, type Part } from '../words/parts.ts';

/** What everybody of a search must have. */
export interface WantedParts {
  /** All parts of one of these. */
  readonly alternatives: readonly (readonly Part[])[];
  /** Besides, one of the names of a city. */
  readonly city?: readonly Part[] | undefined;
}

/** The alternatives, each with each name of the city. */
export const partsIn = ({ alternatives, city }: WantedParts): readonly (readonly Part[])[] =>
  city === undefined ? alternatives : alternatives.flatMap((parts) => city.map((name) => [...parts, name]));

interface KnownPart {
  readonly hash: bigint;
  /** How many entries had it when that was last looked up. */
  readonly count: number;
}

/**
 * Finds the entries of an index that have all parts of one of the alternatives. It begins with the part that the fewest
 * entries have: a spelling that nobody has costs one look, whatever stands beside it.
 */
export class EntriesByParts {
  readonly #sql: Pick<Sqlite, 'get' | 'all'>;
  readonly #key: Buffer;
  readonly #known = new Map<Part, KnownPart>();

  constructor(sql: Pick<Sqlite, 'get' | 'all'>, key: Buffer) {
    this.#sql = sql;
    this.#key = key;
  }

  /** Who ordered last comes first, then who was read last. */
  find(wanted: WantedParts): readonly SqlRow[] {
    const { sql, hashes } = this.#lookupOf(wanted);
    if (sql === '') return [];
    return this.#sql.all(
      `SELECT kind, id, ${lastOrder} AS ordered FROM entry WHERE number IN (${sql}) ORDER BY ordered DESC, number DESC`,
      ...hashes,
    );
  }

  count(wanted: WantedParts): number {
    const { sql, hashes } = this.#lookupOf(wanted);
    return sql === '' ? 0 : Number(this.#sql.get(`SELECT count(*) AS count FROM (${sql})`, ...hashes)?.count);
  }

  /** The query of the numbers of the entries, each once; empty where there are none. */
  #lookupOf(wanted: WantedParts): { readonly sql: string; readonly hashes: readonly bigint[] } {
    const alternatives = partsIn(wanted).flatMap((parts) => {
      const hashes = this.#rarestFirst(parts);
      return hashes ? [hashes] : [];
    });
    return { sql: alternatives.map(({ length }) => withAll(length)).join(' UNION '), hashes: alternatives.flat() };
  }

  /** Undefined where no entry has one of them. */
  #rarestFirst(parts: readonly Part[]): readonly bigint[] | undefined {
    const each: KnownPart[] = [];
    for (const part of new Set(parts)) {
      const known = this.#knownOf(part);
      if (known.count === 0) return undefined;
      each.push(known);
    }
    return each.sort((left, right) => left.count - right.count).map(({ hash }) => hash);
  }

  #knownOf(part: Part): KnownPart {
    const known = this.#known.get(part);
    // Somebody who has it may have been read since.
    if (known && known.count > 0) return known;
    const hash = known?.hash ?? BigInt(hashesOf([inIndex(part)], this.#key)[0] ?? 0);
    const row = this.#sql.get('SELECT count(*) AS count FROM part WHERE hash = ?', hash);
    const found = { hash, count: Number(row?.count) };
    this.#known.set(part, found);
    return found;
  }
}

/** The entries that have each of so many hashes. */
const withAll = (hashes: number): string =>
  `SELECT entry FROM part WHERE hash = ?${' AND EXISTS (SELECT 1 FROM part AS other WHERE other.hash = ? AND other.entry = part.entry)'.repeat(hashes - 1)}`;

/** When somebody ordered last, as the store writes it: a guest is an order. */
const lastOrder =
  "CASE kind WHEN 1 THEN date ELSE coalesce((SELECT max(date) FROM entry AS placed WHERE placed.customer = entry.id), '') END";
