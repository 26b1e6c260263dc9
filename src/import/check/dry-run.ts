import type { Connection } from '../../client/connection.ts';
import { productBody } from '../../client/endpoints/products.ts';
import { exitCodes } from '../../errors.ts';
import { type Format, listWriter } from '../../output/formats.ts';
import type { Target } from '../../output/view.ts';
import { code, count, type Fields, money, text } from '../../resources/record.ts';
import { formatCount } from '../../text/numbers.ts';
import type { Import } from '../import-run.ts';
import type { Catalogue } from '../read/catalogue.ts';
import { whileWanted } from '../read/copy.ts';
import type { SendableRow } from '../read/row.ts';
import { howManyRows, thereAlready } from '../report/words.ts';
import { probe } from '../send/deliver.ts';
import { type FindInStore, finder, nothingThere } from '../send/existing.ts';
import { testLookUp } from '../send/lookup.ts';
import { type CheckedFile, howManySound, soundRows } from './check.ts';
import { elsewhereIn, rowsOf } from './rows.ts';

/** `--dry-run`: what would be sent, and what the store, if one is named, has of it already. Returns the exit code. */
export async function rehearse(run: Import, catalogue: Catalogue, checked: CheckedFile): Promise<number> {
  const { shard, settings, target, context, notice } = run;
  const rows = () => whileWanted(rowsOf(shard, soundRows(catalogue, checked)), context.interrupted);
  const elsewhere = shard ? await elsewhereIn(soundRows(catalogue, checked), shard) : 0;
  const find = settings.storeNamed ? await finderFor(run, checked) : nothingThere;
  const { there, differing, near } = await countThere(rows(), find);
  if (there > 0) await notice(thereAlready(there, differing));
  if (near > 0)
    await notice(
      `${howManyRows(near)} may be there already: the store has almost the same key. Such rows are not sent.`,
    );
  await writePlan(absent(rows(), find), { output: settings.output, taxField: settings.taxField, target });
  const others = shard ? `, ${formatCount(elsewhere)} in other shards` : '';
  await notice(
    `${howManyRows(howManySound(checked) - elsewhere - there - near)} would be sent${others}. Nothing was sent.`,
  );
  return checked.faultyRows === 0 ? 0 : exitCodes['import-incomplete'];
}

/** As an import asks, but that the client repeats what fails: nothing is sent beside it that could suffer. */
async function finderFor(run: Import, checked: CheckedFile): Promise<FindInStore> {
  const connection = await run.connect({ connections: 4, signal: run.context.interrupted });
  const page = await probe(connection);
  await testLookUp(connection, page.records, run.context.randomHex);
  const reading = {
    connection,
    language: run.settings.language,
    keys: checked.keys,
    read: <T>(once: () => Promise<T>) => once(),
  };
  return await finder(howManySound(checked), Number(page.totals.numRows), reading);
}

type Batches = AsyncIterable<readonly SendableRow[]>;

interface Counts {
  there: number;
  differing: number;
  /** Rows that the store may have under another form of their key: an import does not send them either. */
  near: number;
}

async function countThere(batches: Batches, find: FindInStore): Promise<Counts> {
  const counts = { there: 0, differing: 0, near: 0 };
  if (find === nothingThere) return counts;
  for await (const batch of batches) {
    const found = await Promise.all(batch.map(find));
    counts.there += found.filter(({ kind }) => kind === 'there').length;
    counts.differing += found.filter((one) => one.kind === 'there' && one.differs).length;
    counts.near += found.filter(({ kind }) => kind === 'near').length;
  }
  return counts;
}

async function* absent(batches: Batches, find: FindInStore): AsyncGenerator<readonly SendableRow[]> {
  for await (const batch of batches) {
    const found = await Promise.all(batch.map(find));
    yield batch.filter((_, at) => found[at]?.kind === 'absent');
  }
}

const planFields: Fields = {
  line: count('Line').inTable(1),
  sku: code('SKU').inTable(2),
  ean: code('EAN').inTable(5),
  name: text('Name').inTable(3),
  price: money('Price').inTable(4),
};

interface PlanOptions {
  readonly output: Format;
  readonly taxField: Connection['taxField'];
  readonly target: Target;
}

/** Rows of a table that are shown of a plan; the other formats show every row. */
const tableRows = 10;

/** What would be sent: a body for each row with its line, in every format but the table whole. */
async function writePlan(
  rows: AsyncIterable<readonly SendableRow[]>,
  { output, taxField, target }: PlanOptions,
): Promise<void> {
  const writer = listWriter(output, { fields: planFields }, target);
  let left = output === 'table' ? tableRows : Number.POSITIVE_INFINITY;
  for await (const batch of rows) {
    const shown = batch.slice(0, left).map(({ line, values }) => ({ line, ...productBody(values, taxField) }));
    await writer.add(shown);
    left -= shown.length;
    if (left <= 0) break;
  }
  await writer.end();
}
