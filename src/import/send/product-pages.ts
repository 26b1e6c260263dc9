import { getProduct } from '../../client/endpoints/products.ts';
import { CliError } from '../../errors.ts';
import type { Product } from '../../resources/products.ts';
import type { ImportRun } from '../import-run.ts';
import { askOnce, Stopped } from './ask.ts';

/** Products that are looked up, so many at a time; others have no link in the report. */
const [mostProducts, atATime] = [100, 8];
/** A report does not wait longer for its links, in milliseconds. */
const patience = 10_000;

/**
 * The web pages of products that rows with problems are about, by ID: of duplicates, and of rows that the store created
 * under another key. Ends with the first that the store does not show.
 */
export async function productPages(run: ImportRun): Promise<ReadonlyMap<string, string>> {
  const pages = new Map<string, string>();
  const { stopper, tally, journal, clock } = run;
  if (stopper.signal.aborted || tally.count('duplicate') + tally.uncertain === 0) return pages;
  const startedAt = clock.elapsed();
  const ids = journal.problems(run.id, mostProducts).flatMap(({ product }) => product?.split(' ') ?? []);
  const left = [...new Set(ids)].slice(0, mostProducts);
  let isShown = true;
  while (left.length > 0 && isShown && clock.elapsed() - startedAt < patience) {
    const products = await Promise.all(left.splice(0, atATime).map((id) => productOf(id, run)));
    for (const [id, product] of products) {
      if (typeof product?.urlAbs === 'string') pages.set(id, product.urlAbs);
      isShown &&= product !== undefined;
    }
  }
  return pages;
}

async function productOf(id: string, run: ImportRun): Promise<readonly [id: string, product: Product | undefined]> {
  try {
    const found = await askOnce(() => getProduct(run.connection, id), run);
    return [id, found instanceof CliError ? undefined : found];
  } catch (error) {
    if (error instanceof Stopped) return [id, undefined];
    throw error;
  }
}
