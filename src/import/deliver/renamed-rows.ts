import type { StoreRecord } from '../../resources/record-fields.ts';
import type { ImportRun } from '../import-run.ts';
import { hasProducts } from '../journal/earlier-rows.ts';
import { previousRun } from '../journal/feeds.ts';
import { foldedText, type Key, keyText } from '../map/key.ts';
import { idOf, search } from '../march/lookup.ts';
import type { ImportOptions } from '../options.ts';
import { renamedRows } from '../report/words.ts';
import type { CheckedFile } from '../rows/check.ts';
import type { StoredRow } from '../rows/file-rows.ts';
import { storedRowsLeft } from './rows-to-send.ts';

/**
 * Finishes rows as not sent that are absent, but may be products of earlier imports under another key: one that differs
 * by case, Unicode form or zeros, or an EAN that another product has. A product that is created twice can only be deleted
 * by hand: `--full` sends them.
 */
export async function holdRenamed(run: ImportRun): Promise<void> {
  const { options, ledger, store } = run;
  const reasonFor = renamedProducts({ ...run, searchFor: (key) => store.read(() => search(store, key)) });
  if (!reasonFor) return;
  let held = 0;
  for (const batch of storedRowsLeft(run)) {
    const found = await Promise.all(batch.map(reasonFor));
    for (const [at, message] of found.entries()) {
      if (message === undefined) continue;
      ledger.finish({ ...(batch[at] as StoredRow), attempts: 0 }, 'held', { message });
      held++;
    }
  }
  ledger.flush();
  if (held > 0) await options.notice(renamedRows(held));
}

/** What is known of earlier imports, the file and the store. */
interface Known extends Pick<ImportRun, 'journal' | 'source' | 'knownProducts'> {
  readonly options: Pick<ImportOptions, 'full' | 'plan'>;
  readonly checked: Pick<CheckedFile, 'keys'>;
  /** The number of the run itself, if there is one. */
  readonly id?: number;
  readonly searchFor: (key: Key) => Promise<readonly StoreRecord[]>;
}

/** Says of a row why it may be another product of the store. Undefined where no row is held back. */
export function renamedProducts(known: Known): ((row: StoredRow) => Promise<string | undefined>) | undefined {
  const { journal, source, options } = known;
  if (options.full || !hasProducts(journal)) return undefined;
  const isFeed = previousRun(journal, source) !== undefined;
  return (row) => otherProduct(row, isFeed, known);
}

function eanOf({ key, states }: StoredRow): Key | undefined {
  const code = states?.ean;
  return key.field === 'sku' && code ? { field: 'ean', code } : undefined;
}

/** @param isFeed whether the EAN is searched in any case */
async function otherProduct(row: StoredRow, isFeed: boolean, known: Known): Promise<string | undefined> {
  const { checked, knownProducts, id = 0 } = known;
  const ean = eanOf(row);
  // Rows of this file with almost the same key are products of their own.
  const codes = [row.key, ...(ean ? [ean] : [])].filter((key) => !checked.keys.isShared(foldedText(key)));
  const before = codes.flatMap((key) => knownProducts.alike(key, id));
  const keys = new Map([...before, ...(isFeed && ean ? [ean] : [])].map((key) => [keyText(key), key]));
  for (const key of keys.values()) {
    const products = await known.searchFor(key);
    const other = products.find(
      (product) => String(product[key.field] ?? '') === key.code && !isInFile(product.sku, key, known),
    );
    if (other) return messageOf(key, other, known);
  }
  return undefined;
}

/** Whether the product that has the EAN of a row is that of another row. */
const isInFile = (sku: unknown, { field }: Key, { checked }: Known): boolean =>
  field === 'ean' && typeof sku === 'string' && checked.keys.has(foldedText({ field: 'sku', code: sku }));

/** `imports apply` has the options of its plan. */
function messageOf({ field, code }: Key, product: StoreRecord, { options }: Known): string {
  const sku = field === 'ean' && product.sku ? ` and the SKU "${product.sku}"` : '';
  const next = options.plan ? 'make a new plan with --full' : 'add --full';
  return `product ${idOf(product)} has the ${field.toUpperCase()} "${code}"${sku}, and may be the same: if it is another, ${next}`;
}
