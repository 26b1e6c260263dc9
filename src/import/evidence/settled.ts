import { CliError } from '../../errors.ts';
import { Stopped } from '../../pace/ask.ts';
import type { LookUpResult } from '../march/lookup.ts';

/**
 * What a look-up says. `refused`: the store refuses this one for good; `unproven`: it cannot show that the row is absent;
 * `unknown`: none worked; `stopped`: the import stopped first.
 */
export type Settled =
  | Exclude<LookUpResult, { readonly kind: 'absent' }>
  /** `maxAttempts`: how often a row may be sent that is absent by this evidence. */
  | { readonly kind: 'absent'; readonly maxAttempts?: number | undefined }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unproven'; readonly message: string; readonly recordId?: string }
  | { readonly kind: 'unknown'; readonly message: string }
  | { readonly kind: 'stopped' };

/** A look-up that says something. @throws Stopped; CliError `unreachable` when none worked */
export function clear(settled: Settled): Exclude<Settled, { readonly kind: 'unknown' | 'stopped' }> {
  if (settled.kind === 'stopped') throw new Stopped();
  if (settled.kind === 'unknown') throw new CliError('unreachable', settled.message);
  return settled;
}
