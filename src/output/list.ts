import type { StoreRecord } from '../resources/record-fields.ts';
import type { ListSummary, ListWriter } from './view.ts';

/** Writes the parts of a list as they come, to its end or to where it breaks off. */
export async function writeList(
  writer: ListWriter,
  parts: AsyncIterable<readonly StoreRecord[]>,
): Promise<ListSummary> {
  try {
    for await (const records of parts) await writer.add(records);
  } catch (error) {
    await writer.breakOff();
    throw error;
  }
  return await writer.end();
}
