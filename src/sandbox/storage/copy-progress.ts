import type { Sqlite } from '../../system/sqlite.ts';

/** The progress of a copy, kept in its database. */
export interface CopyProgress {
  /** The store, by its identity in every run. */
  readonly source: string;
  /** The language of the texts; '' for that of the store. */
  readonly language: string;
  /** When the copy was begun, in ISO 8601. */
  readonly began: string;
  /** What is read: the full list, the list of main products, the baskets; `done` after the last one. */
  readonly list: 'products' | 'main' | 'baskets' | 'done';
  /** How often the full list is read, from 1: again where the store changed meanwhile. */
  readonly pass: number;
  /** Records of this list that were received in this pass. */
  readonly offset: number;
  /** How many the store counts, if it does. */
  readonly count: number | null;
  /** Pages in a row that had nothing new. */
  readonly stale: number;
  /** Whether the store did not look the same throughout this pass. */
  readonly isDisturbed: boolean;
  /** Records that came twice in this pass. */
  readonly twice: number;
  /** What a later pass found new or changed. */
  readonly added: number;
  readonly changed: number;
  /** What was skipped: products without a numeric ID, basket lines without a copied product. */
  readonly withoutId: number;
  readonly withoutProduct: number;
}

const name = 'copy';

/** Undefined in a sandbox that is no copy. */
export function copyProgressOf(database: Sqlite): CopyProgress | undefined {
  const row = database.get('SELECT value FROM settings WHERE name = ?', name);
  return row && (JSON.parse(String(row.value)) as CopyProgress);
}

/** Inside a transaction. */
export function storeCopyProgress(database: Sqlite, progress: CopyProgress): void {
  database.run('INSERT OR REPLACE INTO settings VALUES (?, ?)', name, JSON.stringify(progress));
}
