import { isCountedEmpty } from '../../client/pages.ts';
import type { Clock, Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { isRefusal } from '../../pace/failed-read.ts';
import type { StoreRecord } from '../../resources/record-fields.ts';
import { titleOf } from '../map/headings/headings.ts';
import { type Key, keysOf } from '../map/rows/key.ts';
import { type ListedIds, maxSamples } from './listed-ids.ts';
import {
  idOf,
  matchIn,
  type Nothing,
  type SearchedStore,
  type SearchReply,
  type StoreReader,
  search,
  searchBy,
  searchReply,
} from './lookup.ts';

/** How long the test of a search holds for replies that only may say that there is nothing, in milliseconds. */
const validity = 60_000;

/**
 * What may be believed of a store: that a product which its search does not find, or its list does not show, is absent.
 * Everything that prevents duplicates depends on it. What the store is known to have must be found, and what it cannot
 * have must not: a random key. What the list lacks must not be found either.
 */
export class StoreTest {
  /** Why its search cannot be relied on; undefined where it can. */
  unreliable: CliError | undefined;
  /** Whether its list is known to leave out products: offline ones, or those behind a cap. */
  isListPartial = false;
  readonly #clock: Clock;
  readonly #randomHex: Context['randomHex'];
  /** A product that the store has. */
  #known: Key | undefined;
  /** The reply to a random key, while a search found the known product. */
  #last: { readonly nothing: Nothing | undefined; readonly until: number } | undefined;
  #running: Promise<unknown> | undefined;

  constructor({ clock, randomHex }: Pick<Context, 'clock' | 'randomHex'>) {
    this.#clock = clock;
    this.#randomHex = randomHex;
  }

  /**
   * Tests the search. Returns why it cannot be relied on.
   * @param sample records of the store, if it has any
   * @throws CliError when the store does not answer
   */
  async begin(store: SearchedStore, sample: readonly StoreRecord[]): Promise<CliError | undefined> {
    [this.#known] = sample.flatMap((record) => keysOf(store.noun, record));
    try {
      const why = await this.#testSearch(store);
      if (why !== undefined) this.unreliable = unreliable(why);
      // It may begin to fail at once: the first reply that needs a test has its own.
      this.#last = undefined;
    } catch (error) {
      if (!(error instanceof CliError && error.kind === 'refused')) throw error;
      this.unreliable = error;
    }
    return this.unreliable;
  }

  note(key: Key): void {
    this.#known = key;
  }

  /**
   * 404 or an empty reply may say that there is no such product. A store that is failing answers all the same, so a search
   * for a random key must get the same reply, and one for a known product must find it, in the same minute.
   * @throws CliError when the store does not answer, or says so of every product: that is not "absent"
   */
  async confirm({ nothing, failure }: SearchReply, key: Key, store: SearchedStore): Promise<void> {
    if (nothing === undefined) return;
    const isValid = this.#last !== undefined && this.#clock.elapsed() < this.#last.until;
    if (!isValid) {
      this.#running ??= this.#testSearch(store).finally(() => {
        this.#running = undefined;
      });
      await this.#running;
    }
    if (this.#last?.nothing !== nothing) throw failure ?? unconfirmed(key, store.noun.names[0]);
  }

  /** A product to test the search with; `none` where the store counts none. */
  async #learn({ connection, noun }: SearchedStore): Promise<Key | 'none' | undefined> {
    const page = await noun.lookUp.list(connection, { limit: String(maxSamples) });
    if (isCountedEmpty(page)) return 'none';
    [this.#known] = page.records.flatMap((record) => keysOf(noun, record));
    return this.#known;
  }

  /** Why the search cannot be relied on: it finds what the store cannot have, or not what it has. */
  async #testSearch(store: SearchedStore): Promise<string | undefined> {
    this.#last = undefined;
    const { noun } = store;
    const until = this.#clock.elapsed() + validity;
    const unknown = `a search for an unknown ${titleOf(noun, noun.key[0])}`;
    const reply = await searchReply(store, randomKey(store, this.#randomHex)).catch(unlessRefusal);
    if (reply instanceof CliError) return `${unknown} is refused (${reply.status})`;
    const { records, nothing } = reply;
    if (records.length > 0) return `${unknown} returns ${noun.names[1]}, so the store seems to ignore filter[search]`;
    const known = this.#known ?? (await this.#learn(store));
    if (known === 'none') {
      // For this reply alone: a moment later the store may have what this import has sent.
      this.#last = { nothing, until: 0 };
      return undefined;
    }
    // Nothing shows that a search would find a product.
    if (!known) return nothing === 'not found' ? `${unknown} is refused (404)` : undefined;
    const found = await searchBy(async () => undefined, store, known);
    if (!found.some((record) => String(record[known.field]) === known.code))
      return `a search does not find ${known.field} "${known.code}", which the store has`;
    this.#last = { nothing, until };
    return undefined;
  }

  /**
   * Tests a list. Reads IDs missing between those listed, and searches rows that it lacks. Returns whether it leaves out
   * products that the store has.
   * @param rows some of those that the list lacks
   * @throws CliError when the store does not answer
   */
  async leavesOut(ids: ListedIds, rows: readonly Key[], reader: Reader): Promise<boolean> {
    const { connection, noun, read, mayGrow = false } = reader;
    const exists = async (id: number): Promise<boolean> => {
      const found = await read(() => unlessRefused(noun.lookUp.get(connection, String(id))));
      return found !== undefined && idOf(noun, found) === String(id);
    };
    const isFound = async (key: Key): Promise<boolean> => {
      const found = await read(() => unlessRefused(search(reader, key)));
      return found !== undefined && matchIn(noun, key, found).kind !== 'absent';
    };
    const missing = ids.missing(connection.random, mayGrow);
    const found = await Promise.all([...missing.map(exists), ...rows.slice(0, maxSamples).map(isFound)]);
    this.isListPartial ||= found.includes(true);
    return found.includes(true);
  }
}

/**
 * The same of one search, before a write that depends on it: another for an unknown key must get the same reply, and one
 * for a product of the store must find it.
 * @throws CliError `refused` for a reply that does not say that there is no such product
 */
export async function confirmSearch(
  context: Pick<Context, 'clock' | 'randomHex'>,
  store: SearchedStore,
  key: Key,
  reply: SearchReply,
): Promise<void> {
  try {
    await new StoreTest(context).confirm(reply, key, store);
  } catch (error) {
    if (!(error instanceof CliError && error.kind === 'not-found')) throw error;
    throw new CliError('refused', error.message, { status: error.status });
  }
}

type Reader = Pick<StoreReader, 'connection' | 'tested' | 'noun' | 'read' | 'mayGrow'>;

/** To look up each of so few rows takes no more requests than to find out whether a list is complete. */
export const maxSampled = 2 * maxSamples;

const unconfirmed = ({ field, code }: Key, name: string): CliError =>
  new CliError(
    'refused',
    `The reply to the search for ${field} "${code}" is empty, which does not say that there is no such ${name}.`,
    { retryable: true, brief: 'empty reply' },
  );

/** A key that no product has. */
const randomKey = ({ noun }: SearchedStore, randomHex: Context['randomHex']): Key => ({
  field: noun.key[0],
  code: `shop-cli-${randomHex(12)}`,
});

function unreliable(why: string): CliError {
  return new CliError('refused', `The search of this store is not reliable: ${why}. Nothing was sent.`, {
    hint: 'Without it a lost answer could create a duplicate. Try SHOP_FILTER_STYLE=plain or SHOP_FILTER_STYLE=bracket.',
  });
}

function unlessRefusal(error: unknown): CliError {
  if (error instanceof CliError && isRefusal(error)) return error;
  throw error;
}

/** A store that refuses a read, or answers it with something else, says nothing about what it has. */
async function unlessRefused<T>(read: Promise<T>): Promise<T | undefined> {
  return await read.catch((error: unknown) => {
    if (error instanceof CliError && (isRefusal(error) || error.kind === 'refused' || error.kind === 'not-found'))
      return undefined;
    throw error;
  });
}
