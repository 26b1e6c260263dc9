import type { Connection } from '../../client/connection.ts';
import { type Noun, type NumberedNoun, type OwnedNoun, wayToFind } from '../../client/endpoints/noun.ts';
import { unlessNotFound } from '../../client/records.ts';
import type { CliError } from '../../errors.ts';
import type { Values } from '../../resources/file-table.ts';
import { attemptsByKey, attemptsInDoubt, createdIds, firstCreatedSince, idsByKey } from '../journal/attempts.ts';
import type { Journal } from '../journal/journal.ts';
import { factsOf, noteFact } from '../journal/journal-facts.ts';
import { isSentBy } from '../journal/rows.ts';
import { foldedText, type Key, type SendableRow, sendable } from '../map/rows/key.ts';
import { firstProducts } from '../march/lookup.ts';
import type { Remembered } from '../options.ts';
import type { CheckedFile } from '../rows/check.ts';
import { IdLookUp, type PacedIds } from './ids/id-look-up.ts';
import { IdMarks } from './ids/id-marks.ts';
import type { LookTimes } from './look-times.ts';
import type { ListedStore, LookUpStore } from './look-up-store.ts';
import { NoLookUp } from './no-look-up.ts';
import { OwnerLookUp } from './owner.ts';
import { Owners } from './owners.ts';
import type { RowLookUp } from './row-look-up.ts';
import { SearchLookUp } from './search.ts';
import { atOnce } from './sending-order.ts';
import { ShownProducts } from './shown-products.ts';

/** A harmless read: of a list, or of one record that may be missing; undefined where the API has none. */
export function probeOf(noun: Noun, connection: Connection): (() => Promise<unknown>) | undefined {
  const way = wayToFind(noun);
  const readFirst = (shown: NumberedNoun) => () => unlessNotFound(shown.getById(connection, '1'));
  switch (way.by) {
    case 'search':
      return () => firstProducts({ connection, noun: way.noun });
    case 'owner':
      return readFirst(way.noun.owner.noun);
    case 'ids':
      return readFirst(way.noun);
    case 'none':
      return undefined;
  }
}

/** What is known of the rows of a noun beside what the store says. */
interface KnownBeside {
  readonly journal: Journal;
  /** The number of this run. */
  readonly run: number;
  /** Whom searches have found. */
  readonly remembered: Remembered | undefined;
  readonly checked: CheckedFile;
  /** The most rows that are announced at once, if a kill leaves rows open that each wait long. */
  readonly most: number;
}

/** How the rows of a noun are looked up. */
export function rowLookUpOf(store: LookUpStore, known: KnownBeside): RowLookUp {
  const { noun, clock } = store;
  const way = wayToFind(noun);
  const stopped = store.stopper.signal;
  switch (way.by) {
    case 'search':
      return searchLookUp({ ...store, noun: way.noun }, known);
    case 'owner':
      return ownerLookUp({ ...store, stopped, noun: way.noun }, known);
    case 'ids':
      return idLookUp({ ...store, stopped, noun: way.noun }, known);
    case 'none':
      return new NoLookUp(noun, atOnce(clock, known.most));
  }
}

/** The ID of the record to which a row belongs, by what the row states, as far as it is known without a read. */
export const ownerOf = (lookUp: RowLookUp, stated: Values): string | undefined =>
  lookUp instanceof OwnerLookUp ? lookUp.ownerOf(stated) : undefined;

function searchLookUp(store: ListedStore, { journal, run }: KnownBeside): SearchLookUp {
  const { noun } = store;
  const shown = new ShownProducts(noun.lookUp.hiddenBy, run, journal);
  return new SearchLookUp(store, { shown, attempts: () => attemptsInDoubt(journal, noun.names[1]) });
}

function ownerLookUp(
  store: LookUpStore & LookTimes & { readonly noun: OwnedNoun },
  { journal, run, remembered, checked, most }: KnownBeside,
): OwnerLookUp {
  const { noun, clock } = store;
  const imported = idsByKey(journal, noun.owner.noun.names[1]);
  const own = idsByKey(journal, noun.names[1]);
  const taken = new Set([...own.kept.values(), ...own.deleted.values()]);
  return new OwnerLookUp(store, {
    owners: new Owners({ ...store, imported, remembered }),
    attempts: attemptsByKey(journal, noun.names[1], run),
    rowOf: (record) => rowOf(record, checked),
    taken,
    order: atOnce(clock, most, (_, id) => taken.add(id)),
  });
}

function idLookUp(store: PacedIds & LookUpStore, { journal, run, checked, most }: KnownBeside): IdLookUp {
  const noun = store.noun.names[1];
  const created = createdIds(journal, noun);
  const attempts = attemptsByKey(journal, noun, run);
  const lows = [...attempts.values()].flatMap(({ low }) => low ?? []);
  const [doubt] = factsOf(journal, doubtName).map((fact) => fact.slice(doubtName.length));
  const marks = new IdMarks(highestOf([lows, created]), doubt, (why) => noteFact(journal, doubtName + why));
  const since = (time: number): number | undefined => firstCreatedSince(journal, noun, time);
  const isSent = (key: Key): boolean => checked.keys.has(foldedText(key)) && isSentBy(journal, run, key);
  const stop = (reason: CliError): void => store.stopper.stop(reason);
  return new IdLookUp(store, { marks, has: (id) => created.has(id), since, attempts, most, isSent, stop });
}

async function rowOf(record: number, { catalogue }: CheckedFile): Promise<SendableRow | undefined> {
  for await (const batch of catalogue.rows((other) => other === record)) {
    const [row] = batch.flatMap((one) => sendable(one) ?? []);
    if (row) return row;
  }
  return undefined;
}

/** How a fact begins that says why the IDs of the store prove nothing. */
const doubtName = 'doubt of IDs: ';

/** Not by spreading: there may be a million. */
function highestOf(many: readonly Iterable<number>[]): number | undefined {
  let highest: number | undefined;
  for (const ids of many) for (const id of ids) highest = Math.max(id, highest ?? id);
  return highest;
}
