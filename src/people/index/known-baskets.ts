import { type Basket, basket } from '../../resources/baskets.ts';
import { idKind } from '../../resources/kinds.ts';
import { orderIdIn } from '../../resources/orders.ts';
import { HashSet, hashOf } from '../../text/hash-set.ts';
import { createdAt } from './basket-age.ts';
import type { IndexDatabase } from './index-database.ts';

/** What is known of a basket without reading it, in the fields of a basket. */
export interface KnownBasket {
  readonly basketKey: string;
  readonly customerId: string;
  /** Null while it is not ordered. */
  readonly orderId: string | null;
  readonly dateCreated: string;
}

/** Which baskets a customer has: keys, IDs and dates. Baskets of nobody are not kept. */
export class KnownBaskets {
  readonly #database: IndexDatabase;
  #pending: KnownBasket[] = [];
  /** The keys that were listed since `beginAgain`. */
  #listed: HashSet | undefined;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  /** Notes the baskets of a page. They are kept with the next `flush`. */
  add(baskets: readonly Basket[]): void {
    for (const one of baskets) {
      const customerId = ownerKey(one.customerId);
      const basketKey = basket.idOf(one);
      if (customerId === '' || customerId === '0' || basketKey === '') continue;
      const orderId = Object.hasOwn(one, 'orderId') ? orderIdIn(one) : undefined;
      this.#listed?.add(hashOf(basketKey));
      this.#pending.push({ basketKey, customerId, orderId: orderId ?? null, dateCreated: createdAt(one) });
    }
  }

  flush(): void {
    const baskets = this.#pending.splice(0);
    if (baskets.length === 0) return;
    this.#database.write(() => {
      for (const { basketKey, customerId, orderId, dateCreated } of baskets)
        this.#database.sql.run(
          'INSERT OR REPLACE INTO basket VALUES (?, ?, ?, ?)',
          basketKey,
          customerId,
          orderId,
          dateCreated,
        );
    });
  }

  /** The baskets of a customer, the newest first. */
  of(customerId: string): readonly KnownBasket[] {
    this.flush();
    return this.#database.sql
      .all('SELECT id, order_id, date FROM basket WHERE customer = ? ORDER BY date DESC, id DESC', ownerKey(customerId))
      .map(({ id, order_id: orderId, date }) => ({
        basketKey: String(id),
        customerId,
        orderId: orderId === null ? null : String(orderId),
        dateCreated: String(date),
      }));
  }

  /** Since when every basket that the store listed is known, in milliseconds since 1970; undefined before. */
  get readAt(): number | undefined {
    return this.#database.time('baskets');
  }

  set readAt(time: number) {
    this.flush();
    this.#database.setFact('baskets', String(time));
  }

  /** Forgets the baskets of a customer. */
  forget(customerId: string): void {
    this.flush();
    this.#database.write(() => this.#database.sql.run('DELETE FROM basket WHERE customer = ?', ownerKey(customerId)));
  }

  /** All baskets are read again. Until that has ended, those stay that were known: it may be stopped. */
  beginAgain(): void {
    this.#listed = new HashSet();
  }

  /** All were read again: forgets those that the store did not list. */
  endAgain(): void {
    const listed = this.#listed;
    this.#listed = undefined;
    if (!listed) return;
    this.flush();
    const ids = this.#database.sql.all('SELECT id FROM basket').map(({ id }) => String(id));
    const gone = ids.filter((id) => !listed.has(hashOf(id)));
    if (gone.length === 0) return;
    const sql = 'DELETE FROM basket WHERE id IN (SELECT value FROM json_each(?))';
    this.#database.write(() => this.#database.sql.run(sql, JSON.stringify(gone)));
  }
}

/** `101` for 101, `101` and `0101`; empty for nobody. */
export const ownerKey = (id: unknown): string => String(idKind.wire(id) ?? id ?? '').trim();
