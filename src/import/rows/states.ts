import type { OutcomeEvidence } from '../../resources/evidence.ts';

/** The states of a row. The journal has these words, and counts of them in this order: another list is another version. */
export const rowStates = [
  /** Valid, and for this run: nothing has happened to it yet. */
  'todo',
  /** Announced and perhaps sent: the outcome is not known. */
  'open',
  /** A 2xx answer or a look-up showed a product with exactly this key, and this run sent it. */
  'created',
  /** The store had the key before. */
  'existing',
  /** The store refused it. */
  'rejected',
  /** No clear answer after the last attempt; a later run may look it up and send it again. */
  'uncertain',
  /** The store answered with another key, has one that may be this one, or cannot be asked: no run sends it again. */
  'blocked',
  /** Not in the store, by a look-up or because the request never left: it can be sent. */
  'absent',
  /** In the store more than once. */
  'duplicate',
  /** Absent, but the plan that is applied does not include it: not sent. */
  'unplanned',
  /** Absent, but it may be a product of an earlier import under another key: not sent. */
  'held',
  /** The check of the file found a fault. */
  'invalid',
  /** Valid, but for another shard. */
  'elsewhere',
  /** Of a person who was erased: no run sends the row. */
  'erased',
] as const;

export type RowState = (typeof rowStates)[number];

/** So many rows of a run have an outcome that is known in this way. */
export interface EvidenceCount {
  readonly outcome: 'created' | 'existing';
  readonly evidence: OutcomeEvidence;
  readonly rows: number;
}

/** Rows that a run still has to send, or to find out what became of. */
export const isLeft = "state IN ('todo', 'open', 'absent')";

/** Rows that are valid and for this run. */
export const isIncluded = "state NOT IN ('invalid', 'elsewhere')";

/** Rows to which something has happened. */
export const isReached = "state NOT IN ('todo', 'invalid', 'elsewhere')";

/** The rows that outlive their run. Used with exactly this text everywhere, so that SQLite takes the index. */
export const isUnsettled = "state IN ('open', 'blocked', 'absent')";

/**
 * The one table of rows: where each is in its file, its key, what it states, and what has become of it. `at` is when that
 * was noted, in milliseconds since 1970; `about` the field that the message is about. `compared` says whether a product
 * that existed was compared with the row, `since` which import last looked it up, where this one did not, and `changed`
 * that the row is not as it was in that one. A journal adds columns (`low`, `evidence` and `sent` in `schema.ts`).
 *
 * What never changes is one text: a list of the line, the code, and the three parts of the fingerprint (`readRows`).
 * Columns of their own take half as long again to write; and generated ones, which SQLite computes for each row that it
 * writes, as long.
 */
export const rowTable = (name: 'row' | 'temp.row'): string => `CREATE TABLE IF NOT EXISTS ${name} (
  run INTEGER NOT NULL, record INTEGER NOT NULL, folded TEXT NOT NULL, cells TEXT NOT NULL,
  state TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, record_id TEXT, about TEXT, message TEXT, at INTEGER NOT NULL DEFAULT 0,
  compared INTEGER NOT NULL DEFAULT 1, since INTEGER, changed INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (run, record)
) WITHOUT ROWID;
`;

/** The table to read from, with the parts of `folded` and `cells` as columns. */
export const readRows = `(SELECT *, substr(folded, 1, instr(folded, ':') - 1) AS field, cells ->> 0 AS line, cells ->> 1 AS code,
  cells ->> 2 AS facts, cells ->> 3 AS stated, cells ->> 4 AS rest FROM row)`;
