import type { Noun } from '../../client/endpoints/noun.ts';
import type { Values } from '../../resources/file-table.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { untilInterrupted } from '../file/copy.ts';
import type { ImportOptions } from '../options.ts';
import { type CheckedFile, validRows } from '../rows/check.ts';
import type { Forecast } from './forecast.ts';

/** The bodies of the rows to create, as far as they may be shown. */
export async function* bodiesToSend(
  { noun, settings, context }: ImportOptions,
  { records }: Forecast,
  checked: CheckedFile,
): AsyncGenerator<readonly StoreRecord[]> {
  if (records.size === 0) return;
  const rows = validRows(checked, (record) => records.has(record));
  for await (const batch of untilInterrupted(rows, context.interrupted))
    yield batch.map(({ line, stated }) => ({
      line,
      ...ownerIn(noun, stated),
      ...noun.body(stated, settings.taxField),
    }));
}

/** Of a record that belongs to another, what its row says of that one. */
function ownerIn({ owner }: Pick<Noun, 'owner'>, stated: Values): StoreRecord {
  const named = owner ? [owner.id, owner.key] : [];
  return Object.fromEntries(
    named.filter((field) => stated[field] !== undefined).map((field) => [field, stated[field]]),
  );
}
