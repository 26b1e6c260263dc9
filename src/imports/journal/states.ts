/** What the journal knows of a row. The numbers stand in files: they never change their meaning. */
export const rowStates = {
  /** Announced, and perhaps sent: the outcome is not known. */
  open: 0,
  /** A 2xx answer or a look-up showed a product with exactly this key, and this run sent it. */
  created: 1,
  /** The store had the key before. */
  existing: 2,
  /** The store said no. */
  rejected: 3,
  /** Given up without an answer; a later run may look it up and send it again. */
  uncertain: 4,
  /** The store answered with another key, or has one that may be this one: no run sends it again. */
  stuck: 5,
  /** Not in the store, as far as a look-up or a request that never left can tell: it is to be sent. */
  absent: 6,
  /** In the store twice. */
  duplicate: 7,
} as const;

export type RowState = keyof typeof rowStates;

/** The name of a state by its number. */
export const stateNames = Object.keys(rowStates) as readonly RowState[];
