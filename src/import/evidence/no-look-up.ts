import type { Noun } from '../../client/endpoints/noun.ts';
import type { KnownRecords } from '../journal/known-records.ts';
import type { SendableRow } from '../map/rows/key.ts';
import { shownByStatus } from './refusal.ts';
import type { KnownBefore, KnownRow, Look, Prepared, RowLookUp, RowQuestion } from './row-look-up.ts';
import type { SendingOrder } from './sending-order.ts';
import { type Settled, unread } from './settled.ts';

/** Where the API shows nothing of what was sent: nothing but the answer tells what became of a row, which is sent once. */
export class NoLookUp implements RowLookUp {
  readonly order: SendingOrder;
  readonly refused = shownByStatus;
  readonly #noun: Noun;

  constructor(noun: Noun, order: SendingOrder) {
    this.#noun = noun;
    this.order = order;
  }

  async before({ knownRecords }: KnownBefore): Promise<RowQuestion> {
    return sentOnce(knownRecords);
  }

  async prepare(rows: readonly SendableRow[]): Promise<Prepared> {
    return { unsent: rows, others: [] };
  }

  async readBack(): Promise<undefined> {
    return undefined;
  }

  async settle(): Promise<Settled> {
    return { kind: 'refused', message: `the API cannot list ${this.#noun.names[1]}` };
  }

  async verify(_row: KnownRow, look: Look): Promise<Settled> {
    if (look.why !== 'left open') return unread;
    look.onLook();
    return await this.settle();
  }
}

/** Only the journal says what exists. A row that another run sent may be in the store, and is not sent again (I2). */
export const sentOnce =
  (known: KnownRecords): RowQuestion =>
  async ({ row: { key } }) => {
    const found = known.found(key);
    if (found) return { kind: 'remembered', recordId: found.recordId };
    return { kind: known.alike(key).length > 0 ? 'sent' : 'new' };
  };
