import type { Page } from '../../client/pages.ts';
import { CliError } from '../../errors.ts';
import { productCount } from '../compare/lookup.ts';
import type { ImportRun } from '../import-run.ts';
import type { RememberedRow } from '../journal/feeds.ts';
import type { RunRecord } from '../journal/runs.ts';
import { foldedText } from '../read/row.ts';
import { fewerProducts, otherProducts } from '../report/words.ts';
import { Stopped } from './ask.ts';
import { compareWithPages } from './pages-of-feed.ts';
import { lookUpUntilKnown, type Settled } from './settle.ts';

/**
 * Why the rows of the previous import may no longer be in the store; undefined if nothing says so. Some pages of the
 * list show it; only where they do not are rows looked up.
 */
export async function doubtAbout(previous: RunRecord, run: ImportRun, page: Page): Promise<string | undefined> {
  const products = productCount(page);
  const before = (previous.products ?? 0) + run.journal.createdSince(previous.run);
  if (products < before) return fewerProducts(previous, products, before);
  const { shown, missing } = await compareWithPages(previous, products, run);
  if (missing.length === 0 && shown >= samples) return undefined;
  const rows = [...missing.slice(0, samples), ...samplesOf(previous, run)];
  const looked = await Promise.all(rows.map(async (row) => ({ row, settled: await lookUpUntilKnown(row.key, run) })));
  const lost = looked.find(({ row, settled }) => !isFound(row, settled, run));
  return lost && otherProducts(previous, lost.row);
}

/** How many rows of the previous import are seen in the store, at least. */
const samples = 5;

/**
 * The first remembered row, and others at random: those of one file often go together. A row that is gone from the file
 * may be gone from the store.
 */
function samplesOf(previous: RunRecord, { journal, checked, connection }: ImportRun): readonly RememberedRow[] {
  const places = Array.from({ length: samples }, (_, at) => (at === 0 ? 1 : 1 + connection.random() * previous.rows));
  const found = places.flatMap((place) => {
    const rows = journal.rememberedFrom(previous.run, Math.floor(place));
    return rows.find(({ key }) => checked.keys.has(foldedText(key))) ?? [];
  });
  return [...new Map(found.map((row) => [row.record, row])).values()];
}

function isFound({ key }: RememberedRow, settled: Settled, run: ImportRun): boolean {
  if (settled.kind === 'stopped') throw new Stopped();
  if (settled.kind === 'unknown') throw new CliError('unreachable', settled.message);
  if (settled.kind === 'found') run.unchangedKeys.note(key);
  return settled.kind === 'found';
}
