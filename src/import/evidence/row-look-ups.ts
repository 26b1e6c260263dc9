import type { Connection } from '../../client/connection.ts';
import { isListed, isNumbered, isOwned, type Noun } from '../../client/endpoints/noun.ts';
import { unlessNotFound } from '../../client/records.ts';
import { attemptsByKey, createdIds, idsByKey } from '../journal/attempts.ts';
import type { Journal } from '../journal/journal.ts';
import { factsOf, noteFact } from '../journal/journal-facts.ts';
import { firstProducts } from '../march/lookup.ts';
import type { Remembered } from '../options.ts';
import { IdLookUp, type PacedIds } from './ids/id-look-up.ts';
import { IdMarks } from './ids/id-marks.ts';
import { OwnedLookUp } from './owner.ts';
import { Owners } from './owners.ts';
import type { RowLookUp } from './row-look-up.ts';

/** A harmless read: of a list, or of one record that may be missing; undefined where the API has none. */
export function probeOf(noun: Noun, connection: Connection): (() => Promise<unknown>) | undefined {
  if (isListed(noun)) return () => firstProducts({ connection, noun });
  const shown = isOwned(noun) ? noun.owner.noun : noun;
  return isNumbered(shown) ? () => unlessNotFound(shown.getById(connection, '1')) : undefined;
}

/** What earlier imports and searches know of the rows of a noun. */
interface KnownBefore {
  readonly journal: Journal;
  /** The number of this run. */
  readonly run: number;
  readonly remembered: Remembered | undefined;
}

/** How the rows of a noun are looked up by what they say; undefined where it is listed, or cannot be looked up. */
export function rowLookUpOf(
  noun: Noun,
  store: Omit<PacedIds, 'noun'>,
  { journal, run, remembered }: KnownBefore,
): RowLookUp | undefined {
  if (isOwned(noun)) {
    const imported = idsByKey(journal, noun.owner.noun.names[1]);
    const owners = new Owners({ ...store, noun, imported, remembered });
    return new OwnedLookUp({ ...store, noun }, owners, attemptsByKey(journal, noun.names[1], run));
  }
  if (!isNumbered(noun)) return undefined;
  const created = createdIds(journal, noun.names[1]);
  const attempts = attemptsByKey(journal, noun.names[1], run);
  const lows = [...attempts.values()].flatMap(({ low }) => low ?? []);
  const [doubt] = factsOf(journal, doubtName).map((fact) => fact.slice(doubtName.length));
  const marks = new IdMarks(highestOf([lows, created]), doubt, (why) => noteFact(journal, doubtName + why));
  return new IdLookUp({ ...store, noun }, { marks, has: (id) => created.has(id), attempts });
}

/** How a fact begins that says why the IDs of the store prove nothing. */
const doubtName = 'doubt of IDs: ';

/** Not by spreading: there may be a million. */
function highestOf(many: readonly Iterable<number>[]): number | undefined {
  let highest: number | undefined;
  for (const ids of many) for (const id of ids) highest = Math.max(id, highest ?? id);
  return highest;
}
