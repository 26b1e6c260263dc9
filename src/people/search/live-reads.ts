import type { Connection } from '../../client/connection.ts';
import { listAddresses } from '../../client/endpoints/addresses.ts';
import { customerAt } from '../../client/endpoints/customers.ts';
import { orderAt } from '../../client/endpoints/orders.ts';
import { getRecord, type Place } from '../../client/records.ts';
import type { CliError } from '../../errors.ts';
import type { PacedReads } from '../../pace/paced-reads.ts';
import type { Address } from '../../resources/addresses.ts';
import type { Customer } from '../../resources/customers.ts';
import type { Order } from '../../resources/orders.ts';
import type { PersonId } from '../index/people-index.ts';

/** Reads single records: a record that is gone, or that the store refuses to show, keeps no other from being read. */
export class LiveReads {
  /** Requests that were answered. */
  done = 0;
  /** Why the last of them was not shown. */
  lastFault: CliError | undefined;
  readonly #reads: PacedReads;
  /** The paths of records that the store did not show, though it may have them. */
  readonly #hidden = new Set<string>();

  constructor(reads: PacedReads) {
    this.#reads = reads;
  }

  /** How many records the store did not show, though it may have them. */
  get unreadable(): number {
    return this.#hidden.size;
  }

  /** Whether the store did not show this one, though it may have it. */
  isHidden(person: PersonId): boolean {
    const { segments } = 'customerId' in person ? customerAt(person.customerId) : orderAt(person.orderId);
    return this.#hidden.has(segments.join('/'));
  }

  /** Undefined where there is none, or it is hidden. */
  readonly customer = (id: string): Promise<Customer | undefined> => this.#record(customerAt(id));

  readonly order = (id: string): Promise<Order | undefined> => this.#record(orderAt(id));

  readonly addresses = async (customerId: string): Promise<readonly Address[]> =>
    (await this.#read(`addresses of ${customerId}`, async (connection) => {
      const { records } = await listAddresses(connection, customerId);
      return records;
    })) ?? [];

  /** @throws CliError `refused` where the store showed nothing of what it was asked for: nobody was searched */
  refuseNone(): void {
    const { lastFault } = this;
    if (lastFault === undefined || this.unreadable < this.done) return;
    throw lastFault.reworded({ message: `No customer and no order could be read. ${lastFault.message}` });
  }

  #record<T>(place: Place<T>): Promise<T | undefined> {
    return this.#read(place.segments.join('/'), (connection) => getRecord(connection, place));
  }

  async #read<T>(name: string, once: (connection: Connection) => Promise<T>): Promise<T | undefined> {
    const answer = await this.#reads.answerTo(once, 'send');
    this.done++;
    if ('record' in answer) return answer.record;
    if (answer.failure.kind === 'not-found') return undefined;
    this.#hidden.add(name);
    this.lastFault = answer.failure;
    return undefined;
  }
}
