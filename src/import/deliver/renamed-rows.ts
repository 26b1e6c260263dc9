import { type HashSet, hashOf } from '../../text/hash-set.ts';
import type { ImportRun } from '../import-run.ts';
import { hasProducts, productRows } from '../journal/earlier-rows.ts';
import { previousRun } from '../journal/feeds.ts';
import { foldedText, type Key, type SendableRow } from '../map/key.ts';
import { idOf, search } from '../march/lookup.ts';
import { renamedRows } from '../report/words.ts';
import { ask } from './ask.ts';
import { hashSetOf } from './find-in-store.ts';
import { rowsLeft } from './rows-to-send.ts';

/**
 * Finishes rows as uncertain that are absent, but may be products of earlier imports under another key: one that differs
 * by case, Unicode form or zeros, or an EAN that another product has. They are not sent, since a product that is created
 * twice can only be deleted by hand: `--full` sends them.
 */
export async function holdRenamed(run: ImportRun): Promise<void> {
  const { options, journal, ledger, tally } = run;
  if (options.full || tally.notSent === 0 || !hasProducts(journal)) return;
  const before = await productsBefore(run);
  let held = 0;
  for await (const batch of rowsLeft(run)) {
    const found = await Promise.all(batch.map((row) => otherProduct(row, before, run)));
    for (const [at, message] of found.entries()) {
      if (message === undefined) continue;
      ledger.finish({ ...(batch[at] as SendableRow), attempts: 0 }, 'uncertain', { message });
      held++;
    }
  }
  ledger.flush();
  if (held > 0) await options.notice(renamedRows(held));
}

/** Products of earlier imports that rows of this one may be. */
interface ProductsBefore {
  /** Their keys, by the folded key. */
  readonly alike: ReadonlyMap<string, readonly Key[]>;
  /** Whether the EAN of every row is searched, and not of those alone that the journal knows. */
  readonly isFeed: boolean;
}

/** Reads the journal twice: hashes of a million keys fit into memory, the keys do not. */
async function productsBefore(run: ImportRun): Promise<ProductsBefore> {
  const { journal, id, source } = run;
  const wanted = await foldedKeysIn(
    hashSetOf(productRows(journal, id), ({ key }) => hashOf(foldedText(key))),
    run,
  );
  const alike = new Map<string, Key[]>();
  for (const page of wanted.size > 0 ? productRows(journal, id) : []) {
    for (const { key } of page.filter((row) => wanted.has(foldedText(row.key)))) {
      const folded = foldedText(key);
      alike.set(folded, [...(alike.get(folded) ?? []), key]);
    }
  }
  return { alike, isFeed: previousRun(journal, source) !== undefined };
}

/** The folded keys of the rows that are left, as far as they are among these, and no two rows have them. */
async function foldedKeysIn(hashes: HashSet, run: ImportRun): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for await (const batch of rowsLeft(run)) {
    const keys = batch.flatMap(keysOf).filter((key) => hashes.has(hashOf(foldedText(key))));
    for (const folded of keys.map(foldedText)) if (!run.checked.keys.isShared(folded)) found.add(folded);
  }
  return found;
}

const eanOf = ({ key, values: { ean } }: SendableRow): Key | undefined =>
  key.field === 'sku' && ean ? { field: 'ean', code: ean } : undefined;

const keysOf = (row: SendableRow): readonly Key[] => [row.key, eanOf(row) ?? row.key];

/** Why a row may be another product of the store. */
async function otherProduct(
  row: SendableRow,
  { alike, isFeed }: ProductsBefore,
  run: ImportRun,
): Promise<string | undefined> {
  const ean = eanOf(row);
  const known = keysOf(row).flatMap((key) => alike.get(foldedText(key)) ?? []);
  const keys = new Map([...known, ...(isFeed && ean ? [ean] : [])].map((key) => [`${key.field}:${key.code}`, key]));
  for (const key of keys.values()) {
    const products = await ask(() => search(run.connection, key), run);
    const other = products.find(
      (product) => String(product[key.field] ?? '') === key.code && !isInFile(product.sku, key, run),
    );
    if (other) return messageOf(key, idOf(other), String(other.sku ?? ''));
  }
  return undefined;
}

/** Whether the product that has the EAN of a row is that of another row. Unknown where this part did not read the file. */
const isInFile = (sku: unknown, { field }: Key, { checked }: ImportRun): boolean =>
  field === 'ean' &&
  checked.faults !== undefined &&
  typeof sku === 'string' &&
  checked.keys.has(foldedText({ field: 'sku', code: sku }));

const messageOf = ({ field, code }: Key, product: string, sku: string): string =>
  `not sent: product ${product} has the ${field.toUpperCase()} "${code}"${field === 'ean' && sku !== '' ? ` and the SKU "${sku}"` : ''}, and may be the same: if it is another, add --full`;
