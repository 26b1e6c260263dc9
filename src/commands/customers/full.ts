import type { Session } from '../../cli/session.ts';
import { type Connection, hostOf } from '../../client/connection.ts';
import { listAddresses } from '../../client/endpoints/addresses.ts';
import { customerAt } from '../../client/endpoints/customers.ts';
import { orderAt } from '../../client/endpoints/orders.ts';
import { getRecord } from '../../client/records.ts';
import { compareAge } from '../../people/index/basket-age.ts';
import { type BasketList, costText, readBaskets } from '../../people/orders/baskets.ts';
import { orderOf } from '../../people/orders/orders.ts';
import type { Basket } from '../../resources/baskets.ts';
import { fullCustomer } from '../../resources/full-customer.ts';
import { idKind } from '../../resources/kinds.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { orFailure } from '../shared/full.ts';
import { withProgress } from '../shared/list.ts';
import type { Paced } from '../shared/paced.ts';
import { withCustomerBaskets } from './customer-baskets.ts';

/** Customers with what the store has of them. The baskets of the store are read once for all. */
export class FullCustomers {
  readonly #session: Session;
  readonly #connection: Connection;
  readonly #reads: Paced['reads'];
  #list: BasketList | undefined;
  readonly #baskets = new Map<string, Basket[]>();
  #reading: Promise<void> | undefined;

  /** @param ids of all customers whose baskets are kept */
  constructor(session: Session, { connection, reads }: Paced, ids: readonly string[]) {
    this.#session = session;
    this.#connection = connection;
    this.#reads = reads;
    for (const id of ids) this.#baskets.set(keyOf(id), []);
  }

  /**
   * The customer with addresses, baskets and orders; a part that fails to load shows an error in its place.
   * @throws CliError `not-found` and others for the customer itself
   */
  async get(id: string): Promise<StoreRecord> {
    const connection = this.#connection;
    const customer = await this.#reads.read((paced) => getRecord(paced, customerAt(id)));
    const addresses = await orFailure(this.#addressesOf(id), connection);
    // Who asks on the phone need not wait for the baskets. Several are printed one after the other, each whole.
    if (this.#baskets.size === 1) await this.#session.showBeginning(fullCustomer, { ...customer, addresses });
    const baskets = await orFailure(this.#basketsOf(id), connection);
    const orders = await orFailure(this.#ordersOf(id), connection);
    return { ...customer, addresses, baskets, orders };
  }

  /** What the baskets cost, and what their list may lack. */
  footer(): string {
    return this.#list ? `Baskets and orders: those that the store still lists. ${costText(this.#list)}` : '';
  }

  async #addressesOf(id: string): Promise<readonly StoreRecord[]> {
    const { records } = await this.#reads.read((paced) => listAddresses(paced, id));
    return records;
  }

  async #basketsOf(id: string): Promise<readonly Basket[]> {
    this.#reading ??= this.#readBaskets();
    await this.#reading;
    return this.#baskets.get(keyOf(id)) ?? [];
  }

  /** JSON and other formats for programs answer a person who asks what the shop has: that never rests on an index. People see the newest first. */
  async #readBaskets(): Promise<void> {
    const paced = { connection: this.#connection, reads: this.#reads };
    if (this.#session.settings.output !== 'table') {
      const { clock } = this.#session.context;
      return await this.#keep(await readBaskets({ connection: this.#connection, clock, read: this.#reads.read }));
    }
    const which = { customers: [...this.#baskets.keys()], wanted: 'all', newestFirst: false } as const;
    await withCustomerBaskets(this.#session, paced, which, (list) => this.#keep(list));
    for (const baskets of this.#baskets.values()) baskets.sort((left, right) => compareAge(right, left));
  }

  async #keep(list: BasketList): Promise<void> {
    this.#list = list;
    for await (const { records } of withProgress(this.#session, list.pages, { printsRows: false }))
      for (const record of records) this.#baskets.get(keyOf(record.customerId))?.push(record);
  }

  /** The orders that the baskets of a customer name; an order that is gone with the reason. */
  async #ordersOf(id: string): Promise<readonly unknown[]> {
    const host = hostOf(this.#connection);
    const ids = (await this.#basketsOf(id)).flatMap((record) => orderOf(record, host) ?? []);
    const read = async (orderId: string) => {
      const reading = this.#reads.read((paced) => getRecord(paced, orderAt(orderId)));
      return { orderId, ...((await orFailure(reading, this.#connection)) as StoreRecord) };
    };
    return await Promise.all([...new Set(ids)].map(read));
  }
}

/** `101` for 101, `101` and `0101`. */
const keyOf = (id: unknown): string => String(idKind.wire(id) ?? id);
