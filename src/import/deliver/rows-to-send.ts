import type { Tally } from '../journal/tally.ts';
import { type SendableRow, sendable } from '../map/rows/key.ts';
import type { CheckedFile } from '../rows/check.ts';

/** The rows still to be sent, in file order. Without reading the file where every row has an outcome. */
export async function* rowsLeft(
  { catalogue, keys }: CheckedFile,
  tally: Tally,
): AsyncGenerator<readonly SendableRow[]> {
  if (tally.toSend + tally.count('open') === 0) return;
  for await (const batch of catalogue.rows(keys.leftInOrder())) yield batch.flatMap((row) => sendable(row) ?? []);
}
