import type { Clock } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { formatSpan } from '../../text/numbers.ts';
import { Latencies } from './measurements.ts';
import type { RateLimiter, Signal, Ticket } from './rate-limiter.ts';
import type { Stopper } from './stopper.ts';

interface RequestQueueOptions {
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly stopper: Stopper;
  /** A harmless read, made during an outage; returns how it ended. */
  readonly probe: () => Promise<Signal>;
}

/** The store gives no clear answer. */
interface Silence {
  readonly since: number;
  /** The reason of the last failure, in a few words. */
  readonly why: string;
  /** Whether the store refused because of too many requests. */
  readonly isThrottled: boolean;
}

/** What a request is for. Look-ups go before rows. */
type Purpose = 'look-up' | 'send';

/** Permission for one request. */
export interface Admission extends Ticket {
  readonly purpose: Purpose;
  /** On the clock. */
  readonly startedAt: number;
}

type Waiter = (admission: Admission | undefined) => void;

/** Reasons for which no request got a clear answer that are counted apart. */
const mostReasons = 50;

/** Where every request of an import waits until the rate limiter lets it start. */
export class RequestQueue {
  /** How long requests took that reached the store. */
  readonly latencies: Readonly<Record<Purpose, Latencies>> = { 'look-up': new Latencies(), send: new Latencies() };
  /** How many requests got no clear answer, by reason. */
  readonly unclear = new Map<string, number>();
  readonly #options: RequestQueueOptions;
  readonly #waiters: Readonly<Record<Purpose, Waiter[]>> = { 'look-up': [], send: [] };
  #silence: Silence | undefined;
  /** When the timer fires, on the clock. */
  #wakesAt = Number.POSITIVE_INFINITY;

  constructor(options: RequestQueueOptions) {
    this.#options = options;
    options.stopper.signal.addEventListener('abort', () => this.#dismissAll(), { once: true });
  }

  /** Waits for permission to make one request; undefined when no more may be made. */
  enter(purpose: Purpose): Promise<Admission | undefined> {
    return new Promise((resolve) => {
      this.#waiters[purpose].push(resolve);
      this.admit();
    });
  }

  /** The admitted request has ended. */
  leave(admission: Admission, signal: Signal): void {
    const { limiter, clock, stopper } = this.#options;
    const now = clock.elapsed();
    const { kind, why } = signal;
    if (kind !== 'unreachable') this.latencies[admission.purpose].add(now - admission.startedAt);
    if (why !== undefined) this.#countUnclear(why);
    const since = this.#silence?.since ?? now;
    this.#silence = why === undefined ? undefined : { since, why, isThrottled: kind === 'throttled' };
    limiter.end(admission, signal, now);
    // At once: the rows that are left may all be waiting for their look-ups, and no request for its start.
    const stop = limiter.stopped;
    if (stop)
      stopper.stop(stopError[stop.kind](stopper.store, stop.kind === 'max-wait' ? stop.wait : now - stop.since));
    this.admit();
  }

  /** Starts what may start now. */
  admit(): void {
    while (this.#hasWaiters) {
      const admission = this.#admission();
      if (!admission) return;
      if (admission.isProbe) void this.#probe(admission);
      else this.#waiters[admission.purpose].shift()?.(admission);
    }
  }

  /** Undefined while the store gives clear answers. */
  get silence(): Silence | undefined {
    return this.#silence;
  }

  /** Why no request starts although some wait; undefined when none waits, or only for an answer. */
  get wait(): 'rate' | 'store' | undefined {
    const { limiter, clock } = this.#options;
    const now = clock.elapsed();
    if (!this.#hasWaiters || (limiter.delay(now) ?? 0) === 0) return undefined;
    const { pausedFor, outageSince } = limiter.state(now);
    return pausedFor > 0 || outageSince !== undefined ? 'store' : 'rate';
  }

  /** Rows that may be announced at once. @param diskTime milliseconds that the disk took for those before */
  window(diskTime: number): number {
    return this.#options.limiter.window(this.#options.clock.elapsed(), diskTime);
  }

  get #hasWaiters(): boolean {
    return this.#waiters['look-up'].length + this.#waiters.send.length > 0;
  }

  /** Undefined when no request may start now: then a timer, or the end of another request, admits the next. */
  #admission(): Admission | undefined {
    const { limiter, clock, stopper } = this.#options;
    const now = clock.elapsed();
    if (stopper.signal.aborted) this.#dismissAll();
    const delay = stopper.signal.aborted ? undefined : limiter.delay(now);
    const isLookUp = limiter.probing || this.#waiters['look-up'].length > 0;
    if (delay === 0) {
      // Not by spreading the ticket: that takes 2.6 µs for each request, and this 0.05.
      const { serial, isProbe } = limiter.start(now);
      return { serial, isProbe, purpose: isLookUp ? 'look-up' : 'send', startedAt: now };
    }
    if (delay !== undefined) this.#wakeAt(now + delay);
    return undefined;
  }

  async #probe(admission: Admission): Promise<void> {
    this.leave(admission, await this.#options.probe());
  }

  #countUnclear(why: string): void {
    const reason = this.unclear.has(why) || this.unclear.size < mostReasons ? why : 'other';
    this.unclear.set(reason, (this.unclear.get(reason) ?? 0) + 1);
  }

  /** An earlier timer replaces a later one: a request that ends may let the next start sooner. */
  #wakeAt(time: number): void {
    if (time >= this.#wakesAt) return;
    this.#wakesAt = time;
    const { clock, stopper } = this.#options;
    void clock.sleep(time - clock.elapsed(), stopper.signal).then(() => {
      if (this.#wakesAt === time) this.#wakesAt = Number.POSITIVE_INFINITY;
      this.admit();
    });
  }

  #dismissAll(): void {
    for (const waiters of Object.values(this.#waiters)) for (const waiter of waiters.splice(0)) waiter(undefined);
  }
}

/** By why no more should be sent, with the milliseconds that it lasted, or that the store asks to wait. */
const stopError = {
  outage: (store: string, time: number): CliError =>
    new CliError('unreachable', `${store} has given no clear answer for ${formatSpan(time)}.`, {
      hint: 'Rerun the same command when the store answers again.',
    }),
  refusals: (store: string, time: number): CliError =>
    new CliError(
      'unreachable',
      `${store} has refused every request for ${formatSpan(time)}: too many requests (429).`,
      {
        hint: 'Another program may use up the limit. Rerun the command later, with a lower --rate or --concurrency.',
      },
    ),
  'max-wait': (store: string, time: number): CliError =>
    new CliError('import-stopped', `${store} asks to wait ${formatSpan(time)}, longer than --max-wait allows.`, {
      hint: 'Rerun the same command after that time.',
      retryAfter: time,
    }),
};
