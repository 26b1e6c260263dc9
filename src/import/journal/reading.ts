import type { Sqlite } from '../../system/sqlite.ts';
import type { Key } from '../map/key.ts';
import { alikeRows, firstCreated, hasProducts, lastAnnounced, productRows, sentTwice } from './earlier-rows.ts';
import {
  changes,
  createdSince,
  doubted,
  fromMemory,
  previousRun,
  remembered,
  rememberedFrom,
  rememberedProducts,
} from './feeds.ts';
import { counts, type Entry, problems, recentKeys, rowsOf, statedRows, unsettledRows } from './rows.ts';
import { allRuns, knows, lastNoted, planApplication, replacedBy, unfinished } from './runs.ts';

/** The questions to a journal. Each is described where it is defined. */
const queries = {
  ...{ runs: allRuns, knows, lastNoted, unfinished, replacedBy, planApplication },
  ...{ rows: rowsOf, statedRows, counts, problems },
  ...{ lastAnnounced, alikeRows, sentTwice, firstCreated, hasProducts, productRows },
  ...{ previousRun, remembered, rememberedFrom, rememberedProducts, doubted, createdSince, changes, fromMemory },
};

type Bound<Query> = Query extends (database: Sqlite, ...rest: infer Rest) => infer Answer
  ? (...rest: Rest) => Answer
  : never;

/** The same, of one database. */
type Queries = { readonly [Name in keyof typeof queries]: Bound<(typeof queries)[Name]> };

/** Whether times of earlier runs can be compared with the time now. */
export interface Trust {
  clockDiffers: boolean;
}

interface ReadingParts {
  readonly trust: Trust;
  readonly now: () => number;
}

/** What a journal knows. */
export const readingOf = (database: Sqlite, { trust, now }: ReadingParts) => ({
  ...queriesOf(database),
  /** Rows of any run whose outcome is not known. */
  open: (): readonly Entry[] => unsettledRows(database, 'open'),
  /** Keys that no run may send: the store answered with another key, or has one that may be this one. */
  blocked: (otherThan?: number): readonly Key[] =>
    unsettledRows(database, 'blocked')
      .filter(({ run }) => run !== otherThan)
      .map(({ key }) => key),
  /** Keys that were sent and not found afterwards: they may be sent again, and then count as sent twice. */
  sentBefore: (): readonly Key[] =>
    unsettledRows(database, 'absent')
      .filter(({ attempts }) => attempts > 0)
      .map(({ key }) => key),
  /**
   * Keys that were sent since then, whatever the outcome: a store may have created them without showing them yet. Where
   * clocks differ, the keys of a run count until later runs have taken that long.
   */
  sentSince: (since: number, otherThan = 0): readonly Key[] =>
    recentKeys(database, { since, ago: now() - since, clockDiffers: trust.clockDiffers, otherThan }),
  /** Those of other runs that were sent more than once, and not looked up at the end of an import. */
  sentAgainSince: (since: number, otherThan: number): readonly Key[] =>
    recentKeys(
      database,
      { since, ago: now() - since, clockDiffers: trust.clockDiffers, otherThan },
      "attempts > 1 AND run NOT IN (SELECT run FROM runs WHERE state = 'finished')",
    ),
});

export type JournalReading = ReturnType<typeof readingOf>;

function queriesOf(database: Sqlite): Queries {
  const bound = Object.entries(queries).map(([name, query]) => [
    name,
    (...rest: readonly unknown[]) => Reflect.apply(query, undefined, [database, ...rest]),
  ]);
  return Object.fromEntries(bound) as Queries;
}
