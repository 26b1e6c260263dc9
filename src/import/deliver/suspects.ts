import { type RowRecord, rowPages } from '../journal/rows.ts';
import { foldedText, type Key } from '../map/rows/key.ts';
import { listProductsOf } from '../march/list-store.ts';
import { ListedProducts } from '../march/listed-products.ts';
import { firstProducts, recordCount } from '../march/lookup.ts';
import { maxSampled } from '../march/store-test.ts';
import type { RowState } from '../rows/states.ts';
import type { CheckedRun } from './run-parts.ts';

/** Look-ups at a time. */
const maxLookUps = 64;

/** The rows that may be missing from the store, or in it more than once: it may show only the product of somebody else yet. */
export async function* suspects(run: CheckedRun): AsyncGenerator<readonly RowRecord[]> {
  const listed = await reliableList(run);
  for (const page of inStore(run)) {
    const ids = listed && idsListed(keysOf(page), listed);
    const rows = ids ? page.filter(({ recordId }, at) => ids[at]?.length !== 1 || ids[at][0] !== recordId) : page;
    for (let at = 0; at < rows.length; at += maxLookUps) yield rows.slice(at, at + maxLookUps);
  }
}

/** The list of the store, which shows the suspects; undefined where look-ups are cheaper, or where it cannot be relied on. */
async function reliableList(run: CheckedRun): Promise<ListedProducts | undefined> {
  const { list, store } = run;
  if (!list || store.tested.isListPartial) return undefined;
  const reader = { ...store, noun: list.noun, mayGrow: true };
  const { connection, read } = reader;
  const products = recordCount(await read(() => firstProducts(reader)));
  const rows = statesInStore(run).reduce((sum, state) => sum + run.ledger.tally.count(state), 0);
  if (products !== undefined && rows <= products / connection.pageSize) return undefined;
  const listed = await listProductsOf(run.checked.keys, { ...reader, fields: [] });
  if (!(listed instanceof ListedProducts)) return undefined;
  const lacking: Key[] = [];
  for (const page of inStore(run)) {
    const ids = idsListed(keysOf(page), listed);
    lacking.push(...keysOf(page).filter((_, at) => ids[at]?.length === 0));
    if (lacking.length > maxSampled) break;
  }
  // So few are looked up in any case.
  const sampled = lacking.length <= maxSampled ? [] : lacking;
  return (await reader.tested.leavesOut(listed.ids, sampled, reader)) ? undefined : listed;
}

/** The products that the list has under exactly each of these keys. */
const idsListed = (keys: readonly Key[], listed: ListedProducts): readonly (readonly string[])[] =>
  listed
    .under(keys.map(foldedText))
    .map((products, at) => products.flatMap(({ code, id }) => (code === keys[at]?.code ? [id] : [])));

const keysOf = (rows: readonly RowRecord[]): readonly Key[] => rows.map(({ key }) => key);

/** A page of rows at a time. */
function* inStore(run: CheckedRun): Generator<readonly RowRecord[]> {
  const states = statesInStore(run);
  for (const page of rowPages(run.ledger.journal, run.ledger.run.id))
    yield page.filter(({ state }) => states.includes(state));
}

/** Only `--verify all` distrusts rows that existed before. */
const statesInStore = ({ options }: CheckedRun): readonly RowState[] =>
  options.verifyAll ? ['created', 'existing'] : ['created'];
