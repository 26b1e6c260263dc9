import type { Importable, Values } from '../../resources/importable.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { withoutEntities } from '../../text/entities.ts';
import { differencesOf, factsOfRecord, factsOfRow } from '../march/facts.ts';

/**
 * Counts the fields that the reply to a creation has otherwise than the row: a store may cut texts, or round prices.
 * @param counts rows by field
 */
export function noteFieldsNotKept(
  noun: Importable,
  values: Values,
  record: StoreRecord,
  counts: Map<string, number>,
): void {
  const differences = differencesOf(factsOfRow(noun, values), factsOfRecord(record, { noun })) ?? {};
  for (const [field, { store, file }] of Object.entries(differences)) {
    if (!noun.key.includes(field) && withoutEntities(store) !== file) counts.set(field, (counts.get(field) ?? 0) + 1);
  }
}
