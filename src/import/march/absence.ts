import type { Connection } from '../../client/connection.ts';
import type { ListedNoun } from '../../client/endpoints/noun.ts';
import type { Page } from '../../client/pages.ts';
import type { Clock, Context } from '../../context.ts';
import { CliError } from '../../errors.ts';
import type { Key } from '../map/key.ts';

/** A noun in a store that is searched. */
export interface SearchedStore {
  readonly connection: Connection;
  readonly noun: ListedNoun;
}

/** What a store may answer a search with that finds nothing, other than a list that says so: 404, or no content. */
type Nothing = 'not found' | 'empty';

/** The reply to a search. */
interface SearchReply extends Page {
  readonly nothing?: Nothing | undefined;
  /** The failure that `not found` is, unless it means that there is no such product. */
  readonly failure?: CliError;
}

/** How long the test of a reply holds, in milliseconds. */
const validity = 60_000;

/**
 * Whether 404 or an empty reply to a search means that there is no such product. A store that is failing answers all the
 * same, so a search for a random key must get the same reply, and one for a known product must find it, in the same
 * minute.
 */
export class AbsenceTest {
  readonly #clock: Clock;
  readonly #randomHex: Context['randomHex'];
  /** A product that a search has found. */
  #known: Key | undefined;
  #last: { readonly nothing: Nothing | undefined; readonly until: number } | undefined;
  #running: Promise<Nothing | undefined> | undefined;

  constructor({ clock, randomHex }: Pick<Context, 'clock' | 'randomHex'>) {
    this.#clock = clock;
    this.#randomHex = randomHex;
  }

  note(key: Key): void {
    this.#known = key;
  }

  /** @throws CliError when the store does not answer, or says so of every product: that is not "absent" */
  async confirm({ nothing, failure }: SearchReply, key: Key, store: SearchedStore): Promise<void> {
    if (nothing === undefined) return;
    const isValid = this.#last !== undefined && this.#clock.elapsed() < this.#last.until;
    if (!isValid) {
      this.#running ??= this.#test(store).finally(() => {
        this.#running = undefined;
      });
      await this.#running;
    }
    if (this.#last?.nothing !== nothing) throw failure ?? unconfirmed(key, store.noun.names[0]);
  }

  async #test(store: SearchedStore): Promise<Nothing | undefined> {
    this.#last = undefined;
    const known = this.#known;
    if (!known) return undefined;
    const until = this.#clock.elapsed() + validity;
    const { nothing, records } = await searchReply(store, randomKey(store, this.#randomHex));
    const found = await searchReply(store, known);
    const isFound = found.records.some((record) => String(record[known.field]) === known.code);
    if (records.length === 0 && isFound) this.#last = { nothing, until };
    return nothing;
  }
}

const unconfirmed = ({ field, code }: Key, name: string): CliError =>
  new CliError(
    'refused',
    `The reply to the search for ${field} "${code}" is empty, which does not say that there is no such ${name}.`,
    { retryable: true, brief: 'empty reply' },
  );

/** A key that no product has. */
export const randomKey = ({ noun }: SearchedStore, randomHex: Context['randomHex']): Key => ({
  field: noun.key[0],
  code: `shop-cli-${randomHex(12)}`,
});

interface SearchPlace {
  readonly limit?: number;
  readonly offset?: number;
  readonly language?: string | undefined;
}

/** One page of a search. @throws CliError when the store does not answer */
export async function searchReply(
  { connection, noun }: SearchedStore,
  { field, code }: Key,
  { limit = 1, offset = 0, language }: SearchPlace = {},
): Promise<SearchReply> {
  const { mainFilter, list } = noun.lookUp;
  const filters = {
    ...mainFilter,
    search: `${field}:${code}`,
    limit: String(limit),
    ...(offset === 0 ? {} : { offset: String(offset) }),
  };
  try {
    const page = await list(connection, filters, { language });
    const saysNothing = page.records.length === 0 && Object.keys(page.totals).length === 0;
    return { ...page, nothing: saysNothing && offset === 0 ? 'empty' : undefined };
  } catch (error) {
    if (offset > 0 || !(error instanceof CliError && error.kind === 'not-found')) throw error;
    return { totals: {}, records: [], nothing: 'not found', failure: error };
  }
}
