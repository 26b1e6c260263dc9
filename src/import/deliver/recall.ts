import type { Page } from '../../client/pages.ts';
import { CliError } from '../../errors.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import {
  changedRows,
  changesOf,
  createdSince,
  markFull,
  markGone,
  noteUnchanged,
  recallRows,
  rememberedFrom,
  rememberedProducts,
  rowsFromMemory,
  rowsNotInFile,
} from '../journal/feeds.ts';
import type { Ledger } from '../journal/ledger.ts';
import type { RowRecord } from '../journal/rows.ts';
import type { RunRecord } from '../journal/runs.ts';
import type { GoneProducts } from '../journal/tally.ts';
import { foldedText } from '../map/key.ts';
import { idOf, productCount } from '../march/lookup.ts';
import { recallsPrevious } from '../options.ts';
import { fewerProducts, goneProducts, otherProducts, unchangedRows } from '../report/words.ts';
import { Stopped } from './ask.ts';
import type { CheckedRun } from './delivery.ts';
import type { ChangedSince } from './existing-rows.ts';
import type { Settled } from './next.ts';
import { lookUpUntilKnown } from './settle.ts';

/** What the previous import of the feed says about the rows of this one. */
export interface Recalled {
  readonly changedSince: ChangedSince;
  /** Whether rows that an earlier part of this run did not look up must be looked up now. */
  readonly isRevoked: boolean;
}

/**
 * Finishes the rows that are as they were in the previous import of the feed, without a look-up: that import showed that
 * their products exist. It is believed if the store has as many products as then, and five of these rows are found.
 * Otherwise every row is looked up, in later parts of this run too: a row that was absent once must not come to count as
 * existing.
 * @throws CliError when the store does not answer; Stopped
 */
export async function recall(previous: RunRecord | undefined, run: CheckedRun, page: Page): Promise<Recalled> {
  const { options, ledger } = run;
  const { journal, tally } = ledger;
  const { id, continued } = ledger.run;
  const known = changesOf(journal, id);
  tally.unchanged = known.unchanged;
  tally.changed = known.changed;
  const isWanted = recallsPrevious(options) && !continued?.isFull;
  const doubt = previous && isWanted ? await doubtAbout(previous, run, page) : undefined;
  if (doubt !== undefined) await options.hint(doubt);
  if (previous && isWanted && doubt === undefined) {
    await finishUnchanged(previous, run);
    await noteGone(previous, run);
    return {
      changedSince: (batch) =>
        changedRows(
          journal,
          batch.map(({ record }) => record),
        ),
      isRevoked: false,
    };
  }
  lookUpAll(ledger);
  return { changedSince: () => new Map(), isRevoked: known.unchanged > 0 };
}

/** Has every row of the run looked up, also those that an earlier part of it did not. */
function lookUpAll({ journal, tally, run }: Ledger): void {
  for (const rows of rowsFromMemory(journal, run.id)) {
    for (const { record, differs } of rows) {
      tally.forget(record);
      if (differs) tally.differing--;
    }
  }
  tally.unchanged = 0;
  markFull(journal, run.id);
}

/** Finishes the rows that are as they were, and says how many. */
async function finishUnchanged(previous: RunRecord, { options, ledger }: CheckedRun): Promise<void> {
  const { journal, tally } = ledger;
  const { id } = ledger.run;
  recallRows(journal, previous.run);
  noteUnchanged(journal, id, previous.run);
  const before = { unchanged: tally.unchanged, differing: tally.differing };
  for (const page of rowsFromMemory(journal, id)) {
    const rows = page.filter(({ record }) => tally.isLeft(record));
    ledger.finishUnchanged(rows.map(({ record }) => record));
    tally.unchanged += rows.length;
    tally.differing += rows.filter(({ differs }) => differs).length;
  }
  const unchanged = tally.unchanged - before.unchanged;
  if (unchanged > 0) await options.hint(unchangedRows(unchanged, tally.differing - before.differing));
}

/** Notes which products of that import are not in the file any more. Standard input may be another file each time. */
async function noteGone(previous: RunRecord, { options, checked, ledger }: CheckedRun): Promise<void> {
  const { journal, run, tally } = ledger;
  if (options.path === '-') return;
  const first: GoneProducts['first'][number][] = [];
  let count = 0;
  for (const page of rowsNotInFile(journal, previous.run)) {
    // Another form of the key, or an invalid row, is still there.
    const gone = page.filter(({ key }) => !checked.keys.has(foldedText(key)));
    for (const { key, product } of gone.slice(0, maxNamed - first.length))
      first.push({ key: key.code, productId: product });
    count += gone.length;
  }
  tally.gone = { count, first };
  markGone(journal, run.id, count);
  if (count > 0) await options.hint(goneProducts(previous, tally.gone));
}

/** Gone products that are named in the report. */
const maxNamed = 1000;

/**
 * Why the rows of the previous import may no longer be in the store; undefined if nothing says so. Some pages of the
 * list show it; only where they do not are rows looked up.
 */
async function doubtAbout(previous: RunRecord, run: CheckedRun, page: Page): Promise<string | undefined> {
  const products = productCount(page);
  const before = (previous.products ?? 0) + createdSince(run.ledger.journal, previous.run);
  if (products < before) return fewerProducts(previous, products, before);
  const { shown, missing } = await compareWithPages(previous, products, run);
  if (missing.length === 0 && shown >= samples) return undefined;
  const rows = [...missing.slice(0, samples), ...samplesOf(previous, run)];
  const looked = await Promise.all(
    rows.map(async (row) => ({ row, settled: await lookUpUntilKnown(row.key, run.store) })),
  );
  const lost = looked.find(({ settled }) => !isFound(settled));
  return lost && otherProducts(previous, lost.row);
}

/** How many rows of the previous import are seen in the store, at least. */
const samples = 5;

/**
 * The first remembered row, and others at random: those of one file often go together. A row that is gone from the file
 * may be gone from the store.
 */
function samplesOf(previous: RunRecord, { ledger: { journal }, checked, store }: CheckedRun): readonly RowRecord[] {
  const places = Array.from({ length: samples }, (_, at) =>
    at === 0 ? 1 : 1 + store.connection.random() * previous.rows,
  );
  const found = places.flatMap((place) => {
    const rows = rememberedFrom(journal, previous.run, Math.floor(place));
    return rows.find(({ key }) => checked.keys.has(foldedText(key))) ?? [];
  });
  return [...new Map(found.map((row) => [row.record, row])).values()];
}

function isFound(settled: Settled): boolean {
  if (settled.kind === 'stopped') throw new Stopped();
  if (settled.kind === 'unknown') throw new CliError('unreachable', settled.message);
  return settled.kind === 'found';
}

/** The remembered rows that belong on the pages that were read. */
interface Shown {
  /** How many of them are there, with their key and product ID. */
  readonly shown: number;
  readonly missing: readonly RowRecord[];
}

/** Products on a page, and pages besides the first and the last. */
const [length, others] = [20, 3];

/**
 * Reads the first page of the store's list, the last, and some at random. Stores list products in the order of their
 * IDs, so a product of the previous import whose ID lies between those of a page must be on it: each page shows more
 * than a look-up. Among the newest, at one end, those are missing that a backup did not have.
 * Nothing is shown by pages in another order, and by a store that does not count.
 */
async function compareWithPages(previous: RunRecord, products: number, run: CheckedRun): Promise<Shown> {
  if (!Number.isSafeInteger(products)) return { shown: 0, missing: [] };
  const last = Math.max(0, products - length);
  const random = Array.from({ length: others }, () => Math.floor(run.store.connection.random() * (last + 1)));
  const places = [...new Set([0, ...random, last])];
  const compared = await Promise.all(
    places.map(async (place) => rowsOnPage(previous, await pageAt(place, products, run), run)),
  );
  return {
    shown: compared.reduce((sum, { shown }) => sum + shown, 0),
    missing: compared.flatMap((page) => page.missing),
  };
}

interface ProductPage {
  readonly records: readonly StoreRecord[];
  /** The least and the greatest ID that belong on it. */
  readonly ids: readonly [least: number, greatest: number];
}

/** Undefined where the store does not say, or does not list its products in the order of their IDs. */
async function pageAt(offset: number, products: number, run: CheckedRun): Promise<ProductPage | undefined> {
  const filters = { limit: String(length), ...(offset === 0 ? {} : { offset: String(offset) }) };
  const page = await run.store
    .read(() => run.store.noun.list(run.store.connection, filters))
    .catch((error: unknown) => {
      if (error instanceof CliError) return undefined;
      throw error;
    });
  const ids = page?.records.map((record) => Number(idOf(run.store.noun, record))) ?? [];
  const [first = 0, last = 0] = [ids[0], ids.at(-1)];
  const isInOrder = (id: number, at: number): boolean =>
    Number.isSafeInteger(id) && (at === 0 || first <= last === (ids[at - 1] ?? 0) <= id);
  if (!page || ids.length !== Math.min(length, products) || !ids.every(isInOrder)) return undefined;
  return { records: page.records, ids: [Math.min(first, last), Math.max(first, last)] };
}

function rowsOnPage(previous: RunRecord, page: ProductPage | undefined, run: CheckedRun): Shown {
  if (!page) return { shown: 0, missing: [] };
  // A row that is gone from the file may be gone from the store.
  const expected = rememberedProducts(run.ledger.journal, previous.run, page.ids).filter(({ key }) =>
    run.checked.keys.has(foldedText(key)),
  );
  const missing = expected.filter(
    ({ key, product }) =>
      !page.records.some((record) => idOf(run.store.noun, record) === product && record[key.field] === key.code),
  );
  return { shown: expected.length - missing.length, missing };
}
