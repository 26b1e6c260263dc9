import type { Noun } from '../../client/endpoints/noun.ts';
import type { FileTable } from '../../resources/file-table.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { hasRecords } from '../journal/earlier-rows.ts';
import { previousRun } from '../journal/feeds.ts';
import type { KnownRecords } from '../journal/known-records.ts';
import type { Source } from '../journal/runs.ts';
import { titleOf } from '../map/headings/headings.ts';
import { foldedText, type Key, keysOf, keyText } from '../map/rows/key.ts';
import { idOf, search } from '../march/lookup.ts';
import type { ImportOptions } from '../options.ts';
import type { FileRows, StoredRow } from '../rows/file-rows.ts';
import type { RowQuestions } from './decide.ts';
import type { UnsentRun } from './run-parts.ts';

/**
 * Why an import does not send an absent row: it may be a product of an earlier import under another key, one that differs
 * by case, Unicode form or zeros, or another code that a product has. A product that is created twice can only be deleted
 * by hand: `--full` sends them. Undefined where no row is held back.
 */
export function heldBackBy({
  options,
  checked,
  ledger,
  list,
  store,
  knownRecords,
}: UnsentRun): RowQuestions['heldBack'] {
  if (!list) return undefined;
  const searched = { ...store, noun: list.noun };
  return renamedProducts({
    noun: list.noun,
    source: ledger.run.source,
    knownRecords,
    options,
    keys: checked.keys,
    searchFor: (key) => store.read(() => search(searched, key)),
  });
}

/** What is known of earlier imports, the file and the store. */
interface Known {
  readonly source: Source;
  readonly knownRecords: KnownRecords;
  readonly options: Pick<ImportOptions, 'full' | 'plan'>;
  readonly noun: Noun;
  readonly keys: FileRows;
  readonly searchFor: (key: Key) => Promise<readonly StoreRecord[]>;
}

/** Says of a row why it may be another product of the store. Undefined where no row is held back. */
export function renamedProducts(known: Known): RowQuestions['heldBack'] {
  const { source, options } = known;
  const { journal } = known.knownRecords;
  if (options.full || !hasRecords(journal, source.noun)) return undefined;
  const isFeed = previousRun(journal, source) !== undefined;
  return (row) => otherProduct(row, isFeed, known);
}

/** What a row states besides its key that can be another's key. */
const othersOf = ({ key, states = {} }: StoredRow, noun: FileTable): readonly Key[] =>
  keysOf(noun, states).filter(({ field }) => noun.key.indexOf(field) > noun.key.indexOf(key.field));

/** @param isFeed whether these codes are searched in any case */
async function otherProduct(row: StoredRow, isFeed: boolean, known: Known): Promise<string | undefined> {
  const others = othersOf(row, known.noun);
  // Rows of this file with almost the same key are products of their own.
  const codes = [row.key, ...others].filter((key) => !known.keys.isShared(foldedText(key)));
  const before = codes.flatMap((key) => known.knownRecords.alike(key));
  const keys = new Map([...before, ...(isFeed ? others : [])].map((key) => [keyText(key), key]));
  for (const key of keys.values()) {
    const products = await known.searchFor(key);
    const other = products.find(
      (product) => String(product[key.field] ?? '') === key.code && !isInFile(product, key, known),
    );
    if (other) return messageOf(key, other, known);
  }
  return undefined;
}

/** Whether the product that has another code of a row is that of another row. */
function isInFile(product: StoreRecord, { field }: Key, { noun, keys }: Known): boolean {
  const [key] = keysOf(noun, product);
  return key !== undefined && key.field !== field && keys.has(foldedText(key));
}

/** `imports apply` has the options of its plan. */
function messageOf({ field, code }: Key, product: StoreRecord, { options, noun }: Known): string {
  const [key] = keysOf(noun, product);
  const also = key && key.field !== field ? ` and the ${titleOf(noun, key.field)} "${key.code}"` : '';
  const next = options.plan ? 'make a new plan with --full' : 'add --full';
  return `${noun.names[0]} ${idOf(noun, product)} has the ${titleOf(noun, field)} "${code}"${also}, and may be the same: if it is another, ${next}`;
}
