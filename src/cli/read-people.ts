import type { StoreRecord } from '../resources/record-fields.ts';

/** What a store has shown of a person: one record, or all addresses of a customer. */
export interface ReadPerson {
  /** `customers`, `101`; `customers`, `101`, `addresses`; `orders`, `1001`. */
  readonly segments: readonly string[];
  readonly records: readonly StoreRecord[];
}

/** The people that one command has read. */
export interface ReadPeople {
  /** Before the first of them was read, in milliseconds since 1970. */
  readonly since: number;
  add(storeId: string, segments: readonly string[], records: readonly StoreRecord[]): void;
  /** By the ID of their store. */
  readonly people: ReadonlyMap<string, readonly ReadPerson[]>;
}

/** More are a list of the store, and would be kept in memory. */
const maxRead = 500;

/** @param since in milliseconds since 1970 */
export function readPeople(since: number): ReadPeople {
  const people = new Map<string, ReadPerson[]>();
  return {
    since,
    people,
    add(storeId, segments, records) {
      const ofStore = people.get(storeId) ?? [];
      if ((segments[0] !== 'customers' && segments[0] !== 'orders') || ofStore.length >= maxRead) return;
      people.set(storeId, ofStore);
      ofStore.push({ segments, records });
    },
  };
}
