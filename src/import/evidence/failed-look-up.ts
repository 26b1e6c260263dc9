import { CliError } from '../../errors.ts';
import { Stopped } from '../../pace/ask.ts';
import { isRefusal } from '../../pace/failed-read.ts';
import type { LookUpResult } from '../march/lookup.ts';
import type { Settled } from './settled.ts';

/** The result of a look-up that was not answered. @throws any other error */
export function failedLookUp(error: unknown): Settled {
  if (error instanceof Stopped) return { kind: 'stopped' };
  if (error instanceof CliError) return { kind: isRefusal(error) ? 'refused' : 'unknown', message: error.message };
  throw error;
}

/** At once: a store that lists products for this token may not show one by its key. */
export function absentIfRefused(error: unknown): LookUpResult {
  if (error instanceof CliError && (error.kind === 'auth' || isRefusal(error))) return { kind: 'absent' };
  throw error;
}
