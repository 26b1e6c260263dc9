/** Why the store refused a row. */
export interface RowRefusal {
  readonly message: string;
  /** The field that the store named. */
  readonly field: string | undefined;
}

/** What a refusal says: that something is wrong, that something is in conflict (409), or, in a 2xx, hardly anything. */
export type RefusalSays = 'wrong' | 'conflict' | 'unclear';

/** A refusal, as far as it may be about a record that exists. */
export interface RefusalAnswer extends RowRefusal {
  readonly says: RefusalSays;
  /** Whether its words or its status may say that the record exists. */
  readonly mayExist: boolean;
}

/** What a refusal shows of a row, before it is looked up. */
export type RefusalShows = 'exists' | 'rejected' | 'unclear';

/** Of what can be looked up, words show nothing. */
export const shownByStatus = ({ mayExist }: RefusalAnswer): RefusalShows => (mayExist ? 'unclear' : 'rejected');
