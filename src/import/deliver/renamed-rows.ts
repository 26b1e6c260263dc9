import type { ImportRun } from '../import-run.ts';
import { hasProducts } from '../journal/earlier-rows.ts';
import { previousRun } from '../journal/feeds.ts';
import { foldedText, type Key, keyText, type SendableRow } from '../map/key.ts';
import { idOf, search } from '../march/lookup.ts';
import { renamedRows } from '../report/words.ts';
import { ask } from './ask.ts';
import { rowsLeft } from './rows-to-send.ts';

/**
 * Finishes rows as uncertain that are absent, but may be products of earlier imports under another key: one that differs
 * by case, Unicode form or zeros, or an EAN that another product has. They are not sent, since a product that is created
 * twice can only be deleted by hand: `--full` sends them.
 */
export async function holdRenamed(run: ImportRun): Promise<void> {
  const { options, journal, ledger, tally } = run;
  if (options.full || tally.notSent === 0 || !hasProducts(journal)) return;
  const isFeed = previousRun(journal, run.source) !== undefined;
  let held = 0;
  for await (const batch of rowsLeft(run)) {
    const found = await Promise.all(batch.map((row) => otherProduct(row, isFeed, run)));
    for (const [at, message] of found.entries()) {
      if (message === undefined) continue;
      ledger.finish({ ...(batch[at] as SendableRow), attempts: 0 }, 'uncertain', { message });
      held++;
    }
  }
  ledger.flush();
  if (held > 0) await options.notice(renamedRows(held));
}

const eanOf = ({ key, values: { ean } }: SendableRow): Key | undefined =>
  key.field === 'sku' && ean ? { field: 'ean', code: ean } : undefined;

/** Why a row may be another product of the store. @param isFeed whether its EAN is searched in any case */
async function otherProduct(row: SendableRow, isFeed: boolean, run: ImportRun): Promise<string | undefined> {
  const ean = eanOf(row);
  // Rows of this file with almost the same key are products of their own.
  const codes = [row.key, ...(ean ? [ean] : [])].filter((key) => !run.checked.keys.isShared(foldedText(key)));
  const known = codes.flatMap((key) => run.knownProducts.alike(key, run.id));
  const keys = new Map([...known, ...(isFeed && ean ? [ean] : [])].map((key) => [keyText(key), key]));
  for (const key of keys.values()) {
    const products = await ask(() => search(run.connection, key), run);
    const other = products.find(
      (product) => String(product[key.field] ?? '') === key.code && !isInFile(product.sku, key, run),
    );
    if (other) return messageOf(key, idOf(other), String(other.sku ?? ''));
  }
  return undefined;
}

/** Whether the product that has the EAN of a row is that of another row. */
const isInFile = (sku: unknown, { field }: Key, { checked }: ImportRun): boolean =>
  field === 'ean' && typeof sku === 'string' && checked.keys.has(foldedText({ field: 'sku', code: sku }));

const messageOf = ({ field, code }: Key, product: string, sku: string): string =>
  `not sent: product ${product} has the ${field.toUpperCase()} "${code}"${field === 'ean' && sku !== '' ? ` and the SKU "${sku}"` : ''}, and may be the same: if it is another, add --full`;
