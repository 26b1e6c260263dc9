import { hostOf } from '../../client/connection.ts';
import { basketAt } from '../../client/endpoints/baskets.ts';
import type { Page } from '../../client/pages.ts';
import { getRecord, unlessMissing } from '../../client/records.ts';
import type { Clock } from '../../context.ts';
import { maxAtOnce } from '../../pace/pace.ts';
import type { PacedReads } from '../../pace/paced-reads.ts';
import { type Basket, basket } from '../../resources/baskets.ts';
import { compareAge, endsOlder, settledAfter } from '../index/basket-age.ts';
import { type KnownBasket, type KnownBaskets, ownerKey } from '../index/known-baskets.ts';
import { type BasketList, type BasketReading, readBaskets } from './baskets.ts';
import { orderOf } from './orders.ts';

/** Which baskets of which customers. */
export interface CustomerBaskets {
  readonly customers: readonly string[];
  /** All baskets, baskets that may be open, or orders alone: an ordered basket is then not read again. */
  readonly wanted: 'all' | 'open' | 'orders';
  readonly newestFirst: boolean;
}

interface KnownReading extends CustomerBaskets, Pick<BasketReading, 'connection'> {
  readonly clock: Clock;
  readonly read: PacedReads['read'];
  readonly known: KnownBaskets;
  /** When all baskets were known, in milliseconds since 1970. */
  readonly asOf: number;
  /** The same pages, with progress. */
  readonly shown: (pages: AsyncGenerator<Page<Basket>>) => AsyncIterable<Page<Basket>>;
}

/** Of a customer who wants to know about orders, so many open baskets are read: one may have been ordered since. */
const maxOpen = 10;

/**
 * The baskets of customers, of which the index says what there is. The newer ones of the store are read first, and what
 * is wanted is read as it is now.
 */
export async function readKnownBaskets(reading: KnownReading): Promise<BasketList> {
  const { clock, known, customers, newestFirst, asOf } = reading;
  const startedAt = clock.elapsed();
  const { fresh, list } = await readNewer(reading);
  const baskets = customers.flatMap((id) => known.of(id)).sort((left, right) => compareAge(right, left));
  const chosen = chosenOf(baskets, reading, fresh);
  const ordered = newestFirst ? chosen : chosen.toReversed();
  let single = 0;
  const now = async (one: KnownBasket): Promise<Basket | undefined> => {
    const seen = fresh.get(one.basketKey);
    if (seen || (reading.wanted === 'orders' && one.orderId !== null)) return seen ?? { ...one };
    single++;
    return await readAgain(one, reading);
  };
  return {
    isNewestFirst: newestFirst,
    total: ordered.length,
    asOf,
    newest: list.newest,
    cost: () => ({
      pages: list.cost().pages,
      baskets: list.cost().baskets + single,
      milliseconds: clock.elapsed() - startedAt,
    }),
    pages: (async function* () {
      for (let at = 0; at < ordered.length; at += maxAtOnce) {
        const records = await Promise.all(ordered.slice(at, at + maxAtOnce).map(now));
        known.flush();
        yield { totals: { numRows: ordered.length }, records: records.filter((record) => record !== undefined) };
      }
    })(),
  };
}

/** Those of the customers among the baskets that are newer than the index. */
async function readNewer({ connection, clock, read, known, customers, wanted, asOf, shown }: KnownReading) {
  const startedAt = clock.now().getTime();
  const owners = new Set(customers.map(ownerKey));
  const list = await readBaskets({ connection, clock, read, newestFirst: true, areMostKnown: true });
  const fresh = new Map<string, Basket>();
  for await (const { records } of shown(list.pages)) {
    // A store whose baskets do not say what is ordered is refused, as where all of them are read.
    if (wanted !== 'all') for (const record of records) orderOf(record, hostOf(connection));
    const own = records.filter(({ customerId }) => owners.has(ownerKey(customerId)));
    for (const record of own) fresh.set(basket.idOf(record), record);
    known.add(records);
    if (list.isNewestFirst && endsOlder(records, asOf - settledAfter)) break;
  }
  known.readAt = startedAt;
  return { fresh, list };
}

/** Baskets that are shown, or may be. */
function chosenOf(
  baskets: readonly KnownBasket[],
  { wanted }: CustomerBaskets,
  fresh: ReadonlyMap<string, Basket>,
): readonly KnownBasket[] {
  if (wanted === 'all') return baskets;
  const open = baskets.filter(({ orderId }) => orderId === null);
  if (wanted === 'open') return open;
  const left = new Set(open.filter(({ basketKey }) => !fresh.has(basketKey)).slice(maxOpen));
  return baskets.filter((one) => !left.has(one));
}

/** Undefined for a basket that is gone. The index keeps it: one 404 is no evidence. */
async function readAgain(one: KnownBasket, { known, read }: KnownReading): Promise<Basket | undefined> {
  const found = await unlessMissing(read((connection) => getRecord(connection, basketAt(one.basketKey)), 'send'));
  if (found) known.add([found]);
  return found;
}
