import type { Clock } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { formatSpan } from '../../text/numbers.ts';
import type { Halt } from './halt.ts';
import type { Pacer, Signal, Ticket } from './pacer.ts';

interface GateOptions {
  readonly pacer: Pacer;
  readonly clock: Clock;
  readonly halt: Halt;
  /** A harmless read, for an outage; says how it ended. */
  readonly probe: () => Promise<Signal>;
}

type Waiter = (ticket: Ticket | undefined) => void;

/** Where every request of an import waits until the pacer lets it go. Look-ups go before rows. */
export class Gate {
  readonly #options: GateOptions;
  readonly #lookUps: Waiter[] = [];
  readonly #sends: Waiter[] = [];
  /** When it wakes by itself, on the clock. */
  #wakesAt = Number.POSITIVE_INFINITY;

  constructor(options: GateOptions) {
    this.#options = options;
    options.halt.signal.addEventListener('abort', () => this.#sendAway(), { once: true });
  }

  /** A turn to make one request; undefined when no more may be made. */
  enter(purpose: 'look-up' | 'send'): Promise<Ticket | undefined> {
    return new Promise((resolve) => {
      (purpose === 'send' ? this.#sends : this.#lookUps).push(resolve);
      this.#open();
    });
  }

  /** The request of this turn has ended. */
  leave(ticket: Ticket, signal: Signal): void {
    const { pacer, clock } = this.#options;
    pacer.end(ticket, signal, clock.elapsed());
    this.#open();
  }

  /** Rows that may be announced at once. */
  get window(): number {
    return this.#options.pacer.window(this.#options.clock.elapsed());
  }

  #open(): void {
    while (this.#lookUps.length + this.#sends.length > 0) {
      const ticket = this.#ticket();
      if (!ticket) return;
      if (ticket.isProbe) void this.#probe(ticket);
      else (this.#lookUps.shift() ?? this.#sends.shift())?.(ticket);
    }
  }

  /** Undefined when no request may start now: it is seen to that someone opens again. */
  #ticket(): Ticket | undefined {
    const { pacer, clock, halt } = this.#options;
    const now = clock.elapsed();
    const stopped = pacer.stopped(now);
    if (stopped)
      halt.stop(stopped.kind === 'max-wait' ? tooLongAWait(stopped.wait) : endings[stopped.kind](now - stopped.since));
    if (halt.signal.aborted) this.#sendAway();
    const delay = halt.signal.aborted ? undefined : pacer.delay(now);
    if (delay === 0) return pacer.start(now);
    if (delay !== undefined) this.#wakeAt(now + delay);
    return undefined;
  }

  async #probe(ticket: Ticket): Promise<void> {
    this.leave(ticket, await this.#options.probe());
  }

  /** What ends meanwhile may let a request go sooner than was thought when it fell asleep. */
  #wakeAt(time: number): void {
    if (time >= this.#wakesAt) return;
    this.#wakesAt = time;
    const { clock, halt } = this.#options;
    void clock.sleep(time - clock.elapsed(), halt.signal).then(() => {
      if (this.#wakesAt === time) this.#wakesAt = Number.POSITIVE_INFINITY;
      this.#open();
    });
  }

  #sendAway(): void {
    for (const waiter of [...this.#lookUps.splice(0), ...this.#sends.splice(0)]) waiter(undefined);
  }
}

const endings = {
  outage: (time: number): CliError =>
    new CliError('unreachable', `The store has given no clear answer for ${formatSpan(time)}.`, {
      hint: 'Run the same command again when it answers.',
    }),
  refusals: (time: number): CliError =>
    new CliError(
      'unreachable',
      `The store has only asked to slow down (429), and answered nothing else, for ${formatSpan(time)}.`,
      {
        hint: 'Something else may use up what it allows. Run the same command again later, with a lower --rate or --concurrency.',
      },
    ),
};

const tooLongAWait = (wait: number): CliError =>
  new CliError('import-stopped', `The store asks to wait ${formatSpan(wait)}, longer than --max-wait allows.`, {
    hint: 'Run the same command again after that time.',
    retryAfter: wait,
  });
