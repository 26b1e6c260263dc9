import { HashSet, hashOf } from '../../text/hash-set.ts';
import type { ImportRun } from '../import-run.ts';
import { kindOf } from '../pace/unchanged-keys.ts';
import { type Key, keyText } from '../read/row.ts';
import { keepsKeysLike } from './keys-kept.ts';

/**
 * Whether a row that is not found may be in the store under another key: an import that did not get to its end created
 * it, and no search has shown a key of its kind. A product that somebody has deleted is no such row, where others of
 * its kind are found.
 */
export function unconfirmedKeys(run: ImportRun): (key: Key) => Promise<boolean> {
  const { journal, id } = run;
  if (!journal.runs().some((other) => other.run !== id && other.state !== 'finished')) return async () => false;
  let keys: HashSet | undefined;
  // A file may have a million rows of one kind.
  const kinds = new Map<string, Promise<boolean>>();
  return async (key) => {
    const kind = kindOf(key);
    const isKept = kinds.get(kind) ?? keepsKeysLike(key, run);
    kinds.set(kind, isKept);
    if (await isKept) return false;
    keys ??= hashesOf(journal.createdUnconfirmed(id));
    return keys.has(hashOf(keyText(key)));
  };
}

function hashesOf(pages: Iterable<readonly Key[]>): HashSet {
  const hashes = new HashSet();
  for (const page of pages) for (const key of page) hashes.add(hashOf(keyText(key)));
  return hashes;
}
