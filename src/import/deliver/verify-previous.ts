import type { Page } from '../../client/pages.ts';
import { CliError } from '../../errors.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import type { ImportRun } from '../import-run.ts';
import { createdSince, rememberedFrom, rememberedProducts } from '../journal/feeds.ts';
import type { RowRecord } from '../journal/rows.ts';
import type { RunRecord } from '../journal/runs.ts';
import { foldedText } from '../map/key.ts';
import { idOf, productCount } from '../march/lookup.ts';
import { fewerProducts, otherProducts } from '../report/words.ts';
import { Stopped } from './ask.ts';
import type { Settled } from './next.ts';
import { lookUpUntilKnown } from './settle.ts';

/**
 * Why the rows of the previous import may no longer be in the store; undefined if nothing says so. Some pages of the
 * list show it; only where they do not are rows looked up.
 */
export async function doubtAbout(previous: RunRecord, run: ImportRun, page: Page): Promise<string | undefined> {
  const products = productCount(page);
  const before = (previous.products ?? 0) + createdSince(run.journal, previous.run);
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
function samplesOf(previous: RunRecord, { journal, checked, store }: ImportRun): readonly RowRecord[] {
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
async function compareWithPages(previous: RunRecord, products: number, run: ImportRun): Promise<Shown> {
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
async function pageAt(offset: number, products: number, run: ImportRun): Promise<ProductPage | undefined> {
  const filters = { limit: String(length), ...(offset === 0 ? {} : { offset: String(offset) }) };
  const page = await run.store
    .read(() => run.store.noun.list(run.store.connection, filters))
    .catch((error: unknown) => {
      if (error instanceof CliError) return undefined;
      throw error;
    });
  const ids = page?.records.map((record) => Number(idOf(record))) ?? [];
  const [first = 0, last = 0] = [ids[0], ids.at(-1)];
  const isInOrder = (id: number, at: number): boolean =>
    Number.isSafeInteger(id) && (at === 0 || first <= last === (ids[at - 1] ?? 0) <= id);
  if (!page || ids.length !== Math.min(length, products) || !ids.every(isInOrder)) return undefined;
  return { records: page.records, ids: [Math.min(first, last), Math.max(first, last)] };
}

function rowsOnPage(previous: RunRecord, page: ProductPage | undefined, run: ImportRun): Shown {
  if (!page) return { shown: 0, missing: [] };
  // A row that is gone from the file may be gone from the store.
  const expected = rememberedProducts(run.journal, previous.run, page.ids).filter(({ key }) =>
    run.checked.keys.has(foldedText(key)),
  );
  const missing = expected.filter(
    ({ key, product }) => !page.records.some((record) => idOf(record) === product && record[key.field] === key.code),
  );
  return { shown: expected.length - missing.length, missing };
}
