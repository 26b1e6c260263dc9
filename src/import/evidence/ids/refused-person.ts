import type { FileTable } from '../../../resources/file-table.ts';
import type { RefusalAnswer, RefusalShows } from '../refusal.ts';
import { saysTaken } from './says-taken.ts';

/**
 * What a refusal shows of a row that is looked up by IDs. A store that says of the key that it exists has it, under an ID
 * that is not known; any other 4xx is a refusal, but for a conflict. Whoever sends that row again looks it up first.
 */
export function shownByWords(refusal: RefusalAnswer, noun: FileTable): RefusalShows {
  if (refusal.says !== 'unclear' && saysTaken(refusal, noun)) return 'exists';
  return refusal.says === 'wrong' ? 'rejected' : 'unclear';
}
