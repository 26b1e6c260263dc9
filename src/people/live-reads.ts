import { listAddresses } from '../client/endpoints/addresses.ts';
import { customerAt } from '../client/endpoints/customers.ts';
import { orderAt } from '../client/endpoints/orders.ts';
import { getRecord } from '../client/records.ts';
import { CliError } from '../errors.ts';
import { isOfAnotherShape, isRefusal } from '../import/pace/failed-read.ts';
import type { Address } from '../resources/addresses.ts';
import type { Customer } from '../resources/customers.ts';
import type { Order } from '../resources/orders.ts';
import type { PacedReads } from './paced-reads.ts';

/** Reads single records: one that is gone, and one that the store refuses to show, keeps no other from being read. */
export class LiveReads {
  /** Requests that were answered. */
  done = 0;
  /** Records that the store did not show, though it has them. */
  unreadable = 0;
  /** Why the last of them was not shown. */
  lastFault: CliError | undefined;
  readonly #reads: PacedReads;

  constructor(reads: PacedReads) {
    this.#reads = reads;
  }

  /** Undefined where there is none. */
  readonly customer = (id: string): Promise<Customer | undefined> =>
    this.#read(() => getRecord(this.#reads.connection, customerAt(id)));

  readonly order = (id: string): Promise<Order | undefined> =>
    this.#read(() => getRecord(this.#reads.connection, orderAt(id)));

  readonly addresses = async (customerId: string): Promise<readonly Address[]> =>
    (await this.#read(async () => (await listAddresses(this.#reads.connection, customerId)).records)) ?? [];

  /** @throws CliError `refused` where the store showed nothing of what it was asked for: nobody was searched */
  refuseNone(): void {
    const { lastFault } = this;
    if (lastFault === undefined || this.unreadable < this.done) return;
    throw lastFault.reworded({ message: `No customer and no order could be read. ${lastFault.message}` });
  }

  async #read<T>(once: () => Promise<T>): Promise<T | undefined> {
    const { record, failure } = await this.#reads.read(() => once().then(answered, unlessAboutOne), 'send');
    this.done++;
    if (failure === undefined || failure.kind === 'not-found') return record;
    this.unreadable++;
    this.lastFault = failure;
    return undefined;
  }
}

/** How a read of one record was answered. */
interface Answer<T> {
  readonly record?: T;
  readonly failure?: CliError;
}

const answered = <T>(record: T): Answer<T> => ({ record });

/** A failure that says something of one record alone is an answer. */
function unlessAboutOne(error: unknown): Answer<never> {
  if (error instanceof CliError && isAboutOne(error)) return { failure: error };
  throw error;
}

const isAboutOne = (error: CliError): boolean =>
  error.kind === 'not-found' || isRefusal(error) || isOfAnotherShape(error);
