import { isInShard } from '../check/shard.ts';
import type { ImportRun } from '../import-run.ts';
import type { CatalogueRow } from '../read/catalogue.ts';
import { keyOf, type SendableRow, sendable } from '../read/row.ts';

/**
 * The rows that are still to be sent, in file order. Notes rows that never will be: invalid, excluded, in other shards.
 * What is done is not parsed again.
 */
export async function* rowsToSend({
  catalogue,
  checked,
  tally,
  options,
}: ImportRun): AsyncGenerator<readonly SendableRow[]> {
  const { shard } = options;
  const isToSend = ({ record, values, excluded }: CatalogueRow): boolean => {
    if (tally.isDone(record)) return false;
    const key = values && keyOf(values);
    if (excluded !== undefined) tally.set(record, 'excluded');
    else if (!key || checked.rejections.has(record)) tally.set(record, 'invalid');
    else if (shard && !isInShard(shard, key)) tally.set(record, 'otherShards');
    else return true;
    return false;
  };
  const isWanted = tally.done > 0 ? (record: number) => !tally.isDone(record) : undefined;
  for await (const batch of catalogue.rows(isWanted))
    yield batch.flatMap((row) => (isToSend(row) && sendable(row)) || []);
}

/** The same, without reading the file once more where every row has an outcome. */
export async function* rowsLeft(run: ImportRun): AsyncGenerator<readonly SendableRow[]> {
  const { continued, tally, options } = run;
  const { invalid, excluded, otherShards } = tally.unsendable;
  // The results name each row that is not to be sent, too.
  const isNamed = options.files.results !== undefined && invalid + excluded + otherShards > 0;
  if (continued !== undefined || isNamed || tally.notSent > 0) yield* rowsToSend(run);
}
