import { type HashSet, hashOf } from '../../text/hash-set.ts';
import { type Key, keyText } from '../map/rows/key.ts';
import type { RowQuestion } from './row-look-up.ts';
import type { Settled } from './settled.ts';

/** What is known of keys before rows are compared. */
interface KnownKeys {
  /** Keys that no run may send. */
  readonly blocked: readonly Key[];
  /** Keys that were sent a moment ago, whatever the outcome (`hashOf` of `keyText`): the store may show them later. */
  readonly recent: Pick<HashSet, 'has'>;
}

/**
 * What is known of rows that were compared with the store: of those that it does not show, no run may send some, and others
 * it may show later.
 * @param settle finds out what became of a row that was sent a moment ago
 */
export function comparedRows({ blocked, recent }: KnownKeys, settle: (key: Key) => Promise<Settled>): RowQuestion {
  const blockedTexts = new Set(blocked.map(keyText));
  return async ({ row: { key }, result }) => {
    if (result.kind !== 'new' && result.kind !== 'refused') return result;
    const text = keyText(key);
    if (blockedTexts.has(text)) return { kind: 'blocked' };
    const isRecent = result.kind === 'new' && recent.has(hashOf(text));
    return isRecent ? await settle(key) : result;
  };
}
