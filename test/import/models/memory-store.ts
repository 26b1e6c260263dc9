import type { Dispatcher } from 'undici';
import { failure, ModelStore, reply, type StoreReply } from './model-store.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What a store does with one creation: whether there is a product then, and what the client sees. */
export const writeAnswers = {
  created: { creates: true, seen: 201 },
  'not sent': { creates: false, seen: 'refused' },
  'reset before': { creates: false, seen: 'reset' },
  'reset after': { creates: true, seen: 'reset' },
  '429 before': { creates: false, seen: 429 },
  '429 after': { creates: true, seen: 429 },
  '503 after': { creates: true, seen: 503 },
  '500 before': { creates: false, seen: 500 },
  '500 after': { creates: true, seen: 500 },
  'page after': { creates: true, seen: 'page' },
  late: { creates: 'later', seen: 'reset' },
  '200 with an error after': { creates: true, seen: 200 },
  '400 before': { creates: false, seen: 400 },
  '400 after': { creates: true, seen: 400 },
  '403 after': { creates: true, seen: 403 },
  '409 after': { creates: true, seen: 409 },
  '422 before': { creates: false, seen: 422 },
  '422 after': { creates: true, seen: 422 },
  'an ID after': { creates: true, seen: 'id' },
  'an ID before': { creates: false, seen: 'id' },
} as const;

export type WriteAnswer = keyof typeof writeAnswers;
export type ReadAnswer = 'found' | 'reset' | 500;

/** What happens in the store, in the order of its requests; when it is over, all is well. Times are milliseconds. */
export interface Script {
  readonly writes: readonly WriteAnswer[];
  readonly reads: readonly ReadAnswer[];
  readonly latency: number;
  /** From the moment of the client's reset to the commit of a late one. */
  readonly late: number;
  /** From the commit to the moment when it is shown. */
  readonly lag: number;
  /** Whether SKUs are kept in lower case, and found in any. */
  readonly folds?: boolean;
  /** After so many requests the machine of the client sleeps for an hour. */
  readonly sleepsAfter?: number | undefined;
  /** Whether lists have no number of products. */
  readonly isUncounted?: boolean;
  /** Whether searches and lists leave out products that are offline. */
  readonly hidesOffline?: boolean;
  /** What `/products/{sku}` shows, if not what a search does: a product as soon as it is there, none, another one, or a refusal. */
  readonly byKey?: 'at once' | 'never' | 'another' | 403;
  /** Until then every creation is answered with 500 and does nothing, in milliseconds since 1970, while reads work. */
  readonly createsFrom?: number;
  /** A row with answers and a lag of its own. */
  readonly special?: { readonly sku: string; readonly writes: readonly WriteAnswer[]; readonly lag: number };
}

interface StoredProduct {
  readonly id: number;
  readonly sku: string;
  /** When its request came, when it was there, and when the store shows it. */
  readonly askedAt: number;
  readonly committedAt: number;
  readonly shownAt: number;
  readonly isOffline: boolean;
}

/** A store whose products appear when their time has come. It outlives the clients that are killed. */
export class MemoryStore extends ModelStore {
  readonly products: StoredProduct[] = [];
  /** Every creation that a client asked for. */
  readonly sends: { readonly sku: string; readonly at: number }[] = [];
  /** Every key that a client asked `/products/{sku}` for. */
  readonly keysRead: string[] = [];
  readonly #script: Script;
  #writes = 0;
  #specialWrites = 0;
  #reads = 0;

  constructor(script: Script) {
    super();
    this.#script = script;
  }

  /** How often it was asked, so far. */
  get requests(): number {
    return this.#writes + this.#reads;
  }

  protected override answer(
    options: Dispatcher.DispatchOptions,
    clock: VirtualClock,
    start: () => void,
  ): Promise<StoreReply> {
    if (this.requests === this.#script.sleepsAfter) clock.suspend(3_600_000);
    return options.method === 'POST' ? this.#write(options, clock, start) : this.#read(options, clock, start);
  }

  /** The products that are shown at a time. */
  shownAt(now: number): readonly StoredProduct[] {
    return this.products.filter(({ shownAt }) => shownAt <= now);
  }

  async #write({ body }: Dispatcher.DispatchOptions, clock: VirtualClock, start: () => void): Promise<StoreReply> {
    const { latency, late, folds, special } = this.#script;
    const { sku: typed, status } = JSON.parse(String(body));
    const [askedAt, id, isOffline] = [clock.now().getTime(), this.products.length + 1, String(status) === '0'];
    const isSpecial = special !== undefined && typed === special.sku;
    this.sends.push({ sku: typed, at: askedAt });
    const { writes, lag }: Pick<Script, 'writes' | 'lag'> = isSpecial ? special : this.#script;
    const usual = askedAt < (this.#script.createsFrom ?? 0) ? '500 before' : 'created';
    const { creates, seen } = writeAnswers[writes[isSpecial ? this.#specialWrites++ : this.#writes] ?? usual];
    this.#writes++;
    const sku = folds ? typed.toLowerCase() : typed;
    if (seen !== 'refused') start();
    const committedAt = askedAt + (creates === 'later' ? latency + late : latency / 2);
    if (creates !== false) {
      const shownAt = isOffline && this.#script.hidesOffline ? Number.POSITIVE_INFINITY : committedAt + lag;
      this.products.push({ id, sku, askedAt, committedAt, shownAt, isOffline });
    }
    await clock.sleep(latency);
    if (seen === 'refused') throw failure('ECONNREFUSED');
    if (seen === 'reset') throw failure('ECONNRESET');
    if (seen === 'page') return reply(200, '<html>Maintenance</html>', 'text/html');
    if (seen === 'id') return reply(201, JSON.stringify({ productId: id }));
    return reply(seen, JSON.stringify(seen === 201 ? { productId: id, sku } : { error: { message: 'no' } }));
  }

  async #read({ path }: Dispatcher.DispatchOptions, clock: VirtualClock, start: () => void): Promise<StoreReply> {
    start();
    const answer = this.#script.reads[this.#reads++] ?? 'found';
    const { pathname, searchParams: query } = new URL(path, 'http://store');
    const [, asked] = /\/products\/(.+)/.exec(pathname) ?? [];
    const [search, offset] = [query.get('filter[search]'), Number(query.get('offset') ?? 0)];
    // A store may look as early as a look-up comes, and take its time to answer.
    const key = this.#script.folds ? search?.toLowerCase() : search;
    const found = this.shownAt(clock.now().getTime()).filter(({ sku }) => search === null || key === `sku:${sku}`);
    const one = asked === undefined ? undefined : this.#one(decodeURIComponent(asked), clock.now().getTime());
    await clock.sleep(this.#script.latency);
    if (answer === 'reset') throw failure('ECONNRESET');
    if (answer === 500) return reply(500, '{}');
    if (one) return one;
    const data = found
      .slice(offset, offset + Number(query.get('limit') ?? 50))
      .map(({ id, sku }) => ({ productId: id, sku, uprid: id }));
    return reply(200, JSON.stringify({ ...(this.#script.isUncounted ? {} : { numRows: found.length }), data }));
  }

  /** `/products/{sku}` */
  #one(asked: string, now: number): StoreReply {
    this.keysRead.push(asked);
    const { byKey } = this.#script;
    const there =
      byKey === 'at once' ? this.products.filter(({ committedAt }) => committedAt <= now) : this.shownAt(now);
    if (byKey === 'another') return reply(200, JSON.stringify({ productId: asked, sku: 'another' }));
    if (byKey === 403) return reply(403, JSON.stringify({ error: { message: 'no' } }));
    const found = byKey === 'never' ? undefined : there.find(({ sku }) => sku === asked);
    if (!found) return reply(404, JSON.stringify({ error: { message: 'There is no such product.' } }));
    return reply(200, JSON.stringify({ productId: found.id, sku: found.sku }));
  }
}
