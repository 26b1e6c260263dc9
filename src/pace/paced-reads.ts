import type { Connection } from '../client/connection.ts';
import { listBaskets } from '../client/endpoints/baskets.ts';
import { tooManyRequests } from '../client/statuses.ts';
import type { Clock, Context } from '../context.ts';
import { CliError } from '../errors.ts';
import { formatSpan } from '../text/numbers.ts';
import { ask, askOnce, Stopped } from './ask.ts';
import { isAnswer } from './failed-read.ts';
import { openPace, type RequestPace, signalOf } from './pace.ts';
import type { Purpose } from './request-queue.ts';

/** A read that fails so often, for so many milliseconds, concerns its record alone if others work. */
const failsForGood = { tries: 5, span: 15_000 } as const;

/** A shorter one is over before it is read, in milliseconds. */
const shortSilence = 5000;

/** Makes one request. */
type Once<T> = (connection: Connection) => Promise<T>;

/** How a read was answered: a failure says something of what was read alone. */
type ReadResult<T> = { readonly record: T } | { readonly failure: CliError };

/**
 * Requests side by side, at the rate that the store allows. The first one fails as that of any command does; once the store
 * has answered, every other one is made again until it is answered.
 */
export interface PacedReads {
  /** @throws CliError why it was not answered, `interrupted` after Ctrl-C */
  read<T>(once: Once<T>, purpose?: Purpose): Promise<T>;
  /** The same, where others go on after what concerns one record: it is gone, refused or broken. */
  answerTo<T>(once: Once<T>, purpose?: Purpose): Promise<ReadResult<T>>;
  /** Makes a request that may change something: again after a 429 alone, for which it was not carried out. */
  send<T>(once: Once<T>): Promise<T>;
  /** Requests a second that the store allows, once it has refused one. */
  ratePerSecond(): number | undefined;
  /** Why no request starts although some wait. */
  wait(): string | undefined;
  end(): void;
}

/** Paces the requests of one connection. */
export const paceReads = (shared: Connection, context: Context): PacedReads => new Pacing(shared, context);

class Pacing implements PacedReads {
  /** Its requests are made again here. */
  readonly #connection: Connection;
  readonly #sending: Connection;
  readonly #clock: Clock;
  readonly #pace: RequestPace;
  readonly #first: FirstRequest;

  constructor(shared: Connection, context: Context) {
    this.#connection = { ...shared, retries: 0, waiting: undefined };
    this.#sending = { ...shared, isPaced: true };
    this.#first = new FirstRequest(shared);
    this.#clock = context.clock;
    this.#pace = openPace(this.#connection, { context, hasCreated: true, probe: () => this.#probe() });
  }

  readonly read: PacedReads['read'] = async (once, purpose) => {
    const answer = await this.answerTo(once, purpose);
    if ('failure' in answer) throw answer.failure;
    return answer.record;
  };

  async answerTo<T>(once: Once<T>, purpose: Purpose = 'look-up'): Promise<ReadResult<T>> {
    const answer = await this.#first.try((connection) => answerOf(once(connection)));
    if (answer !== undefined) return answer;
    let failures = 0;
    let failingSince = 0;
    const attempt = async (): Promise<ReadResult<T>> => {
      try {
        return await answerOf(once(this.#connection));
      } catch (error) {
        if (signalOf(error).kind === 'throttled') throw error;
        const now = this.#clock.elapsed();
        if (++failures === 1) failingSince = now;
        if (failures < failsForGood.tries || now - failingSince < failsForGood.span) throw error;
        // Whether it is the store, another read shows.
        await this.#probe();
        return { failure: error as CliError };
      }
    };
    return await this.#untilStopped(() => ask(attempt, { ...this.#pacing, purpose }));
  }

  readonly send: PacedReads['send'] = (once) =>
    this.#untilStopped(async () => {
      for (;;) {
        const answer = await askOnce(() => once(this.#sending), { ...this.#pacing, purpose: 'send' });
        if (!(answer instanceof CliError)) return answer;
        if (answer.status !== tooManyRequests) throw answer;
      }
    });

  ratePerSecond(): number | undefined {
    return this.#pace.limiter.state(this.#clock.elapsed()).ratePerSecond;
  }

  wait(): string | undefined {
    const { silence, wait } = this.#pace.requests;
    const since = silence ? this.#clock.elapsed() - silence.since : 0;
    if (silence && !silence.isThrottled)
      return since < shortSilence ? undefined : `no clear answer for ${formatSpan(since)}: ${silence.why}`;
    return wait === 'store' ? 'waiting as the store asked' : undefined;
  }

  end(): void {
    this.#pace.finished.abort();
  }

  get #pacing() {
    return { clock: this.#clock, ...this.#pace };
  }

  #probe(): Promise<unknown> {
    return listBaskets(this.#connection, 1, 0);
  }

  async #untilStopped<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
      throw this.#pace.stopper.reason ?? new CliError('interrupted', 'Stopped.');
    }
  }
}

/** Until the store has answered once, it may be another one, or none: then a command fails at once. */
class FirstRequest {
  readonly #connection: Connection;
  #isAnswered = false;
  #underWay: Promise<unknown> | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Makes a request if it is the first; undefined where the store has answered another. */
  async try<T>(once: Once<T>): Promise<T | undefined> {
    await this.#underWay;
    if (this.#isAnswered) return undefined;
    const request = once(this.#connection);
    this.#underWay = request;
    const answer = await request;
    this.#isAnswered = true;
    return answer;
  }
}

/** A failure that says something of one record alone is an answer. */
async function answerOf<T>(reading: Promise<T>): Promise<ReadResult<T>> {
  try {
    return { record: await reading };
  } catch (failure) {
    if (failure instanceof CliError && isAnswer(failure)) return { failure };
    throw failure;
  }
}
