import { CliError } from '../../errors.ts';
import { Stopped } from '../../pace/ask.ts';
import type { LookUpResult } from '../march/lookup.ts';
import type { RowResult } from '../march/results.ts';
import type { AbsentDoubt } from './search-doubts.ts';

/** What a look-up says, and what a later import does with it. */
export type Settled =
  | Exclude<LookUpResult, { readonly kind: 'absent' }>
  /**
   * `maxAttempts`: how often a row may be sent that is absent by this evidence. `isRemembered`: a later import takes it for
   * existing all the same. `doubt`: why it is not sent again.
   */
  | {
      readonly kind: 'absent';
      readonly maxAttempts?: number | undefined;
      readonly isRemembered?: boolean;
      readonly doubt?: AbsentDoubt | undefined;
    }
  /** The store refuses this look-up for good, or the API has none. */
  | { readonly kind: 'refused'; readonly message: string }
  /** Nothing will show whether the row is absent: no import sends it again. */
  | { readonly kind: 'unproven'; readonly message: string; readonly recordId?: string | undefined }
  /**
   * The store has these, which it seems to have made of the row: as far as is known, none was there before the row was sent.
   * `mayBeOther`: another row that is being sent may be one of them.
   */
  | {
      readonly kind: 'altered';
      readonly recordIds: readonly string[];
      readonly mayBeOther: boolean;
      readonly message: string;
    }
  /** No read of it could be believed, sent or not, while the store answers others: a later import looks it up again. */
  | { readonly kind: 'unreadable'; readonly message: string }
  /** All was read, which shows no more. An import of more rows may, or a person: a later import looks it up again. */
  | { readonly kind: 'uncertain'; readonly message: string }
  /** Nothing was read of it. */
  | { readonly kind: 'unread' }
  /** No look-up worked: a later import finds out. */
  | { readonly kind: 'unknown'; readonly message: string }
  /** The import stopped first. */
  | { readonly kind: 'stopped' };

export const unread: Settled = { kind: 'unread' };

/** What is known of a row before any is sent. */
export type RowKnown = RowResult | Settled | KnownEarlier;

/** What earlier imports know of a row. */
export type KnownEarlier =
  /** It exists, under this ID where it is known. Without one, an import has only been told so. */
  | { readonly kind: 'remembered'; readonly recordId: string | undefined }
  /** Its outcome is uncertain: no run may send it. */
  | { readonly kind: 'blocked' }
  /** An import sent it, and it cannot be looked up. */
  | { readonly kind: 'sent' }
  /** The person was erased then, in milliseconds since 1970. */
  | { readonly kind: 'erased'; readonly at: number };

/** A look-up that says something. @throws Stopped; CliError `unreachable` when none worked */
export function clear<Known extends RowKnown>(
  settled: Known,
): Exclude<Known, { readonly kind: 'unknown' | 'stopped' }> {
  if (settled.kind === 'stopped') throw new Stopped();
  if (settled.kind === 'unknown') throw new CliError('unreachable', settled.message);
  return settled as Exclude<Known, { readonly kind: 'unknown' | 'stopped' }>;
}
