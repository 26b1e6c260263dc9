import type { Clock } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { formatSpan } from '../../text/numbers.ts';
import type { Halt } from './halt.ts';
import type { RateLimiter, Signal, Ticket } from './rate-limiter.ts';

interface RequestQueueOptions {
  readonly limiter: RateLimiter;
  readonly clock: Clock;
  readonly halt: Halt;
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

type Waiter = (ticket: Ticket | undefined) => void;

/** Where every request of an import waits until the rate limiter lets it start. Look-ups go before rows. */
export class RequestQueue {
  readonly #options: RequestQueueOptions;
  readonly #lookUps: Waiter[] = [];
  readonly #sends: Waiter[] = [];
  #silence: Silence | undefined;
  /** When the timer fires, on the clock. */
  #wakesAt = Number.POSITIVE_INFINITY;

  constructor(options: RequestQueueOptions) {
    this.#options = options;
    options.halt.signal.addEventListener('abort', () => this.#dismissAll(), { once: true });
  }

  /** Waits for permission to make one request; undefined when no more may be made. */
  enter(purpose: 'look-up' | 'send'): Promise<Ticket | undefined> {
    return new Promise((resolve) => {
      (purpose === 'send' ? this.#sends : this.#lookUps).push(resolve);
      this.#admit();
    });
  }

  /** The request of this ticket has ended. */
  leave(ticket: Ticket, signal: Signal): void {
    const { limiter, clock } = this.#options;
    const now = clock.elapsed();
    const { kind, why } = signal;
    const since = this.#silence?.since ?? now;
    this.#silence = why === undefined ? undefined : { since, why, isThrottled: kind === 'throttled' };
    limiter.end(ticket, signal, now);
    this.#admit();
  }

  /** Undefined while the store gives clear answers. */
  get silence(): Silence | undefined {
    return this.#silence;
  }

  /** Rows that may be announced at once. */
  get window(): number {
    return this.#options.limiter.window(this.#options.clock.elapsed());
  }

  #admit(): void {
    while (this.#lookUps.length + this.#sends.length > 0) {
      const ticket = this.#ticket();
      if (!ticket) return;
      if (ticket.isProbe) void this.#probe(ticket);
      else (this.#lookUps.shift() ?? this.#sends.shift())?.(ticket);
    }
  }

  /** Undefined when no request may start now: then a timer, or the end of another request, admits the next. */
  #ticket(): Ticket | undefined {
    const { limiter, clock, halt } = this.#options;
    const now = clock.elapsed();
    const stop = limiter.stopped(now);
    if (stop) halt.stop(stop.kind === 'max-wait' ? waitTooLong(stop.wait) : errors[stop.kind](now - stop.since));
    if (halt.signal.aborted) this.#dismissAll();
    const delay = halt.signal.aborted ? undefined : limiter.delay(now);
    if (delay === 0) return limiter.start(now);
    if (delay !== undefined) this.#wakeAt(now + delay);
    return undefined;
  }

  async #probe(ticket: Ticket): Promise<void> {
    this.leave(ticket, await this.#options.probe());
  }

  /** An earlier timer replaces a later one: a request that ends may let the next start sooner. */
  #wakeAt(time: number): void {
    if (time >= this.#wakesAt) return;
    this.#wakesAt = time;
    const { clock, halt } = this.#options;
    void clock.sleep(time - clock.elapsed(), halt.signal).then(() => {
      if (this.#wakesAt === time) this.#wakesAt = Number.POSITIVE_INFINITY;
      this.#admit();
    });
  }

  #dismissAll(): void {
    for (const waiter of [...this.#lookUps.splice(0), ...this.#sends.splice(0)]) waiter(undefined);
  }
}

const errors = {
  outage: (time: number): CliError =>
    new CliError('unreachable', `The store has given no clear answer for ${formatSpan(time)}.`, {
      hint: 'Rerun the same command when the store answers again.',
    }),
  refusals: (time: number): CliError =>
    new CliError(
      'unreachable',
      `The store has refused every request for ${formatSpan(time)}: too many requests (429).`,
      {
        hint: 'Another program may use up the limit. Rerun the command later, with a lower --rate or --concurrency.',
      },
    ),
};

const waitTooLong = (wait: number): CliError =>
  new CliError('import-stopped', `The store asks to wait ${formatSpan(wait)}, longer than --max-wait allows.`, {
    hint: 'Rerun the same command after that time.',
    retryAfter: wait,
  });
