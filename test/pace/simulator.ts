import type { Signal } from '../../src/pace/rate-limiter.ts';
import { RateLimiter } from '../../src/pace/rate-limiter.ts';

type Limits = ConstructorParameters<typeof RateLimiter>[0];

/** What a simulated store says to a request that arrives, and how long it works on it. */
export type SimulatedStore = (now: number) => {
  readonly signal: Signal;
  readonly takes: number /** Called when it is over. */;
  readonly leave?: () => void;
};

export interface Counts {
  readonly accepted: number;
  readonly refused: number;
  readonly probes: number;
  /** Most requests at the same time. */
  readonly most: number;
  /** When each request started, with what it met. */
  readonly log: readonly { readonly at: number; readonly kind: Signal['kind'] }[];
}

export interface Simulation {
  readonly store: (random: () => number) => SimulatedStore;
  readonly seconds: number;
  readonly seed?: number;
  readonly limits?: Partial<Limits>;
  /** Milliseconds on the way to the store and back together. */
  readonly network?: number;
  /** Processes that share the store. */
  readonly processes?: number;
}

interface Event {
  readonly at: number;
  readonly run: () => void;
}

/** Runs rate limiters against a store in virtual time. Returns what each met. */
export function simulate({
  store: makeStore,
  seconds,
  seed = 1,
  limits,
  network = 10,
  processes = 1,
}: Simulation): readonly Counts[] {
  const random = randomFrom(seed);
  const store = makeStore(random);
  const queue = new EventQueue();
  const clients = Array.from(
    { length: processes },
    () => new Client(store, queue, { random, network, limits: limits ?? {} }),
  );
  for (const client of clients) client.go(0);
  for (let next = queue.take(); next && next.at <= seconds * 1000; next = queue.take()) next.run();
  return clients.map(({ counts }) => counts);
}

interface Surroundings {
  readonly random: () => number;
  readonly network: number;
  readonly limits: Partial<Limits>;
}

class Client {
  readonly counts = { accepted: 0, refused: 0, probes: 0, most: 0, log: [] as { at: number; kind: Signal['kind'] }[] };
  readonly #limiter: RateLimiter;
  #underWay = 0;
  #wakeAt = Number.POSITIVE_INFINITY;
  readonly #store: SimulatedStore;
  readonly #queue: EventQueue;
  readonly #around: Surroundings;

  constructor(store: SimulatedStore, queue: EventQueue, around: Surroundings) {
    [this.#store, this.#queue, this.#around] = [store, queue, around];
    this.#limiter = new RateLimiter({ ceiling: 16, maxWait: 900_000, ...around.limits }, 0, around.random);
  }

  /** Starts what may start, and comes back when more may. */
  go(now: number): void {
    if (this.#limiter.stopped) return;
    let delay = this.#limiter.delay(now);
    while (delay === 0) {
      this.#send(now);
      delay = this.#limiter.delay(now);
    }
    if (delay === undefined || now + delay >= this.#wakeAt) return;
    const at = now + delay;
    this.#wakeAt = at;
    this.#queue.add(at, () => {
      if (this.#wakeAt === at) this.#wakeAt = Number.POSITIVE_INFINITY;
      this.go(at);
    });
  }

  #send(now: number): void {
    const isProbe = this.#limiter.probing;
    const ticket = this.#limiter.start(now);
    this.counts.most = Math.max(this.counts.most, ++this.#underWay);
    const way = (this.#around.network / 2) * (0.5 + this.#around.random());
    this.#queue.add(now + way, () => {
      const { signal, takes, leave } = this.#store(now + way);
      if (leave) this.#queue.add(now + way + takes, leave);
      this.#queue.add(now + way + takes + way, () => {
        this.#underWay--;
        if (isProbe) this.counts.probes++;
        else if (signal.kind === 'answered') this.counts.accepted++;
        else this.counts.refused++;
        this.counts.log.push({ at: now + way, kind: signal.kind });
        this.#limiter.end(ticket, signal, now + 2 * way + takes);
        this.go(now + 2 * way + takes);
      });
    });
  }
}

/** Events in the order of their time, the next one last: few wait at a time. */
class EventQueue {
  readonly #events: Event[] = [];

  add(at: number, run: () => void): void {
    const earlier = this.#events.findIndex((event) => event.at <= at);
    this.#events.splice(earlier < 0 ? this.#events.length : earlier, 0, { at, run });
  }

  take(): Event | undefined {
    return this.#events.pop();
  }
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
