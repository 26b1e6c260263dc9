import { productBody } from '../client/endpoints/products.ts';
import { exitCodes } from '../errors.ts';
import { listWriter, writeList } from '../output/formats.ts';
import { moneyKind } from '../resources/kinds.ts';
import { code, count, type Fields, money, type StoreRecord, text } from '../resources/record-fields.ts';
import { formatMoney } from '../text/money.ts';
import { formatCount } from '../text/numbers.ts';
import { type CheckedFile, countValid, validRows } from './check/check.ts';
import { countInOtherShards, rowsInShard } from './check/shard.ts';
import { firstProducts, testLookUp } from './compare/lookup.ts';
import type { ImportOptions } from './options.ts';
import type { Catalogue } from './read/catalogue.ts';
import { whileWanted } from './read/copy.ts';
import type { SendableRow } from './read/row.ts';
import type { Outputs } from './report/outputs.ts';
import { problemList } from './report/problem-list.ts';
import { faultProblem } from './report/report.ts';
import { existingRows, rowCount } from './report/words.ts';
import { emptyStore, type FindInStore, finder } from './send/find-in-store.ts';

interface Checked {
  readonly catalogue: Catalogue;
  readonly checked: CheckedFile;
  readonly outputs: Outputs;
}

/** `--dry-run`: shows what would be sent and, if a store is configured, what exists there. Returns the exit code. */
export async function dryRun(options: ImportOptions, { catalogue, checked, outputs }: Checked): Promise<number> {
  const { shard, settings, context, hint } = options;
  const rows = () => whileWanted(rowsInShard(shard, validRows(catalogue, checked)), context.interrupted);
  const inOtherShards = shard ? await countInOtherShards(validRows(catalogue, checked), shard) : 0;
  const find = settings.storeNamed ? await finderFor(options, checked) : emptyStore;
  const { existing, differing, near } = await countExisting(rows(), find);
  if (existing > 0) await hint(existingRows(existing, differing));
  if (near > 0) {
    await hint(`${rowCount(near)} may exist in the store under an almost identical key. Such rows are not sent.`);
  }
  const shown = await writeRows(absentRows(rows(), find), options);
  const others = shard ? `, ${formatCount(inOtherShards)} in other shards` : '';
  const toSend = countValid(checked) - inOtherShards - existing - near;
  if (toSend > shown)
    await hint(`… and ${rowCount(toSend - shown).replace(/ /, ' more ')}. To see every row, add --output csv.`);
  await hint(`${rowCount(toSend)} would be sent${others}. Nothing was sent.`);
  const { invalid: faulty, excluded: leftOut } = checked.notForRun;
  const record = {
    ...{ run: null, store: settings.storeNamed ? options.store.storeName() : null, rows: checked.rows },
    ...{ wouldCreate: toSend, exists: existing, differs: differing, uncertain: near, faulty, leftOut },
    ...{ elsewhere: inOtherShards, problems: checked.faults.listed.map(faultProblem) },
  };
  const problems = () => problemList(checked.faults, undefined);
  await outputs.reports.write({ outcome: 'checked', record, problems, description: catalogue.description });
  return checked.notForRun.invalid === 0 ? 0 : exitCodes['import-incomplete'];
}

/** Reads the store as an import does, but with the retries of the client: nothing is sent that they could double. */
async function finderFor(options: ImportOptions, checked: CheckedFile): Promise<FindInStore> {
  const { connect, context, settings } = options;
  const connection = await connect({ connections: 4, signal: context.interrupted });
  const page = await firstProducts(connection);
  await testLookUp(connection, page.records, context.randomHex);
  return await finder(countValid(checked), Number(page.totals.numRows), {
    connection,
    language: settings.language,
    keys: checked.keys,
    read: (once) => once(),
    onListed: () => undefined,
  });
}

type Batches = AsyncIterable<readonly SendableRow[]>;

interface Counts {
  existing: number;
  differing: number;
  /** Rows that the store may have under an almost identical key: an import does not send them either. */
  near: number;
}

async function countExisting(batches: Batches, find: FindInStore): Promise<Counts> {
  const counts = { existing: 0, differing: 0, near: 0 };
  if (find === emptyStore) return counts;
  for await (const batch of batches) {
    const found = await Promise.all(batch.map(find));
    counts.existing += found.filter(({ kind }) => kind === 'exists').length;
    counts.differing += found.filter((each) => each.kind === 'exists' && each.differs).length;
    counts.near += found.filter(({ kind }) => kind === 'near').length;
  }
  return counts;
}

async function* absentRows(batches: Batches, find: FindInStore): AsyncGenerator<readonly SendableRow[]> {
  for await (const batch of batches) {
    const found = await Promise.all(batch.map(find));
    yield batch.filter((_, at) => found[at]?.kind === 'absent');
  }
}

const rowFields: Fields = {
  line: count('Line').inTable(1),
  sku: code('SKU').inTable(2),
  ean: code('EAN').inTable(5),
  name: text('Name').inTable(3),
  price: { ...money('Price').inTable(4), kind: { ...moneyKind, show: String } },
};

/** Rows that a table shows; the other formats have every row. */
const mostInTable = 10;

/** Writes the body of each row with its line; a table has amounts as in the file. Returns the number of rows shown. */
async function writeRows(rows: Batches, { settings: { output, taxField }, target }: ImportOptions): Promise<number> {
  const isTable = output === 'table';
  const bodyOf = ({ line, values }: SendableRow): StoreRecord => ({
    line,
    ...productBody(values, taxField),
    ...(isTable && values.price ? { price: formatMoney(values.price) } : {}),
  });
  const bodies = async function* (): AsyncGenerator<readonly StoreRecord[]> {
    let left = isTable ? mostInTable : Number.POSITIVE_INFINITY;
    for await (const batch of rows) {
      const shown = batch.slice(0, left).map(bodyOf);
      yield shown;
      left -= shown.length;
      if (left <= 0) break;
    }
  };
  return (await writeList(listWriter(output, { fields: rowFields }, target), bodies())).shown;
}
