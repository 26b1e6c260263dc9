import type { Catalogue, CatalogueRow } from '../input/csv/catalogue.ts';
import { type Key, keyOf } from './keys.ts';
import type { Rejection } from './reporting/rejected.ts';
import type { Tally } from './reporting/tally.ts';
import type { SendableRow } from './sending/row.ts';
import { isInShard, type Shard } from './shard.ts';

export interface Ready {
  readonly tally: Tally;
  readonly shard: Shard | undefined;
  /** Why each faulty row is: some are for what other rows are. Undefined when none is. */
  readonly faulty: ReadonlyMap<number, Rejection> | undefined;
}

/** The rows that are still to be brought to the store. Those that never will be, faulty ones and those of other shards, are noted as such. */
export async function* readyRows(catalogue: Catalogue, { tally, shard, faulty }: Ready): AsyncGenerator<readonly SendableRow[]> {
  const isReady = ({ record, values, leftOut }: CatalogueRow): boolean => {
    if (tally.isDone(record)) return false;
    const key = values && keyOf(values);
    if (leftOut !== undefined) tally.set(record, 'leftOut');
    else if (!key || faulty?.has(record)) tally.set(record, 'faulty');
    else if (shard && !isInShard(shard, key)) tally.set(record, 'elsewhere');
    else return true;
    return false;
  };
  for await (const batch of catalogue.rows()) {
    yield batch.flatMap((row) => (isReady(row) && row.values ? [{ record: row.record, line: row.line, values: row.values }] : []));
  }
}

/** How many rows other shards send. */
export async function elsewhereIn(all: AsyncIterable<readonly SendableRow[]>, shard: Shard): Promise<number> {
  let rows = 0;
  for await (const batch of all) rows += batch.filter(({ values }) => !isInShard(shard, keyOf(values) as Key)).length;
  return rows;
}

/** The rows of a part; all of them without one. */
export async function* rowsOf(
  shard: Shard | undefined,
  all: AsyncIterable<readonly SendableRow[]>,
): AsyncGenerator<readonly SendableRow[]> {
  for await (const batch of all) yield shard ? batch.filter(({ values }) => isInShard(shard, keyOf(values) as Key)) : batch;
}
