import type { StoreNoun } from '../../../resources/file-table.ts';
import type { Key } from '../../map/rows/key.ts';
import type { RowKnown } from '../settled.ts';
import { hasKey } from './id-gap.ts';
import type { IdReadings } from './id-readings.ts';

/**
 * What a store shows of a row whose record shop-cli has deleted: nothing, if two reads apart in time say so. A store that
 * does not say what became of it keeps no other row from being sent.
 */
export const stillShown =
  (noun: StoreNoun, readings: Pick<IdReadings, 'confirmed'>) =>
  async (row: { readonly key: Key }, id: string): Promise<RowKnown | undefined> => {
    const reading = await readings.confirmed(id);
    if (reading.kind === 'failed') return { kind: 'unreadable', message: reading.message };
    return reading.kind === 'record' && hasKey(noun, row, reading.record) ? { kind: 'found', recordId: id } : undefined;
  };
